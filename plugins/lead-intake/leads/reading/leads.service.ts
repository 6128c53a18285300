import { type Ctx, dayOf } from '../../../../core/contract.ts';
import type { LeadsApi } from '../contract.ts';
import { further, furtherFields, furtherSample, sourcesOf } from '../evidence.ts';
import { outcomesOf } from '../outcomes.ts';
import { phonesShownTo, withoutHiddenPhones } from './hidden-phones.ts';
import {
  agencyCounts,
  agencyDays,
  campaignDayCounts,
  clientCounts,
  clientDays,
  dayCounts,
  leadCount,
  leadRows,
  leadsById,
  listedById,
  outcomeCounts,
  productDays,
  stateCounts,
} from './leads.store.ts';
import { foundLeads } from './search.store.ts';
import { testLead } from './test-lead.ts';
import { walkOn } from './walk.store.ts';

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
  // `to` is the first instant that no longer counts.
  days: ({ from, to, timezone, ...filter }) => dayCounts(ctx, filter, dayOf(from, timezone), dayOf(new Date(to.getTime() - 1), timezone)),
  campaignDays: ({ from, to, timezone, ...filter }, most) =>
    campaignDayCounts(ctx, filter, dayOf(from, timezone), dayOf(new Date(to.getTime() - 1), timezone), most),
  clients: ({ from, to, timezone, ...filter }) =>
    clientCounts(ctx, filter, dayOf(from, timezone), dayOf(new Date(to.getTime() - 1), timezone)),
  clientDays: async (ids, { from, to, timezone, ...filter }) =>
    ids.length === 0 ? [] : clientDays(ctx, ids, filter, dayOf(from, timezone), dayOf(new Date(to.getTime() - 1), timezone)),
  states: ({ from, to, timezone, ...filter }) =>
    stateCounts(ctx, filter, dayOf(from, timezone), dayOf(new Date(to.getTime() - 1), timezone)),
  agencies: ({ from, to, timezone, ...filter }) =>
    agencyCounts(ctx, filter, dayOf(from, timezone), dayOf(new Date(to.getTime() - 1), timezone)),
  productDays: ({ from, to, timezone }) => productDays(ctx, dayOf(from, timezone), dayOf(new Date(to.getTime() - 1), timezone)),
  agencyDays: async (ids, { from, to, timezone }) =>
    ids.length === 0 ? [] : agencyDays(ctx, ids, dayOf(from, timezone), dayOf(new Date(to.getTime() - 1), timezone)),
  outcomes: ({ from, to, timezone, ...filter }) =>
    outcomeCounts(ctx, filter, dayOf(from, timezone), to && dayOf(new Date(to.getTime() - 1), timezone)),
  outcome: (name) => outcomesOf(ctx).get(name),
  sources: () => sourcesOf(ctx),
  furtherFields: () => furtherFields(ctx),
  furtherSample: () => furtherSample(ctx),
  further: (leads) => further(ctx, leads),
  test: (campaignId, source) => testLead(ctx, campaignId, source),
});
