import type { Ctx } from '../../../core/contract.ts';
import type { Campaign, CampaignIssue, GuardFailure, Lacking, RunningCampaigns } from '../../campaign-management/campaigns/contract.ts';
import { Payments } from '../../money/payments/contract.ts';
import { Wallet } from '../wallet/contract.ts';

/** Whether the agency charges its clients' cards. */
async function isCharging(ctx: Ctx, agencyId: number): Promise<boolean> {
  const [takesCards, billsOutside] = await ctx.together([
    () => ctx.use(Payments).takesCards(agencyId),
    async () => ctx.has(Wallet) && ctx.use(Wallet).billsOutside(agencyId),
  ]);
  return takesCards && !billsOutside;
}

/** Those of the campaigns, all of the caller's agency, whose client is to pay by card and has none. */
async function withoutCard(ctx: Ctx, { column }: RunningCampaigns): Promise<Lacking | null> {
  return (await isCharging(ctx, ctx.tenant.agencyId)) ? { when: ctx.db.raw('not ?', [ctx.use(Payments).hasCard(column.companyId)]) } : null;
}

/** The same fact in the words of those who add the card themselves, and of those who ask for it. */
export const cardIssues: CampaignIssue[] = [
  {
    code: 'dunning.issue.card',
    brief: 'dunning.issue.card.brief',
    remedy: { title: 'dunning.attention.card.button', address: '/user/card-setting' },
    lacking: async (ctx, running) => (ctx.tenant.kind === 'client' ? withoutCard(ctx, running) : null),
  },
  {
    code: 'dunning.issue.client-card',
    brief: 'dunning.issue.client-card.brief',
    lacking: async (ctx, running) => (ctx.tenant.kind === 'agency' ? withoutCard(ctx, running) : null),
  },
];

/** The agency may take its client's word for it that a card will come. */
export async function cardGuard(ctx: Ctx, { agencyId, companyId }: Campaign): Promise<GuardFailure[]> {
  const lacks = (await isCharging(ctx, agencyId)) && !(await ctx.use(Payments).withCard([companyId])).has(companyId);
  return lacks ? [{ code: 'dunning.guard.card', overridable: true }] : [];
}
