import { runTrigger, type Static } from '../../../core/contract.ts';
import { Clients } from '../../tenancy/clients/contract.ts';
import { CampaignActivated, CampaignChanged, CampaignCreated, CampaignEnded, CampaignPaused, Campaigns, type Status } from './contract.ts';

type Change = Static<typeof CampaignChanged.payload>;
const SUBJECT = 'campaign:';

const running = (trigger: typeof CampaignCreated, isIt: (change: Change) => boolean) =>
  runTrigger({
    trigger,
    event: CampaignChanged,
    occasions: async (_ctx, change, { eventId }) =>
      isIt(change) ? [{ companyId: change.companyId, subject: SUBJECT + change.campaignId, occasion: eventId }] : [],
    async read(ctx, { subject }) {
      const campaign = await ctx.use(Campaigns).find(Number(subject.slice(SUBJECT.length)));
      if (!campaign) return null;
      const { companyId: clientId, name, product, status, pauseReason, startsAt, endsAt } = campaign;
      return {
        name,
        product,
        clientId,
        client: (await ctx.use(Clients).find(clientId))?.name ?? '',
        status,
        pauseReason: pauseReason ?? '',
        startsAt: startsAt?.toISOString() ?? '',
        endsAt: endsAt?.toISOString() ?? '',
      };
    },
    sample: () => ({
      name: 'Example campaign',
      product: 'local',
      clientId: 0,
      client: 'Example Inc.',
      status: 'active',
      pauseReason: '',
      startsAt: '2026-09-02T05:00:00.000Z',
      endsAt: '',
    }),
  });

/** Whether a change brought a campaign into one of these. */
const into =
  (...statuses: Status[]) =>
  ({ was, status }: Change): boolean =>
    typeof was === 'string' && was !== status && statuses.some((one) => one === status);

export const campaignTriggers = [
  running(CampaignCreated, ({ was }) => was === null),
  running(CampaignActivated, into('active')),
  running(CampaignPaused, into('paused')),
  running(CampaignEnded, into('ended', 'stopped')),
];
