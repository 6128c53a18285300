import type { Ctx } from '../../../core/contract.ts';
import type { CampaignIssue, Lacking, RunningCampaigns } from '../../campaign-management/campaigns/contract.ts';
import { DEFAULT_TERM, Pricing } from '../../money/pricing/contract.ts';
import { DATA_WALLET } from './wallet.settings.ts';
import { unpayable } from './wallet.store.ts';

/** Those of the campaigns for whose next lead the data wallet cannot pay. */
async function unpaid(ctx: Ctx, running: RunningCampaigns): Promise<Lacking | null> {
  if (!ctx.feature(DATA_WALLET)) return null;
  const sold = await running.sold();
  const prices = await ctx.together(
    sold.map(
      ({ agencyId, product }) =>
        () =>
          ctx.use(Pricing).wholesale(agencyId, product, DEFAULT_TERM),
    ),
  );
  const when = ctx.db.raw('(??, ??) in (?)', [
    running.column.agencyId,
    running.column.product,
    unpayable(
      ctx.db,
      sold.map(({ agencyId, product }, n) => ({ agencyId, product, cents: prices[n]!.costPerLeadCents })),
    ),
  ]);
  return { when };
}

/** The same fact in the words of those who top the wallet up, and of a client, to whom it is not theirs to mend. */
export const walletIssues: CampaignIssue[] = [
  {
    code: 'wallet.guard.empty',
    brief: 'wallet.guard.empty.brief',
    remedy: { title: 'wallet.attention.button', address: '/configuration/data-wallet' },
    lacking: async (ctx, running) => (ctx.tenant.kind === 'client' ? null : unpaid(ctx, running)),
  },
  {
    code: 'wallet.issue.client',
    brief: 'wallet.issue.client.brief',
    lacking: async (ctx, running) => (ctx.tenant.kind === 'client' ? unpaid(ctx, running) : null),
  },
];
