import type { Ctx } from '../../../core/contract.ts';
import type { Campaign, CampaignIssue } from '../../campaign-management/campaigns/contract.ts';
import { DEFAULT_TERM, Pricing } from '../../money/pricing/contract.ts';
import { DATA_WALLET } from './wallet.settings.ts';
import { canPay } from './wallet.store.ts';

/** Those of the campaigns for whose next lead the data wallet cannot pay. */
async function unpaid(ctx: Ctx, campaigns: readonly Campaign[]): Promise<number[]> {
  if (!ctx.feature(DATA_WALLET)) return [];
  const short = new Set<string>();
  const groups = new Map(campaigns.map((c) => [`${c.agencyId} ${c.product}`, c]));
  for (const [group, { agencyId, product }] of groups) {
    const { costPerLeadCents } = await ctx.use(Pricing).wholesale(agencyId, product, DEFAULT_TERM);
    if (!(await canPay(ctx.db, agencyId, costPerLeadCents))) short.add(group);
  }
  return campaigns.filter((c) => short.has(`${c.agencyId} ${c.product}`)).map(({ id }) => id);
}

/** The same fact in the words of those who top the wallet up, and of a client, to whom it is not theirs to mend. */
export const walletIssues: CampaignIssue[] = [
  {
    code: 'wallet.guard.empty',
    brief: 'wallet.guard.empty.brief',
    remedy: { title: 'wallet.attention.button', address: '/configuration/data-wallet' },
    among: async (ctx, campaigns) => (ctx.tenant.kind === 'client' ? [] : unpaid(ctx, campaigns)),
  },
  {
    code: 'wallet.issue.client',
    brief: 'wallet.issue.client.brief',
    among: async (ctx, campaigns) => (ctx.tenant.kind === 'client' ? unpaid(ctx, campaigns) : []),
  },
];
