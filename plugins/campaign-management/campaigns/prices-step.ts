import { Products } from '../../foundation/companies/contract.ts';
import type { LaunchStep } from '../../foundation/launch/contract.ts';
import { Prices } from './campaigns.settings.ts';

/** The agency has said what its clients pay for a lead of new campaigns. */
export const pricesStep: LaunchStep = {
  id: 'campaigns.prices-launch',
  order: 26,
  for: ['agency'],
  address(ctx) {
    const [first] = ctx.contributions(Products).filter(({ product }) => ctx.isOffered(product));
    return first ? `/${ctx.named(first.product).url}/campaign-management` : '/configuration/client-management';
  },
  isDone: async (ctx) => Object.keys(await ctx.setting(Prices)).length > 0,
};
