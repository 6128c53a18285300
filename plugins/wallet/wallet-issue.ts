import type { PageExtension } from '../../core/contract.ts';
import type { CampaignIssue } from '../campaigns/contract.ts';
import { DEFAULT_TERM, Pricing } from '../pricing/contract.ts';
import { DATA_WALLET } from './wallet.settings.ts';
import { canPay } from './wallet.store.ts';

/** The data wallet cannot pay for the next lead. */
export const walletIssue: CampaignIssue = {
  name: 'wallet',
  code: 'wallet.guard.empty',
  brief: 'wallet.guard.empty.brief',
  async among(ctx, campaigns) {
    if (!ctx.feature(DATA_WALLET)) return [];
    const unpaid = new Set<string>();
    const groups = new Map(campaigns.map((c) => [`${c.agencyId} ${c.product}`, c]));
    for (const [group, { agencyId, product }] of groups) {
      const { costPerLeadCents } = await ctx.use(Pricing).wholesale(agencyId, product, DEFAULT_TERM);
      if (!(await canPay(ctx.db, agencyId, costPerLeadCents))) unpaid.add(group);
    }
    return campaigns.filter((c) => unpaid.has(`${c.agencyId} ${c.product}`)).map(({ id }) => id);
  },
};

export const walletNotices: PageExtension = {
  role: 'campaigns.attention',
  order: -30,
  blocks: [
    {
      as: 'notice',
      severity: 'bad',
      text: 'wallet.attention',
      source: { route: 'campaigns.attention', live: 'campaigns', query: { product: { from: 'page', field: 'product' } } },
      when: { field: 'wallet', is: 0, not: true },
      stays: true,
      action: { id: 'wallet.go-top-up', title: 'wallet.attention.button', ability: ['read', 'Wallet'], do: { page: 'wallet.page' } },
    },
  ],
};
