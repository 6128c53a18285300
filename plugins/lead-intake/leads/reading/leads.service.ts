import { type Ctx, dayOf } from '../../../../core/contract.ts';
import type { LeadsApi } from '../contract.ts';
import { further, furtherFields, furtherSample, sourcesOf } from '../evidence.ts';
import { outcomesOf } from '../outcomes.ts';
import { phonesShownTo, withoutHiddenPhones } from './hidden-phones.ts';
import type { Days } from './counted.ts';
import {
  agencyCounts,
  agencyDays,
  campaignDayCounts,
  clientCounts,
  clientDays,
  dayCounts,
  outcomeCounts,
  productDays,
  soldLines,
  stateCounts,
} from './counts.store.ts';
import { leadCount, leadRows, leadsById, listedById } from './leads.store.ts';
import { foundLeads } from './search.store.ts';
import { testLead } from './test-lead.ts';
import { walkOn } from './walk.store.ts';

/** `to` is the first instant that no longer counts. */
const lastDay = (to: Date, timezone: string): string => dayOf(new Date(to.getTime() - 1), timezone);
/** The days of a span in its time zone. */
function inDays<W extends { from: Date; to: Date; timezone: string }>({
  from,
  to,
  timezone,
  ...filter
}: W): Omit<W, 'from' | 'to' | 'timezone'> & Days {
  return { ...filter, first: dayOf(from, timezone), last: lastDay(to, timezone) };
}

/** The port: leads as the caller may see them. */
export const leadsOf = (ctx: Ctx): LeadsApi => ({
  async page(query) {
    const search = query.search?.trim();
    if (search) {
      const { ids, total, isLeast } = await foundLeads(ctx, { ...query, search });
      const rows = new Map((await listedById(ctx, ids)).map((lead) => [lead.id, lead]));
      const inOrder = ids.flatMap((id) => rows.get(id) ?? []);
      return { rows: await withoutHiddenPhones(ctx, inOrder), total, isLeast };
    }
    const [count, rows, shown] = await ctx.together([() => leadCount(ctx, query), () => leadRows(ctx, query), () => phonesShownTo(ctx)]);
    return { rows: shown(rows), ...count };
  },
  async walk(which, place, most) {
    const { rows, next } = await walkOn(ctx, which, place, most);
    return { rows: await withoutHiddenPhones(ctx, rows), next };
  },
  byId: async (ids) => (ids.length === 0 ? [] : withoutHiddenPhones(ctx, await leadsById(ctx, ids))),
  days: (wanted) => dayCounts(ctx, inDays(wanted)),
  campaignDays: (wanted, most) => campaignDayCounts(ctx, inDays(wanted), most),
  soldLines: (wanted, asOne, most) => soldLines(ctx, inDays(wanted), asOne, most),
  clients: (wanted) => clientCounts(ctx, inDays(wanted)),
  clientDays: async (ids, wanted) => (ids.length === 0 ? [] : clientDays(ctx, ids, inDays(wanted))),
  states: (wanted) => stateCounts(ctx, inDays(wanted)),
  agencies: (wanted) => agencyCounts(ctx, inDays(wanted)),
  productDays: (wanted) => productDays(ctx, inDays(wanted)),
  agencyDays: async (ids, wanted) => (ids.length === 0 ? [] : agencyDays(ctx, ids, inDays(wanted))),
  outcomes: ({ from, to, timezone, ...filter }) =>
    outcomeCounts(ctx, { ...filter, first: dayOf(from, timezone), last: to && lastDay(to, timezone) }),
  outcome: (name) => outcomesOf(ctx).get(name),
  sources: () => sourcesOf(ctx),
  furtherFields: () => furtherFields(ctx),
  furtherSample: () => furtherSample(ctx),
  further: (leads) => further(ctx, leads),
  test: (campaignId, source) => testLead(ctx, campaignId, source),
});
