import { type Ctx, subscribe } from '../../../core/contract.ts';
import { CampaignChanged } from '../../campaigns/contract.ts';
import { ClientCreated } from '../../clients/contract.ts';
import { CompanyRemoved } from '../../companies/contract.ts';
import { DeveloperAgreed } from '../../developer/contract.ts';
import { LeadsCreated } from '../../leads/contract.ts';
import { sendJob } from '../webhooks/send.job.ts';
import { append, type NewEvent, openFeed } from './feed.store.ts';

/** Into the feed, and on to the endpoints. */
export async function record(ctx: Ctx, agencyId: number, events: readonly NewEvent[], sandbox = false): Promise<void> {
  if (await append(ctx, agencyId, events, sandbox)) await ctx.wake(sendJob);
}

/** From the agreement on events are kept, so that the first program finds those that came before it. */
const agreed = subscribe({ id: 'open-api.feed-opened', event: DeveloperAgreed, run: (ctx) => openFeed(ctx) });

const leads = subscribe({
  id: 'open-api.leads-created',
  event: LeadsCreated,
  async run(ctx, { campaignId, companyId, product, isTest, leadIds }) {
    const client = await ctx.company(companyId);
    if (!client) return;
    const data = { campaign_id: campaignId, client_id: companyId, product, is_test: isTest };
    await record(
      ctx,
      client.agencyId,
      leadIds.map((id) => ({ companyId, type: 'lead.created', data: { lead_id: id, ...data } })),
    );
  },
});

const campaigns = subscribe({
  id: 'open-api.campaign-changed',
  event: CampaignChanged,
  async run(ctx, { campaignId, companyId, product, status }) {
    const client = await ctx.company(companyId);
    if (!client) return;
    const data = { campaign_id: campaignId, client_id: companyId, product, status };
    await record(ctx, client.agencyId, [{ companyId, type: 'campaign.updated', data }]);
  },
});

const clients = subscribe({
  id: 'open-api.client-created',
  event: ClientCreated,
  run: (ctx, { companyId, agencyId }) => record(ctx, agencyId, [{ companyId, type: 'client.created', data: { client_id: companyId } }]),
});

const removed = subscribe({
  id: 'open-api.client-removed',
  event: CompanyRemoved,
  async run(ctx, { companyId }) {
    // Told under the company above: only that of a client is an agency.
    if (ctx.tenant.kind !== 'agency') return;
    await record(ctx, ctx.tenant.id, [{ companyId: ctx.tenant.id, type: 'client.removed', data: { client_id: companyId } }]);
  },
});

export const recorders = [agreed, leads, campaigns, clients, removed];
