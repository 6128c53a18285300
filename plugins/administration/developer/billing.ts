import { subscribe } from '../../../core/contract.ts';
import { AgencyBilling, type DeveloperModeOf } from '../../commerce/agency-billing/contract.ts';
import { DeveloperAgreed } from './contract.ts';
import { developerOf } from './developer.service.ts';

/** Has the fee charged and the minimum spend of developer mode begun. */
export const chargeFee = subscribe({
  id: 'developer.fee',
  event: DeveloperAgreed,
  async run(ctx, { feeCents, minimumMaxCents, minimumListCents, agreedAt }) {
    if (!ctx.has(AgencyBilling)) return;
    await ctx.use(AgencyBilling).beginDeveloperMode({ feeCents, minimumMaxCents, minimumListCents, agreedAt: new Date(agreedAt) });
  },
});

/** What billing is told of the mode. */
export const developerMode: DeveloperModeOf = {
  async isOn(ctx, agencyId) {
    const state = (await developerOf(ctx).stateOf([agencyId])).get(agencyId);
    return state?.apiMode === true && state.agreed;
  },
  settled: (ctx, agencyId) => developerOf(ctx).settle(agencyId),
};
