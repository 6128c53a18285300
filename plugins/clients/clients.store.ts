import { type Ctx, likeOf } from '../../core/contract.ts';
import type { CompanyUserQuery, CompanyUserRow, Contact } from '../agencies/contract.ts';
import type { ClientSummary } from './contract.ts';

/** What an agency settles for a client, by column. */
export interface ClientSettings {
  timezone: string;
  domain: string;
  mutes_notices: boolean;
  may_add_campaigns: boolean;
  sees_phones: boolean;
  edits_spreadsheets: boolean;
  asks_factor: boolean;
}
export type ClientRow = CompanyUserRow & { timezone: string };
/** A page of clients; `only` narrows it to some companies. */
export type ClientQuery = CompanyUserQuery & { only?: readonly number[] | null };
interface Row {
  id: number | null;
  company_id: number;
  root_id: number;
  company_name: string;
  name: string | null;
  email: string | null;
  status: string | null;
  phone: string;
  phone_country_code: string;
  phone_country_calling_code: string;
  timezone: string;
  created_at: Date;
}

const COLUMNS = [
  'o.id',
  'clients_profile.company_id',
  'clients_profile.root_id',
  't.name as company_name',
  'o.name',
  'o.email',
  'o.status',
  'clients_profile.phone',
  'clients_profile.phone_country_code',
  'clients_profile.phone_country_calling_code',
  'clients_profile.timezone',
  't.created_at',
];
/** Clients have no sales people of their own: that sort falls back to the newest first. */
const SORTS: Record<Exclude<CompanyUserQuery['sort'], null>, string> = {
  company_name: 'lower(t.name)',
  name: 'lower(o.name)',
  email: 'lower(o.email)',
  phonenum: 'clients_profile.phone',
  sales: 't.created_at',
  created_at: 't.created_at',
};

/** Clients that the actor may `action`, each with its oldest account that is left. */
function clients(ctx: Ctx, action: string) {
  return ctx
    .query('Client', action)
    .join('core_tenant as t', 't.id', 'clients_profile.company_id')
    .whereNull('t.removed_at')
    .joinRaw(
      `left join lateral (select a.id, a.name, a.email, a.status from core_account a where a.company_id = t.id and a.removed_at is null order by a.id limit 1) o on true`,
    );
}

/** One page of clients and how many there are in all. */
export async function listClients(ctx: Ctx, at: ClientQuery): Promise<{ rows: ClientRow[]; total: number }> {
  const found = clients(ctx, 'list');
  if (at.only) found.whereIn('t.id', [...at.only]);
  if (at.exclude?.length) found.whereNotIn('t.id', [...at.exclude]);
  if (at.search) {
    const like = likeOf(at.search);
    found.where(
      (q) =>
        void q
          .whereILike('t.name', like)
          .orWhereILike('o.name', like)
          .orWhereILike('o.email', like)
          .orWhereILike('clients_profile.phone', like),
    );
  }
  const [{ total }] = (await found.clone().count('* as total')) as [{ total: string }];
  if (at.sort) found.orderByRaw(`${SORTS[at.sort]} ${at.order === 'desc' ? 'desc' : 'asc'} nulls last`);
  const rows = (await found.select(COLUMNS).orderBy('t.id', 'desc').limit(at.perPage).offset(at.offset)) as Row[];
  return { rows: rows.map(rowOf), total: Number(total) };
}

/** A client that the actor may `action`, or undefined. */
export async function findClient(ctx: Ctx, companyId: number, action: string): Promise<ClientRow | undefined> {
  const row = (await clients(ctx, action).where('t.id', companyId).select(COLUMNS).first()) as Row | undefined;
  return row && rowOf(row);
}

/** Stores phone and settings and merges the operators' own fields. */
export async function saveProfile(
  ctx: Ctx,
  companyId: number,
  { phone }: Contact,
  settings: Partial<ClientSettings>,
  extra: Record<string, unknown>,
): Promise<void> {
  await ctx
    .db('clients_profile')
    .where({ company_id: companyId })
    .update({
      phone: phone.number,
      phone_country_code: phone.country,
      phone_country_calling_code: phone.callingCode,
      ...settings,
      extra: ctx.db.raw('extra || ?::jsonb', [JSON.stringify(extra)]),
    });
}

/** The operators' own fields of a client. */
export async function extraOf(ctx: Ctx, companyId: number): Promise<Record<string, unknown>> {
  const row = (await ctx.db('clients_profile').where({ company_id: companyId }).first('extra')) as
    | { extra: Record<string, unknown> }
    | undefined;
  return row?.extra ?? {};
}

/** Keeps others from starting anything in the company until this transaction ends. */
export async function lockCompany(ctx: Ctx, companyId: number): Promise<void> {
  await ctx.db('core_tenant').where({ id: companyId }).forUpdate().select('id');
}

const SETTINGS = ['timezone', 'domain', 'mutes_notices', 'may_add_campaigns', 'sees_phones', 'edits_spreadsheets', 'asks_factor'] as const;

/** What is settled for a client in the caller's sight, whatever the actor's abilities. */
export const settingsOf = (ctx: Ctx, companyId: number): Promise<ClientSettings | undefined> =>
  ctx
    .db('clients_profile')
    .where({ company_id: companyId })
    .first([...SETTINGS]) as Promise<ClientSettings | undefined>;

/** Payment terms chosen for a client; null for all of its agency's. */
export async function chosenTerms(ctx: Ctx, companyId: number): Promise<string[] | null> {
  const row = (await ctx.db('clients_profile').where({ company_id: companyId }).first('terms')) as { terms: string[] | null } | undefined;
  return row?.terms ?? null;
}

export async function saveTerms(ctx: Ctx, companyId: number, terms: string[]): Promise<void> {
  await ctx.db('clients_profile').where({ company_id: companyId }).update({ terms });
}

/** Whether the address is of somebody whose client company wants no notices, in the caller's sight. */
export async function isMuted(ctx: Ctx, email: string): Promise<boolean> {
  const row: unknown = await ctx
    .db('core_account as a')
    .join('clients_profile as p', 'p.company_id', 'a.company_id')
    .where('p.mutes_notices', true)
    .whereNull('a.removed_at')
    .whereRaw('lower(a.email) = lower(?)', [email])
    .first('a.id');
  return row !== undefined;
}

/** Clients in the caller's sight of whom no card is known: all of them, for nothing takes a client's card. */
export const clientsWithoutCard = async (ctx: Ctx): Promise<number[]> =>
  (await ctx.db('core_tenant').where({ kind: 'client' }).whereNull('removed_at').pluck('id')) as number[];

/** Takes out what was typed of a client that is gone. */
export async function eraseClient(ctx: Ctx, companyId: number): Promise<void> {
  await ctx.db('clients_profile').where({ company_id: companyId }).update({ phone: '', domain: '', extra: '{}' });
}

/** A client in the caller's sight, whatever the actor's abilities: for other plugins. */
export async function summaryOf(ctx: Ctx, companyId: number): Promise<ClientSummary | null> {
  const row = (await ctx
    .db('clients_profile')
    .join('core_tenant as t', 't.id', 'clients_profile.company_id')
    .whereNull('t.removed_at')
    .where('t.id', companyId)
    .first({
      companyId: 't.id',
      name: 't.name',
      timezone: 'clients_profile.timezone',
      domain: 'clients_profile.domain',
      mayAddCampaigns: 'clients_profile.may_add_campaigns',
      seesPhones: 'clients_profile.sees_phones',
      editsSpreadsheets: 'clients_profile.edits_spreadsheets',
    })) as ClientSummary | undefined;
  return row ?? null;
}

/** Clients in the caller's sight, by name. */
export async function optionsOf(ctx: Ctx): Promise<{ value: number; label: string }[]> {
  return ctx
    .db('core_tenant')
    .where({ kind: 'client' })
    .whereNull('removed_at')
    .orderByRaw('lower(name), id')
    .select('id as value', 'name as label');
}

const rowOf = (row: Row): ClientRow => ({
  id: row.id,
  company_id: row.company_id,
  company_root_id: row.root_id,
  company_name: row.company_name,
  name: row.name ?? '',
  email: row.email ?? '',
  user_type: 'client',
  phonenum: row.phone,
  phone_country_code: row.phone_country_code,
  phone_country_calling_code: row.phone_country_calling_code,
  timezone: row.timezone,
  status_acc: row.status ?? '',
  created_at: row.created_at.toISOString(),
});
