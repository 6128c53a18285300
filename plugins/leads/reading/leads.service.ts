import { type Ctx, dayOf } from '../../../core/contract.ts';
import type { LeadsApi } from '../contract.ts';
import { sourcesOf } from '../evidence.ts';
import { withoutHiddenPhones } from './hidden-phones.ts';
import { agencyCounts, dayCounts, leadCount, leadRows, leadsById, matchingLeads, outcomeCounts } from './leads.store.ts';
import { testLead } from './test-lead.ts';

/** Lists say "more than ten thousand" rather than count for long; files need a true number up to a hundred thousand. */
const boundFor = (perPage: number): number => (perPage > 100 ? 100_001 : 10_001);

/** The port: leads as the caller may see them. */
export const leadsOf = (ctx: Ctx): LeadsApi => ({
  async page(query) {
    const bound = boundFor(query.perPage);
    const matches = query.search?.trim() ? await matchingLeads(ctx, { ...query, search: query.search.trim() }, bound) : null;
    // Asked together, so that one does not wait for the other's way to the database and back.
    const [total, rows] = await Promise.all([
      matches ? matches.length : leadCount(ctx, query, bound),
      matches?.length === 0 ? [] : leadRows(ctx, query, matches),
    ]);
    return { rows: await withoutHiddenPhones(ctx, rows), total };
  },
  byId: async (ids) => (ids.length === 0 ? [] : withoutHiddenPhones(ctx, await leadsById(ctx, ids))),
  // `to` is the first instant that no longer counts.
  days: ({ from, to, timezone, ...scope }) => dayCounts(ctx, scope, dayOf(from, timezone), dayOf(new Date(to.getTime() - 1), timezone)),
  agencies: ({ from, to, timezone, ...scope }) =>
    agencyCounts(ctx, scope, dayOf(from, timezone), dayOf(new Date(to.getTime() - 1), timezone)),
  outcomes: ({ from, timezone, ...scope }) => outcomeCounts(ctx, scope, dayOf(from, timezone)),
  sources: () => sourcesOf(ctx),
  test: (campaignId, source) => testLead(ctx, campaignId, source),
});
