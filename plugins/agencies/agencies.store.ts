import { type Ctx, likeOf } from '../../core/contract.ts';
import type { CompanyUserQuery, CompanyUserRow } from './contract.ts';

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
  subdomain: string | null;
  organization_id: string | null;
  is_whitelabeling: boolean;
  default_admin: boolean;
  package_id: string | null;
  exclude_minimum_spend: boolean;
  exclude_onboard_charge: boolean;
  is_onboard_charged: boolean;
  sales_rep_id: number | null;
  sales_ae_id: number | null;
  sales_ref_id: number | null;
  rep_name: string | null;
  ae_name: string | null;
  ref_name: string | null;
  clients: number;
  created_at: Date;
}

const PROFILE_COLUMNS = [
  'company_id',
  'root_id',
  'phone',
  'phone_country_code',
  'phone_country_calling_code',
  'subdomain',
  'organization_id',
  'is_whitelabeling',
  'default_admin',
  'package_id',
  'exclude_minimum_spend',
  'exclude_onboard_charge',
  'is_onboard_charged',
  'sales_rep_id',
  'sales_ae_id',
  'sales_ref_id',
].map((column) => `agencies_profile.${column}`);
const COLUMNS = [
  ...PROFILE_COLUMNS,
  'o.id',
  't.name as company_name',
  'o.name',
  'o.email',
  'o.status',
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
  sales: 'lower(coalesce(rep.name, ae.name, ref.name))',
  created_at: 't.created_at',
};

/** Agencies that the actor may `action`, each with its owner: the oldest account that is left. */
export function agencies(ctx: Ctx, action = 'read') {
  return ctx
    .query('Agency', action)
    .join('core_tenant as t', 't.id', 'agencies_profile.company_id')
    .whereNull('t.removed_at')
    .joinRaw(
      `left join lateral (select a.id, a.name, a.email, a.status from core_account a where a.company_id = t.id and a.removed_at is null order by a.id limit 1) o on true`,
    )
    .leftJoin('core_account as rep', 'rep.id', 'agencies_profile.sales_rep_id')
    .leftJoin('core_account as ae', 'ae.id', 'agencies_profile.sales_ae_id')
    .leftJoin('core_account as ref', 'ref.id', 'agencies_profile.sales_ref_id');
}

/** The number of clients that are left, counted for the rows shown only. */
const clientsOf = (ctx: Ctx) =>
  ctx.db.raw(
    `(select count(*)::int from core_tenant c where c.agency_id = t.id and c.kind = 'client' and c.removed_at is null) as clients`,
  );

/** One page of agencies and how many there are in all. `only` narrows to these companies. */
export async function listAgencies(
  ctx: Ctx,
  at: CompanyUserQuery,
  only: readonly number[] | null = null,
): Promise<{ rows: CompanyUserRow[]; total: number }> {
  const found = agencies(ctx);
  if (at.search) {
    const like = likeOf(at.search);
    found.where((q) => void q.whereILike('t.name', like).orWhereILike('o.name', like).orWhereILike('o.email', like));
  }
  if (only) found.whereRaw('t.id = any(?)', [[...only]]);
  if (at.exclude?.length) found.whereRaw('t.id <> all(?)', [[...at.exclude]]);
  const [{ total }] = (await found.clone().count('* as total')) as [{ total: string }];
  if (at.sort) found.orderByRaw(`${SORTS[at.sort]} ${at.order === 'desc' ? 'desc' : 'asc'} nulls last`);
  const rows = (await found.select(COLUMNS).select(clientsOf(ctx)).orderBy('t.id', 'desc').limit(at.perPage).offset(at.offset)) as Row[];
  return { rows: rows.map(rowOf), total: Number(total) };
}

/** An agency that the actor may `action`, or undefined. */
export async function findAgency(ctx: Ctx, companyId: number, action = 'read'): Promise<CompanyUserRow | undefined> {
  const row = (await agencies(ctx, action).where('t.id', companyId).select(COLUMNS).select(clientsOf(ctx)).first()) as Row | undefined;
  return row && rowOf(row);
}

/** Ids of all agencies that the actor may see. */
export async function agencyIds(ctx: Ctx): Promise<number[]> {
  return (await agencies(ctx).pluck('t.id')) as number[];
}

/** Columns of a profile that forms and calls change; what is left out stays. */
export interface ProfileChange {
  phone?: string;
  phone_country_code?: string;
  phone_country_calling_code?: string;
  organization_id?: string | null;
  is_whitelabeling?: boolean;
  default_admin?: boolean;
  package_id?: string | null;
  exclude_minimum_spend?: boolean;
  onboard_cents?: number;
  onboard_coupon?: boolean;
  exclude_onboard_charge?: boolean;
}

/** Stores what is given and merges the operators' own fields. */
export async function saveProfile(ctx: Ctx, companyId: number, change: ProfileChange, extra: Record<string, unknown> = {}): Promise<void> {
  await ctx
    .db('agencies_profile')
    .where({ company_id: companyId })
    .update({ ...change, extra: ctx.db.raw('extra || ?::jsonb', [JSON.stringify(extra)]) });
}

/** Whether the agency is let off its minimum spend, locked so that two clicks are two turns. */
export async function lockExcluded(ctx: Ctx, companyId: number): Promise<boolean> {
  const row = (await ctx.db('agencies_profile').where({ company_id: companyId }).forUpdate().first('exclude_minimum_spend')) as {
    exclude_minimum_spend: boolean;
  };
  return row.exclude_minimum_spend;
}

/** What root charges the agency once, in cents. */
export async function onboardingOf(
  ctx: Ctx,
  companyId: number,
): Promise<{ cents: number; coupon: boolean; excluded: boolean; charged: boolean }> {
  const row = (await ctx
    .db('agencies_profile')
    .where({ company_id: companyId })
    .first('onboard_cents', 'onboard_coupon', 'exclude_onboard_charge', 'is_onboard_charged')) as
    | { onboard_cents: string; onboard_coupon: boolean; exclude_onboard_charge: boolean; is_onboard_charged: boolean }
    | undefined;
  return {
    cents: Number(row?.onboard_cents ?? 0),
    coupon: row?.onboard_coupon ?? false,
    excluded: row?.exclude_onboard_charge ?? false,
    charged: row?.is_onboard_charged ?? false,
  };
}

/** The operators' own fields of an agency. */
export async function extraOf(ctx: Ctx, companyId: number): Promise<Record<string, unknown>> {
  const row = (await ctx.db('agencies_profile').where({ company_id: companyId }).first('extra')) as
    | { extra: Record<string, unknown> }
    | undefined;
  return row?.extra ?? {};
}

/** Addresses an agency answers under, the one for links first. */
export async function hostsOf(ctx: Ctx, agencyId: number): Promise<string[]> {
  return (await ctx
    .db('core_host')
    .where({ tenant_id: agencyId })
    .whereNotNull('verified_at')
    .orderBy([{ column: 'canonical', order: 'desc' }, { column: 'host' }])
    .pluck('host')) as string[];
}

const flag = (on: boolean): 'T' | 'F' => (on ? 'T' : 'F');

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
  orisubdomain: row.subdomain,
  external_organizationid: row.organization_id,
  is_whitelabeling: flag(row.is_whitelabeling),
  default_admin: flag(row.default_admin),
  package_id: row.package_id,
  exclude_minimum_spend: Number(row.exclude_minimum_spend),
  exclude_onboard_charge: Number(row.exclude_onboard_charge),
  is_onboard_charged: Number(row.is_onboard_charged),
  // An invited person has not set anything up yet.
  profile_setup_completed: flag(row.status === 'active'),
  status_acc: row.status ?? '',
  salesrep: row.rep_name,
  salesrepid: row.sales_rep_id,
  accountexecutive: row.ae_name,
  accountexecutiveid: row.sales_ae_id,
  accountref: row.ref_name,
  accountrefid: row.sales_ref_id,
  sales: [row.rep_name, row.ae_name, row.ref_name].filter((name) => name !== null),
  children: row.clients,
  created_at: row.created_at.toISOString(),
});
