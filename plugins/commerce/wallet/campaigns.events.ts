import { subscribe } from '../../../core/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { WalletEmptied, WalletFunded } from './contract.ts';

/** Campaigns of an agency run as long as its wallet can pay for their leads. */
export const campaignEvents = [
  subscribe({
    id: 'wallet.pause-unpaid',
    event: WalletEmptied,
    async run(ctx, { agencyId }) {
      if (ctx.has(Campaigns)) await ctx.use(Campaigns).pauseAll({ agencyId }, 'wallet_empty');
    },
  }),
  subscribe({
    id: 'wallet.resume-paid',
    event: WalletFunded,
    async run(ctx, { agencyId }) {
      if (ctx.has(Campaigns)) await ctx.use(Campaigns).resumeAll({ agencyId }, 'wallet_empty');
    },
  }),
];
