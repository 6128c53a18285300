import type { Ctx } from '../../../core/contract.ts';
import type { Campaign, CampaignIssue } from '../../campaign-management/campaigns/contract.ts';
import { Payments } from '../../money/payments/contract.ts';
import { Wallet } from '../wallet/contract.ts';

/** Those of the campaigns whose client is to pay by card and has none. */
async function withoutCard(ctx: Ctx, campaigns: readonly Campaign[]): Promise<number[]> {
  const charging = new Set<number>();
  const look = async (agencyId: number): Promise<void> => {
    const [takesCards, billsOutside] = await ctx.together([
      () => ctx.use(Payments).takesCards(agencyId),
      async () => ctx.has(Wallet) && ctx.use(Wallet).billsOutside(agencyId),
    ]);
    if (takesCards && !billsOutside) charging.add(agencyId);
  };
  const agencies = [...new Set(campaigns.map((c) => c.agencyId))];
  const [withCard] = await ctx.together([
    () => ctx.use(Payments).withCard([...new Set(campaigns.map((c) => c.companyId))]),
    ...agencies.map((agencyId) => () => look(agencyId)),
  ]);
  return campaigns.filter((c) => charging.has(c.agencyId) && !withCard.has(c.companyId)).map(({ id }) => id);
}

/** The same fact in the words of those who add the card themselves, and of those who ask for it. */
export const cardIssues: CampaignIssue[] = [
  {
    code: 'dunning.issue.card',
    brief: 'dunning.issue.card.brief',
    remedy: { title: 'dunning.attention.card.button', address: '/user/card-setting' },
    among: async (ctx, campaigns) => (ctx.tenant.kind === 'client' ? withoutCard(ctx, campaigns) : []),
  },
  {
    code: 'dunning.issue.client-card',
    brief: 'dunning.issue.client-card.brief',
    among: async (ctx, campaigns) => (ctx.tenant.kind === 'agency' ? withoutCard(ctx, campaigns) : []),
  },
];

/** The agency may take its client's word for it that a card will come. */
export const cardGuard = async (ctx: Ctx, campaign: Campaign) =>
  (await withoutCard(ctx, [campaign])).length > 0 ? [{ code: 'dunning.guard.card', overridable: true }] : [];
