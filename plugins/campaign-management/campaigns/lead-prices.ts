import { type Ctx, dollarsOf, type FieldError, Problem } from '../../../core/contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import { Pricing } from '../../money/pricing/contract.ts';
import { pricedProduct } from '../../money/pricing/shared.ts';
import type { CampaignFields, CampaignRow } from './campaign.store.ts';
import { priceOf } from './price.ts';

/** What a call may say of prices, under the specification's names. */
export interface SentPrices {
  CostSet?: string | number | undefined;
  CostSetAdvanced?: string | number | undefined;
  CostSetB2b?: string | number | undefined;
}
type PricedCampaign = Pick<CampaignRow, 'company_id' | 'product' | 'retail_cents' | 'advanced_cents'>;

const isB2b = (ctx: Ctx, product: Product): boolean => pricedProduct(ctx, product)?.leadPrice === 'costSetB2bCents';
const sellsAdvanced = (ctx: Ctx, product: Product): boolean => pricedProduct(ctx, product)?.sellsAdvanced === true;
const centsIn = (typed: string | number | undefined): number | null | undefined =>
  typed === undefined || typed === '' ? undefined : priceOf(String(typed));

/** Prices of the specification that campaigns of the product have not got. */
export const pricesLacking = (ctx: Ctx, product: Product): string[] => [
  ...(sellsAdvanced(ctx, product) ? [] : ['CostSetAdvanced']),
  ...(isB2b(ctx, product) ? [] : ['CostSetB2b']),
];

/** The price of a lead that a call means: of the two names that it may have, the one that says something new. */
export function sentPrice(ctx: Ctx, product: Product, sent: SentPrices, presentCents: number | null): string | number | undefined {
  const b2b = isB2b(ctx, product) && sent.CostSetB2b !== '' ? sent.CostSetB2b : undefined;
  if (b2b === undefined) return sent.CostSet;
  return sent.CostSet === undefined || centsIn(sent.CostSet) === presentCents ? b2b : sent.CostSet;
}

/**
 * The columns of the prices that a call sends, for the campaign as it stands (a new one: as it would be without them). Only whoever sets prices may
 * send others than stand. Throws 422 on the field.
 */
export async function pricesFrom(ctx: Ctx, sent: SentPrices, standing: PricedCampaign, isNew: boolean): Promise<CampaignFields> {
  const { product } = standing;
  const [before, beforeAdvanced] = [Number(standing.retail_cents), (await advancedPrices(ctx, [standing]))[0]!];
  const errors: FieldError[] = [];
  const fault = (field: string, message: string): void => void errors.push({ field, message: `campaigns.problem.${message}` });
  const cents = (field: keyof SentPrices): number | undefined => {
    const typed = centsIn(sent[field]);
    if (typed === null) fault(field, 'price');
    return typed ?? undefined;
  };
  const isChange = (value: number | undefined, present: number): value is number => value !== undefined && value !== present;
  const [plain, b2b, advanced] = [cents('CostSet'), isB2b(ctx, product) ? cents('CostSetB2b') : undefined, cents('CostSetAdvanced')];
  const saysTwo = plain !== undefined && b2b !== undefined && plain !== b2b;
  if (saysTwo && (isNew || (plain !== before && b2b !== before))) fault('CostSetB2b', 'two-prices');
  const retail = centsIn(sentPrice(ctx, product, sent, before)) ?? undefined;
  const maySet = ctx.can('update', 'CampaignPrice');
  if (isChange(retail, before) && !maySet) fault(retail === plain ? 'CostSet' : 'CostSetB2b', 'price-of-agency');
  const own = sellsAdvanced(ctx, product) && isChange(advanced, beforeAdvanced) ? advanced : undefined;
  if (own !== undefined && !maySet) fault('CostSetAdvanced', 'price-of-agency');
  else if (own !== undefined && own < (retail ?? before)) fault('CostSetAdvanced', 'advanced-below');
  if (errors.length > 0) throw new Problem(422, 'core.problem.invalid', { errors });
  return { ...(retail === undefined ? {} : { retail_cents: retail }), ...(own === undefined ? {} : { advanced_cents: own }) };
}

/** What a lead with advanced information costs: as said for the campaign, else as for its client; more information never costs less. Cents. */
async function advancedPrices(ctx: Ctx, rows: readonly PricedCampaign[]): Promise<number[]> {
  const isSaid = rows.every((row) => row.advanced_cents !== null || !sellsAdvanced(ctx, row.product));
  // Of all clients, as others ask for them too.
  const clients = rows.map((row) => row.company_id);
  const costs = isSaid ? new Map<number, never>() : await ctx.use(Pricing).latestCosts([...new Set(clients)]);
  return rows.map((row) =>
    Math.max(
      Number(row.retail_cents),
      Number(row.advanced_cents ?? costs.get(row.company_id)?.get(row.product)?.costSetAdvancedCents ?? 0),
    ),
  );
}

/** Further prices of campaigns as lists and forms show them, each where its product has it, in the same order. */
export async function shownPrices(ctx: Ctx, rows: readonly PricedCampaign[]) {
  const advanced = await advancedPrices(ctx, rows);
  return rows.map(({ product, retail_cents: cents }, at) => ({
    ...(sellsAdvanced(ctx, product) && { CostSetAdvanced: dollarsOf(advanced[at]!) }),
    ...(isB2b(ctx, product) && { CostSetB2b: dollarsOf(Number(cents)) }),
  }));
}
