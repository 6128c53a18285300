import { type Ctx, dollarsOf, type Question } from '../../../core/contract.ts';
import { Pricing } from '../../money/pricing/contract.ts';
import { lossQuestion, marginFor } from '../../money/pricing/shared.ts';
import { type CampaignRow, findCampaign } from './campaign.store.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import { type SentPrices, sentPrice } from './lead-prices.ts';
import { priceOf } from './price.ts';

interface Priced {
  companyId: number;
  agencyId: number;
  product: Product;
  name: string;
}

/** What a lead costs is the agency's secret: only who sets prices is asked. */
async function lossOf(ctx: Ctx, { companyId, agencyId, product, name }: Priced, typed: unknown): Promise<Question | null> {
  const cents = typed === undefined || !ctx.can('update', 'CampaignPrice') ? null : priceOf(String(typed));
  if (cents === null) return null;
  const pricing = ctx.use(Pricing);
  const { costPerLeadCents } = await pricing.wholesale(agencyId, product, await pricing.termOf(companyId, product));
  return lossQuestion(ctx, marginFor(cents, costPerLeadCents), name);
}

/** Asked before a new campaign whose price is below its cost. */
export async function newPriceQuestion(
  ctx: Ctx,
  of: SentPrices & { companyID?: number; leadspeekType: Product; campaignName: string },
): Promise<Question | null> {
  const client = await ctx.company(of.companyID ?? ctx.tenant.id);
  if (client?.kind !== 'client') return null;
  const priced = { companyId: client.id, agencyId: client.agencyId, product: of.leadspeekType, name: of.campaignName };
  return lossOf(ctx, priced, sentPrice(ctx, of.leadspeekType, of, null));
}

/** Asked before a campaign is copied whose price is below its cost. */
export async function clonePriceQuestion(ctx: Ctx, id: number, name: string | undefined): Promise<Question | null> {
  const row = await findCampaign(ctx, id);
  if (!row) return null;
  const { company_id: companyId, agency_id: agencyId, product, retail_cents: cents } = row;
  return lossOf(ctx, { companyId, agencyId, product, name: name ?? row.name }, dollarsOf(Number(cents)));
}

/** Asked before a campaign's price is changed to one below its cost; one that stays is not asked about again. */
export async function changedPriceQuestion(ctx: Ctx, id: number, sent: SentPrices): Promise<Question | null> {
  const row = (await ctx.query('Campaign', 'update').where({ id }).first()) as CampaignRow | undefined;
  const typed = row && sentPrice(ctx, row.product, sent, Number(row.retail_cents));
  if (!row || (typed !== undefined && priceOf(String(typed)) === Number(row.retail_cents))) return null;
  return lossOf(ctx, { companyId: row.company_id, agencyId: row.agency_id, product: row.product, name: row.name }, typed);
}
