import type { Ctx } from '../../../core/contract.ts';
import type { Campaign } from './contract.ts';

/** Path of a campaign's own page, with the agency's name of the product; with a tab of it open where one is given. */
export const campaignAddress = (ctx: Ctx, { id, product }: Pick<Campaign, 'id' | 'product'>, tab?: string): string =>
  `/${ctx.named(product).url}/campaign-management/${id}${tab ? `?tab=${tab}` : ''}`;
