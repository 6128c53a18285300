import type { Ctx } from '../../core/contract.ts';
import { flag } from './company-fields.ts';
import { type CompanyRecord, companyList } from './company-list.ts';

interface Row extends CompanyRecord {
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
}

/** The number of clients that are left, counted for the rows shown only. */
const CLIENTS = `(select count(*)::int from core_tenant c where c.agency_id = t.id and c.kind = 'client' and c.removed_at is null) as clients`;

/** Agencies, each with its owner, its sales people and the number of its clients. */
export const agencies = companyList<Row>({
  subject: 'Agency',
  table: 'agencies_profile',
  userType: 'userdownline',
  profile: [
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
  ],
  more: {
    columns: (ctx) => ['rep.name as rep_name', 'ae.name as ae_name', 'ref.name as ref_name', ctx.db.raw(CLIENTS)],
    join: (found) =>
      found
        .leftJoin('core_account as rep', 'rep.id', 'agencies_profile.sales_rep_id')
        .leftJoin('core_account as ae', 'ae.id', 'agencies_profile.sales_ae_id')
        .leftJoin('core_account as ref', 'ref.id', 'agencies_profile.sales_ref_id'),
  },
  sorts: { sales: 'lower(coalesce(rep.name, ae.name, ref.name))' },
  shown: (row) => ({
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
    salesrep: row.rep_name,
    salesrepid: row.sales_rep_id,
    accountexecutive: row.ae_name,
    accountexecutiveid: row.sales_ae_id,
    accountref: row.ref_name,
    accountrefid: row.sales_ref_id,
    sales: [row.rep_name, row.ae_name, row.ref_name].filter((name) => name !== null),
    children: row.clients,
  }),
});

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
  is_onboard_charged?: boolean;
}

/** Whether the agency is let off its minimum spend, locked so that two clicks are two turns. */
export async function lockExcluded(ctx: Ctx, companyId: number): Promise<boolean> {
  const row = (await ctx.db('agencies_profile').where({ company_id: companyId }).forUpdate().first('exclude_minimum_spend')) as {
    exclude_minimum_spend: boolean;
  };
  return row.exclude_minimum_spend;
}

export async function isExcluded(ctx: Ctx, companyId: number): Promise<boolean> {
  const row = (await ctx.db('agencies_profile').where({ company_id: companyId }).first('exclude_minimum_spend')) as
    | { exclude_minimum_spend: boolean }
    | undefined;
  return row?.exclude_minimum_spend ?? false;
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

/** Addresses an agency answers under, the one for links first. */
export async function hostsOf(ctx: Ctx, agencyId: number): Promise<string[]> {
  return (await ctx
    .db('core_host')
    .where({ tenant_id: agencyId })
    .whereNotNull('verified_at')
    .whereRaw('(leaves_at is null or leaves_at > now())')
    .orderBy([{ column: 'canonical', order: 'desc' }, { column: 'host' }])
    .pluck('host')) as string[];
}
