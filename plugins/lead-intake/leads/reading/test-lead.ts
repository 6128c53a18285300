import { randomBytes } from 'node:crypto';
import { type Ctx, notFound, Problem, uuidV7 } from '../../../../core/contract.ts';
import { Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { type Evidence, type Lead, type LeadPerson, LeadsCreated, type LeadSource } from '../contract.ts';
import { takeClaims } from '../intake/claims.store.ts';
import { insertLeads } from '../intake/leads.store.ts';
import { leadsById } from './leads.store.ts';

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

/** Makes the fake lead, once a minute for a campaign (a claim, so two clicks cannot both win), and has it delivered. */
export async function testLead(ctx: Ctx, campaignId: number, source: LeadSource): Promise<Lead> {
  const campaign = await ctx.use(Campaigns).find(campaignId);
  if (!campaign) throw notFound();
  const id = uuidV7(ctx.now.getTime());
  const turn = { claimant: `test ${campaignId}`, key: Buffer.alloc(1), owner: campaign, at: ctx.now, window: '1 minute', leadId: id };
  if ((await takeClaims(ctx.db, [turn], ctx.now)).size === 0)
    throw new Problem(429, 'leads.problem.test-too-soon', { headers: { 'retry-after': '60' } });
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
      source: source.id,
      evidence: (await source.sample(ctx, campaign)) as Evidence,
      createdAt: ctx.now,
      lastSeenAt: ctx.now,
      convertedAt: null,
      observations: 1,
      isTest: true,
      retailCents: 0,
    },
  ]);
  await ctx.emit(LeadsCreated, { campaignId, companyId: campaign.companyId, product: campaign.product, isTest: true, leadIds: [id] });
  await ctx.live('leads', campaign.companyId);
  return (await leadsById(ctx, [id]))[0]!;
}
