import type { Knex } from 'knex';
import type { Ctx } from '../../../../core/contract.ts';
import { filtered, type LeadFilter } from './narrowing.ts';

/** Local days, both of them included. */
export interface Days {
  first: string;
  last: string;
}
/** The same, or up to now. */
export interface Since {
  first: string;
  last?: string | undefined;
}

interface Wanted extends LeadFilter, Since {
  /** Agencies are told apart: these, or all that one may see. */
  agencyIds?: readonly number[];
  byAgency?: boolean;
}
interface Kind {
  /** Subjects of what was counted of each campaign, and of its sums. */
  counts: string;
  sums: string;
  columns: readonly string[];
}
const DAYS: Kind = {
  counts: 'LeadDay',
  sums: 'LeadSum',
  columns: ['day', 'agency_id', 'product', 'outcome', 'observations', 'retail_cents', 'wholesale_cents'],
};
const STATES: Kind = { counts: 'LeadStateDay', sums: 'LeadStateSum', columns: ['product', 'state', 'leads'] };

/** What was counted of these days, as rows to be added up: sums of all campaigns of an agency or a root where these are asked about and summed. */
export const countedDays = (ctx: Ctx, wanted: Wanted): Knex.QueryBuilder => counted(ctx, wanted, DAYS);
/** The same of where people live. */
export const countedStates = (ctx: Ctx, wanted: Wanted): Knex.QueryBuilder => counted(ctx, wanted, STATES);

function counted(ctx: Ctx, wanted: Wanted, kind: Kind): Knex.QueryBuilder {
  const counts = narrowed(ctx.query(kind.counts), wanted);
  const isOfClients = ctx.tenant.kind === 'client' || wanted.companyId !== undefined || wanted.campaignId !== undefined;
  if (isOfClients) return counts;
  const sums = narrowed(ctx.query(kind.sums), wanted).where(covering(ctx, wanted)).select(kind.columns);
  const later = counts.whereRaw('day > (select until from leads_summed)').select(kind.columns);
  return ctx.db.from(ctx.db.queryBuilder().unionAll([sums, later], true).as('counted'));
}

/** Which sums are those of all that is asked about. */
function covering({ tenant }: Ctx, { agencyId, agencyIds, byAgency }: Wanted): Record<string, string | number> {
  if (tenant.kind === 'agency') return { covers: 'agency', company_id: tenant.id };
  if (agencyId !== undefined) return { covers: 'agency', company_id: agencyId };
  return agencyIds || byAgency ? { covers: 'agency' } : { covers: 'root', company_id: tenant.id };
}

function narrowed(rows: Knex.QueryBuilder, { first, last, agencyIds, ...filter }: Wanted): Knex.QueryBuilder {
  void filtered(rows, filter).where('day', '>=', first);
  if (last !== undefined) void rows.where('day', '<=', last);
  return agencyIds ? rows.whereIn('agency_id', agencyIds) : rows;
}
