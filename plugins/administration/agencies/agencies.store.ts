import { companyList, type CompanyRecord, phoneColumns } from '../../foundation/companies/shared.ts';
import type { Contact } from '../../foundation/companies/contract.ts';
import { type Ctx, flagOf } from '../../../core/contract.ts';

interface Row extends CompanyRecord {
  organization_id: string | null;
  is_whitelabeling: boolean;
  default_admin: boolean;
  sales_rep_id: number | null;
  sales_ae_id: number | null;
  sales_ref_id: number | null;
  rep_name: string | null;
  ae_name: string | null;
  ref_name: string | null;
  clients: number;
}

/** The number of clients that are left, counted for the rows shown only. */
const CLIENTS = `(select count(*)::int from core_public_company c where c.agency_id = t.id and c.kind = 'client' and c.removed_at is null) as clients`;

/** Agencies, each with its owner, its sales people and the number of its clients. */
export const agencies = companyList<Row>({
  subject: 'Agency',
  table: 'agencies_profile',
  userType: 'userdownline',
  profile: ['organization_id', 'is_whitelabeling', 'default_admin', 'sales_rep_id', 'sales_ae_id', 'sales_ref_id'],
  more: {
    columns: (ctx) => ['rep.name as rep_name', 'ae.name as ae_name', 'ref.name as ref_name', ctx.db.raw(CLIENTS)],
    join: (found) =>
      found
        .leftJoin('core_public_account as rep', 'rep.id', 'agencies_profile.sales_rep_id')
        .leftJoin('core_public_account as ae', 'ae.id', 'agencies_profile.sales_ae_id')
        .leftJoin('core_public_account as ref', 'ref.id', 'agencies_profile.sales_ref_id'),
  },
  sorts: { sales: 'coalesce(rep.name_key, ae.name_key, ref.name_key)' },
  shown: (row) => ({
    external_organizationid: row.organization_id,
    is_whitelabeling: flagOf(row.is_whitelabeling),
    default_admin: flagOf(row.default_admin),
    // An invited person has not set anything up yet.
    profile_setup_completed: flagOf(row.status === 'active'),
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
}

/** Addresses an agency answers under, the one for links first. */
export async function hostsOf(ctx: Ctx, agencyId: number): Promise<string[]> {
  return (await ctx
    .db('core_public_host')
    .where({ tenant_id: agencyId })
    .whereNotNull('verified_at')
    .whereRaw('(leaves_at is null or leaves_at > now())')
    .orderBy([{ column: 'canonical', order: 'desc' }, { column: 'host' }])
    .pluck('host')) as string[];
}

/** What an agency that registered itself said of itself. */
export async function introduceAgency(ctx: Ctx, id: number, by: { phone: Contact['phone']; salesRef: number | null }): Promise<void> {
  await ctx
    .db('agencies_profile')
    .where({ company_id: id })
    .update({ ...phoneColumns(by.phone), sales_ref_id: by.salesRef });
}

/** How many clients an agency has. */
export async function countClients(ctx: Ctx, agencyId: number): Promise<number> {
  const [{ count }] = (await ctx
    .db('core_public_company')
    .where({ agency_id: agencyId, kind: 'client' })
    .whereNull('removed_at')
    .count({ count: '*' })) as [{ count: string }];
  return Number(count);
}
