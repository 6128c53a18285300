import type { Knex } from 'knex';
import { countUpTo, type Ctx, MOST_COUNTED } from '../../../../core/contract.ts';
import type { Lead, LeadQuery, ListedLead } from '../contract.ts';
import { columnsOf, inOrder, leadOf, type LeadRecord, listedColumnsOf, listedOf, type ListedRecord, offsetOf } from './lead-columns.ts';
import { filtered, isNarrowed, type Narrowing, within } from './narrowing.ts';

/** A page of leads. */
export async function leadRows(ctx: Ctx, query: LeadQuery): Promise<ListedLead[]> {
  const narrowing = narrowingOf(query);
  if (query.sort === 'campaign' && !isNarrowed(narrowing)) return rowsByCampaign(ctx, query);
  // Of the whole list a page is walked in an index, whoever asks; what narrows may hold for few, and is planned for what it is.
  const isWhole = Object.values(narrowing).every((value) => value === undefined);
  // What other tables know of a lead is looked up for the page alone: a select list is worked out for the rows that an offset skips too.
  const rows = inOrder(within(ctx, ctx.query('Lead'), query), query)
    .offset(offsetOf(query))
    .limit(query.perPage, { skipBinding: isWhole })
    .select('leads_lead.*')
    .as('leads_lead');
  const page = inOrder(ctx.db.from(rows), query).select(...listedColumnsOf(ctx));
  return ((await page.options({ prepare: true })) as ListedRecord[]).map(listedOf);
}

/** What narrows, without where in the list one is. */
const narrowingOf = ({ sort: _sort, order: _order, page: _page, perPage: _per, search: _search, ...narrowing }: LeadQuery): Narrowing =>
  narrowing;

/** The totals say where in which campaigns the page lies: in the order of campaigns only a campaign's own leads are in an index. */
async function rowsByCampaign(ctx: Ctx, query: LeadQuery): Promise<ListedLead[]> {
  const [begin, end] = [offsetOf(query), offsetOf(query) + query.perPage];
  const totals = filtered(ctx.query('LeadTotal'), query)
    .where('leads', '>', 0)
    .select('campaign_id', 'leads', ctx.db.raw(`(sum(leads) over (order by campaign_id ${query.order}) - leads)::int as before`))
    .as('totals');
  const spans = (await ctx.db
    .from(totals)
    .where('before', '<', end)
    .whereRaw('before + leads > ?', [begin])
    .orderBy('campaign_id', query.order)
    .options({ prepare: true })) as { campaign_id: number; leads: number; before: number }[];
  if (spans.length === 0) return [];
  const parts = spans.map(({ campaign_id: campaignId, leads, before }) => {
    const skipped = Math.max(0, begin - before);
    const rows = inOrder(filtered(ctx.query('Lead'), { ...query, campaignId }), query);
    return rows
      .offset(skipped)
      .limit(Math.min(leads, end - before) - skipped, { skipBinding: spans.length === 1 })
      .select(...listedColumnsOf(ctx));
  });
  // Of several campaigns the text is seldom the same again.
  const found = ctx.db
    .queryBuilder()
    .unionAll(parts, true)
    .options({ prepare: parts.length === 1 });
  return ((await found) as ListedRecord[]).map(listedOf);
}

const withIds = (ctx: Ctx, ids: readonly string[]): Knex.QueryBuilder =>
  ctx
    .query('Lead')
    .whereRaw('id = any(?::uuid[])', [ids as unknown as Knex.RawBinding])
    .orderBy('id')
    .options({ prepare: true });

export const leadsById = async (ctx: Ctx, ids: readonly string[]): Promise<Lead[]> =>
  ((await withIds(ctx, ids).select(...columnsOf(ctx))) as LeadRecord[]).map(leadOf);

/** The same as a list shows them. */
export const listedById = async (ctx: Ctx, ids: readonly string[]): Promise<ListedLead[]> =>
  ((await withIds(ctx, ids).select(...listedColumnsOf(ctx))) as ListedRecord[]).map(listedOf);

/** How many leads there are: from the kept totals, or counted as far as lists are where more than these know narrows them. */
export async function leadCount(ctx: Ctx, query: LeadQuery): Promise<{ total: number; isLeast: boolean }> {
  const filter = narrowingOf(query);
  if (!isNarrowed(filter)) {
    const row = (await filtered(ctx.query('LeadTotal'), filter).sum({ leads: 'leads' }).first().options({ prepare: true })) as {
      leads: string | null;
    };
    return { total: Number(row.leads ?? 0), isLeast: false };
  }
  return countUpTo(ctx.db, MOST_COUNTED, within(ctx, ctx.query('Lead'), filter));
}
