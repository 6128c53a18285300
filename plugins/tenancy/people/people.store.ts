import type { Ctx, UserType } from '../../../core/contract.ts';
import type { CompanyUserQuery } from '../../foundation/companies/contract.ts';
import { onePage } from '../../foundation/companies/shared.ts';

/** The two kinds of people this plugin manages. */
export type Staff = 'administrator' | 'sales';
export const SUBJECT: Record<Staff, 'Person' | 'SalesPerson'> = { administrator: 'Person', sales: 'SalesPerson' };
export const TYPES: Record<Staff, readonly UserType[]> = { administrator: ['user', 'userdownline', 'administrator'], sales: ['sales'] };

/** What is kept of a person beside the account, by column. */
export interface PersonProfile {
  default_admin: boolean;
  customer_care: boolean;
  notified: boolean;
  asks_factor: boolean;
  sales_rep: boolean;
  sales_ae: boolean;
  referral_code: string | null;
  phone_country_code: string;
}
export interface PersonRecord extends PersonProfile {
  id: number;
  company_id: number;
  root_id: number;
  company_name: string;
  name: string;
  email: string;
  user_type: UserType;
  status: 'active' | 'suspended' | 'invited';
  created_at: Date;
}

const COLUMNS = [
  'a.id',
  'people_profile.*',
  'a.name',
  'a.email',
  'a.user_type',
  'a.status',
  'a.created_at',
  't.name as company_name',
] as const;
const SORTS: Partial<Record<string, string>> = {
  company_name: 't.name_key',
  name: 'a.name_key',
  email: 'a.email_key',
  created_at: 'a.created_at',
};

/** People of one kind that the actor may `action`. */
const people = (ctx: Ctx, staff: Staff, action: string) =>
  ctx
    .query(SUBJECT[staff], action)
    .join('core_public_account as a', 'a.id', 'people_profile.account_id')
    .join('core_public_company as t', 't.id', 'a.company_id')
    .whereNull('a.removed_at')
    .whereIn('a.user_type', [...TYPES[staff]]);

/** One page of them and how many there are in all. */
export function listPeople(ctx: Ctx, staff: Staff, at: CompanyUserQuery): Promise<{ rows: PersonRecord[]; total: number }> {
  const searched = ['a.name_key', 'a.email_key', ctx.db.raw('lower(people_profile.referral_code)')];
  return onePage<PersonRecord>(ctx, people(ctx, staff, 'list'), at, { columns: COLUMNS, sorts: SORTS, searched, key: 'a.id' });
}

/** One of them, or undefined. */
export const findPerson = (ctx: Ctx, staff: Staff, id: number, action: string): Promise<PersonRecord | undefined> =>
  people(ctx, staff, action)
    .where('a.id', id)
    .first([...COLUMNS]) as Promise<PersonRecord | undefined>;

export const executiveRow = (ctx: Ctx) => ctx.db('people_profile').where({ account_id: ctx.actor.id }).first('sales_ae');

/** Whether the actor is an account executive. */
export async function isExecutive(ctx: Ctx): Promise<boolean> {
  const row = (await executiveRow(ctx)) as { sales_ae: boolean } | undefined;
  return row?.sales_ae ?? false;
}

/** The owner of the actor's company: the oldest of those who run it. */
export async function ownerOf(ctx: Ctx, companyId: number): Promise<number | null> {
  const row = (await ctx
    .db('core_public_account')
    .where({ company_id: companyId })
    .whereIn('user_type', [...TYPES.administrator])
    .whereNull('removed_at')
    .min({ id: 'id' })
    .first()) as { id: number | null } | undefined;
  return row?.id ?? null;
}

/** Stores what is given; a new default administrator takes the place of the one before. */
export async function saveProfile(ctx: Ctx, person: { id: number; companyId: number }, profile: Partial<PersonProfile>): Promise<void> {
  if (Object.keys(profile).length === 0) return;
  if (profile.default_admin)
    await ctx
      .db('people_profile')
      .where({ company_id: person.companyId, default_admin: true })
      .whereNot({ account_id: person.id })
      .update({ default_admin: false });
  await ctx.db('people_profile').where({ account_id: person.id }).update(profile);
}

/** Whether somebody else of the same root has the referral code. */
export async function isCodeTaken(ctx: Ctx, code: string, but: number | null): Promise<boolean> {
  const other: unknown = await ctx
    .db('people_profile')
    .where({ root_id: ctx.tenant.rootId })
    .whereRaw('lower(referral_code) = lower(?)', [code])
    .modify((q) => void (but !== null && q.whereNot({ account_id: but })))
    .first('account_id');
  return other !== undefined;
}

/** What is left of a profile when its person goes. */
export const GONE: PersonProfile = {
  default_admin: false,
  customer_care: false,
  notified: false,
  asks_factor: false,
  sales_rep: false,
  sales_ae: false,
  referral_code: null,
  phone_country_code: 'US',
};

/** Erases the profiles of a company that is gone. */
export async function erasePeople(ctx: Ctx, companyId: number): Promise<void> {
  await ctx.db('people_profile').where({ company_id: companyId }).update(GONE);
}
