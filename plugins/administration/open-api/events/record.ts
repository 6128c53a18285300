import { type Ctx, subscribe, type Subscription, type TriggerSource } from '../../../../core/contract.ts';
import { CampaignChanged } from '../../../campaign-management/campaigns/contract.ts';
import { ClientCreated } from '../../../tenancy/clients/contract.ts';
import { CompanyRemoved } from '../../../foundation/companies/contract.ts';
import { DeveloperAgreed } from '../../developer/contract.ts';
import { LeadsCreated } from '../../../lead-intake/leads/contract.ts';
import { EVENT_TYPES, type EventType } from '../shapes.ts';
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

/** Those that say more than ids are recorded above. */
const RECORDED = new Set<string>(['lead.created', 'client.created']);

/** What plugins publish for connectors is also told to programs, as ids. */
export const recordersOf = (triggers: readonly TriggerSource[]): Subscription[] =>
  [...Map.groupBy(triggers.filter(isRecorded), ({ event }) => event.id).values()].map(recorder);

const isRecorded = ({ trigger: { id } }: TriggerSource): boolean => EVENT_TYPES.some((type) => type === id) && !RECORDED.has(id);

const recorder = (sources: readonly TriggerSource[]): Subscription => {
  const { event } = sources[0]!;
  return subscribe({
    id: `open-api.on-${event.id.replaceAll('.', '-')}`,
    event,
    async run(ctx, payload, meta) {
      for (const source of sources)
        for (const [companyId, occasions] of Map.groupBy(await source.occasions(ctx, payload, meta), (one) => one.companyId)) {
          const client = await ctx.company(companyId);
          const events = occasions.map(({ subject }) => ({
            companyId,
            type: source.trigger.id as EventType,
            data: { ...idOf(subject), client_id: companyId },
          }));
          if (client) await record(ctx, client.agencyId, events);
        }
    },
  });
};

/** `invoice:17` is `{ invoice_id: '17' }`; ids that are whole numbers elsewhere are here too. */
function idOf(subject: string): Record<string, string | number> {
  const [kind = '', id = ''] = subject.split(':');
  return { [`${kind}_id`]: kind === 'campaign' ? Number(id) : id };
}

export const recorders = [agreed, leads, campaigns, clients, removed];
