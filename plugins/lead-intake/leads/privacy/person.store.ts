import type { Knex } from 'knex';
import type { Ctx } from '../../../../core/contract.ts';
import type { Person, Typed } from '../../../foundation/privacy/contract.ts';
import { PERSON_COLUMNS } from '../person.ts';
import { columnsOf, type LeadRecord } from '../reading/lead-columns.ts';

const list = (values: readonly string[] | readonly number[]): Knex.RawBinding => values as unknown as Knex.RawBinding;

interface Found {
  id: string;
  email_key: string;
  person_key: Buffer;
}
const COLUMNS = ['id', 'email_key', 'person_key'] as const;
const standing = (ctx: Ctx): Knex.QueryBuilder => ctx.db('leads_lead').where({ agency_id: ctx.tenant.agencyId }).whereNull('erased_at');

/** The leads of whom was typed, those of one person together. An e-mail address needs no lead to say whose it is. */
export async function peopleOf(ctx: Ctx, typed: Typed): Promise<Person[]> {
  if ('email' in typed) return [];
  const found = (await (
    'lead' in typed ? standing(ctx).where({ id: typed.lead }) : standing(ctx).where({ phone_key: typed.phone }).whereRaw(`phone_key > ''`)
  ).select(...COLUMNS)) as Found[];
  return [...Map.groupBy(found, (row) => row.person_key.toString('hex')).values()].map(personOf);
}

const personOf = (rows: readonly Found[]): Person => ({
  emails: [...new Set(rows.map((row) => row.email_key).filter(Boolean))],
  leads: rows.map((row) => row.id),
  keys: [...new Set(rows.map((row) => row.person_key.toString('hex')))],
});

/** All their leads by address, key or id, each way by its own index. */
export async function leadsOf(ctx: Ctx, { emails, leads, keys }: Person): Promise<Person> {
  const { rows } = (await ctx.db.raw(
    `select id, email_key, person_key from leads_lead where agency_id = :agency and email_key = any(:emails::text[]) and erased_at is null
     union select id, email_key, person_key from leads_lead where id = any(:leads::uuid[]) and agency_id = :agency and erased_at is null
     union select l.id, l.email_key, l.person_key from core_public_company c
       join leads_lead l on l.company_id = c.id and l.person_key = any(select decode(k, 'hex') from unnest(:keys::text[]) as k)
       where l.agency_id = :agency and l.erased_at is null`,
    { agency: ctx.tenant.agencyId, emails: list(emails), leads: list(leads), keys: list(keys) },
  )) as { rows: Found[] };
  return personOf(rows);
}

export const leadsAt = async (ctx: Ctx, ids: readonly string[], behind: string | null, most: number): Promise<LeadRecord[]> => {
  const rows = standing(ctx)
    .whereRaw('id = any(?::uuid[])', [list(ids)])
    .orderBy('id', 'desc')
    .limit(most);
  if (behind) void rows.where('id', '<', behind);
  return (await rows.select(...columnsOf(ctx))) as LeadRecord[];
};

/**
 * Takes people out of leads: whose they were cannot be found out any more. When they came, what they cost and how often they were observed stays. Those who were held for them
 * may be sold again, which the exclusion list prevents.
 */
export async function anonymise(ctx: Ctx, ids: readonly string[]): Promise<number> {
  await ctx.db.raw(
    `delete from leads_claim c using leads_lead l where l.id = any(:ids::uuid[]) and c.person_key = l.person_key
       and c.claimant in ('client ' || l.company_id, 'campaign ' || l.campaign_id, 'floor ' || l.company_id)`,
    { ids: list(ids) },
  );
  await ctx
    .db('leads_tag')
    .whereRaw('lead_id = any(?::uuid[])', [list(ids)])
    .delete();
  const { rowCount } = (await ctx.db.raw(
    `update leads_lead set ${PERSON_COLUMNS.map((column) => `${column} = ''`).join(', ')},
       evidence = '{}', person_key = sha256(uuid_send(gen_random_uuid())), erased_at = now()
     where id = any(:ids::uuid[]) and erased_at is null`,
    { ids: list(ids) },
  )) as { rowCount: number };
  return rowCount;
}
