import { type Ctx, likeOf, type Tenant } from '../../core/contract.ts';
import type { CompanyUserQuery, CompanyUserRow, Contact } from './contract.ts';

interface Row {
  id: number | null;
  company_id: number;
  root_id: number;
  company_name: string;
  name: string | null;
  email: string | null;
  phone: string;
  phone_country_code: string;
  phone_country_calling_code: string;
  subdomain: string | null;
  rep_name: string | null;
  ae_name: string | null;
  ref_name: string | null;
  created_at: Date;
}

const COLUMNS = [
  'o.id',
  'agencies_profile.company_id',
  'agencies_profile.root_id',
  't.name as company_name',
  'o.name',
  'o.email',
  'agencies_profile.phone',
  'agencies_profile.phone_country_code',
  'agencies_profile.phone_country_calling_code',
  'agencies_profile.subdomain',
  'rep.name as rep_name',
  'ae.name as ae_name',
  'ref.name as ref_name',
  't.created_at',
];
const SORTS: Record<Exclude<CompanyUserQuery['sort'], null>, string> = {
  company_name: 'lower(t.name)',
  name: 'lower(o.name)',
  email: 'lower(o.email)',
  phonenum: 'agencies_profile.phone',
  sales: 'lower(rep.name)',
  created_at: 't.created_at',
};

/** Agencies that the actor may `action`, each with its owner: the oldest account that is left. */
function agencies(ctx: Ctx, action = 'read') {
  return ctx
    .query('Agency', action)
    .join('core_tenant as t', 't.id', 'agencies_profile.company_id')
    .whereNull('t.removed_at')
    .joinRaw(
      `left join lateral (select a.id, a.name, a.email from core_account a where a.company_id = t.id and a.removed_at is null order by a.id limit 1) o on true`,
    )
    .leftJoin('core_account as rep', 'rep.id', 'agencies_profile.sales_rep_id')
    .leftJoin('core_account as ae', 'ae.id', 'agencies_profile.sales_ae_id')
    .leftJoin('core_account as ref', 'ref.id', 'agencies_profile.sales_ref_id');
}

/** One page of agencies and how many there are in all. */
export async function listAgencies(ctx: Ctx, at: CompanyUserQuery): Promise<{ rows: CompanyUserRow[]; total: number }> {
  const found = agencies(ctx);
  if (at.search) {
    const like = likeOf(at.search);
    found.where((q) => void q.whereILike('t.name', like).orWhereILike('o.name', like).orWhereILike('o.email', like));
  }
  const [{ total }] = (await found.clone().count('* as total')) as [{ total: string }];
  if (at.sort) found.orderByRaw(`${SORTS[at.sort]} ${at.order === 'desc' ? 'desc' : 'asc'} nulls last`);
  const rows = (await found.select(COLUMNS).orderBy('t.id', 'desc').limit(at.perPage).offset(at.offset)) as Row[];
  return { rows: rows.map(rowOf), total: Number(total) };
}

/** An agency that the actor may `action`, or undefined. */
export async function findAgency(ctx: Ctx, companyId: number, action = 'read'): Promise<CompanyUserRow | undefined> {
  const row = (await agencies(ctx, action).where('t.id', companyId).select(COLUMNS).first()) as Row | undefined;
  return row && rowOf(row);
}

/** Stores the phone and merges the operators' own fields. */
export async function saveProfile(ctx: Ctx, companyId: number, { phone }: Contact, extra: Record<string, unknown>): Promise<void> {
  await ctx
    .db('agencies_profile')
    .where({ company_id: companyId })
    .update({
      phone: phone.number,
      phone_country_code: phone.country,
      phone_country_calling_code: phone.callingCode,
      extra: ctx.db.raw('extra || ?::jsonb', [JSON.stringify(extra)]),
    });
}

/** The operators' own fields of an agency. */
export async function extraOf(ctx: Ctx, companyId: number): Promise<Record<string, unknown>> {
  const row = (await ctx.db('agencies_profile').where({ company_id: companyId }).first('extra')) as
    | { extra: Record<string, unknown> }
    | undefined;
  return row?.extra ?? {};
}

/** Addresses an agency answers under, the one for links first, and how many clients it has. */
export async function reachOf(ctx: Ctx, agencyId: number): Promise<{ hosts: string[]; clients: number }> {
  const hosts = (await ctx
    .db('core_host')
    .where({ tenant_id: agencyId })
    .whereNotNull('verified_at')
    .orderBy([{ column: 'canonical', order: 'desc' }, { column: 'host' }])
    .select('host')) as { host: string }[];
  const [{ clients }] = (await ctx
    .db('core_tenant')
    .where({ agency_id: agencyId, kind: 'client' })
    .whereNull('removed_at')
    .count('* as clients')) as [{ clients: string }];
  return { hosts: hosts.map((h) => h.host), clients: Number(clients) };
}

/** The name an agency's own people and clients see; null for a company that the caller does not belong to. */
export async function brandNameOf(ctx: Ctx, tenant: Tenant): Promise<string | null> {
  const { rows } = (await ctx.db.raw('select agencies_brand_name(?) as name', [tenant.agencyId])) as { rows: { name: string | null }[] };
  return rows[0]?.name ?? null;
}

const rowOf = (row: Row): CompanyUserRow => ({
  id: row.id,
  company_id: row.company_id,
  company_root_id: row.root_id,
  company_name: row.company_name,
  name: row.name ?? '',
  email: row.email ?? '',
  user_type: 'userdownline',
  phonenum: row.phone,
  phone_country_code: row.phone_country_code,
  phone_country_calling_code: row.phone_country_calling_code,
  subdomain: row.subdomain,
  sales: [row.rep_name, row.ae_name, row.ref_name].filter((name) => name !== null),
  created_at: row.created_at.toISOString(),
});
