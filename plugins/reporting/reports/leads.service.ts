import { type Ctx, listOf, pageOf } from '../../../core/contract.ts';
import { Leads, type LeadNarrowing, type LeadQuery } from '../../lead-intake/leads/contract.ts';
import { rowsOf } from './lead-rows.ts';

export const LEAD_SORTS = ['created', 'name', 'email', 'campaign'] as const;

export interface LeadOrder {
  Page?: number;
  PerPage?: number;
  /** One of `LEAD_SORTS`: the route's schema lets nothing else through. */
  sortby?: string;
  order?: LeadQuery['order'];
}

/** One page of leads; the newest first unless told otherwise. Two queries: the leads, the names of their campaigns. */
export async function leadPage(ctx: Ctx, filter: LeadNarrowing, asked: LeadOrder) {
  const at = pageOf(asked);
  const sort = (asked.sortby ?? 'created') as LeadQuery['sort'];
  const order = asked.order ?? (sort === 'created' ? 'desc' : 'asc');
  const { rows, total, isLeast } = await ctx.use(Leads).page({ ...filter, sort, order, page: at.page, perPage: at.perPage });
  return listOf(await rowsOf(ctx, rows), total, at, isLeast);
}
