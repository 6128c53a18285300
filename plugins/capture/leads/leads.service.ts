import { randomBytes } from 'node:crypto';
import { type Ctx, notFound, Problem } from '../../../core/contract.ts';
import { Campaigns } from '../../campaigns/contract.ts';
import { type LeadPerson, type LeadsApi, LeadsCreated } from '../contract.ts';
import { localDay } from '../local-day.ts';
import { takeClaims } from '../pipeline/claims.store.ts';
import { insertLeads } from '../pipeline/leads.store.ts';
import { uuidV7 } from '../uuid-v7.ts';
import { withoutHiddenPhones } from './hidden-phones.ts';
import { agencyCounts, dayCounts, leadCount, leadRows, leadsById, matchingLeads, outcomeCounts } from './leads.store.ts';

/** Lists say "more than ten thousand" rather than count for long; files need a true number up to a hundred thousand. */
const boundFor = (perPage: number): number => (perPage > 100 ? 100_001 : 10_001);

/** Nobody could take this for a real person. */
const TEST_PERSON: LeadPerson = {
  firstName: 'Test',
  lastName: 'Lead',
  email: 'test.lead@example.com',
  phone: '+1 555 555 0100',
  address: '123 Example Street',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
  company: 'Example Company',
};

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
  days: ({ from, to, timezone, ...scope }) =>
    dayCounts(ctx, scope, localDay(from.getTime(), timezone), localDay(to.getTime() - 1, timezone)),
  agencies: ({ from, to, timezone, ...scope }) =>
    agencyCounts(ctx, scope, localDay(from.getTime(), timezone), localDay(to.getTime() - 1, timezone)),
  outcomes: ({ from, timezone, ...scope }) => outcomeCounts(ctx, scope, localDay(from.getTime(), timezone)),
  test: (campaignId) => testLead(ctx, campaignId),
});

/** Makes the fake lead, once a minute for a campaign (a claim, so two clicks cannot both win), and has it delivered. */
async function testLead(ctx: Ctx, campaignId: number) {
  const campaign = await ctx.use(Campaigns).find(campaignId);
  if (!campaign) throw notFound();
  const id = uuidV7(ctx.now.getTime());
  const turn = { scope: `test ${campaignId}`, key: Buffer.alloc(1), owner: campaign, at: ctx.now, window: '1 minute', leadId: id };
  if ((await takeClaims(ctx.db, [turn], ctx.now)).size === 0)
    throw new Problem(429, 'capture.problem.test-too-soon', { headers: { 'retry-after': '60' } });
  await insertLeads(ctx.db, [
    {
      ...TEST_PERSON,
      id,
      campaignId,
      companyId: campaign.companyId,
      agencyId: campaign.agencyId,
      rootId: campaign.rootId,
      product: campaign.product,
      personKey: randomBytes(32),
      url: campaign.url || 'https://example.com/',
      createdAt: ctx.now,
      lastSeenAt: ctx.now,
      convertedAt: null,
      visits: 1,
      isTest: true,
      retailCents: 0,
    },
  ]);
  await ctx.emit(LeadsCreated, { campaignId, companyId: campaign.companyId, product: campaign.product, isTest: true, leadIds: [id] });
  await ctx.live('leads', campaign.companyId);
  return (await leadsById(ctx, [id]))[0]!;
}
