import { conflict, type Ctx, denied, invalid, notFound, Problem, type Tenant } from '../../core/contract.ts';
import { Clients } from '../clients/contract.ts';
import { type CampaignInput, fieldsOf } from './campaign-input.ts';
import { type CampaignFields, type CampaignRow, insertCampaign, lockCampaign, updateCampaign } from './campaign.store.ts';
import { Prices } from './campaigns.settings.ts';
import type { Product } from './contract.ts';
import { takeFrom } from './limits.service.ts';
import { announce } from './moves.service.ts';
import { priceAt } from './price.ts';
import { hasProduct } from './products.ts';
import { windowEnd } from './windows.ts';

const DEFAULT_ZONE = 'America/Chicago';

/** The client company a campaign is for: the one named, if the caller has it, else his own. */
async function clientOf(ctx: Ctx, claimed: number | undefined): Promise<Tenant> {
  const company = claimed === undefined ? ctx.tenant : await ctx.company(claimed);
  if (!company) throw notFound();
  if (company.kind !== 'client') throw invalid('companyID', 'campaigns.problem.client');
  return company;
}

/** Founds a campaign, as a draft, for a client whose modules include the product. Throws 404 for a foreign client and a module that is off. */
export async function createCampaign(
  ctx: Ctx,
  product: Product,
  companyId: number | undefined,
  input: CampaignInput,
  extra: Record<string, unknown>,
): Promise<CampaignRow> {
  const company = await clientOf(ctx, companyId);
  if (
    !ctx.can('create', 'Campaign', {
      company_id: company.id,
      agency_id: company.agencyId,
      root_id: company.rootId,
      product,
      status: 'draft',
    })
  )
    throw denied();
  if (!(await hasProduct(ctx, company, product))) throw new Problem(404, 'core.problem.module-off', { extra: { module: product } });
  const timezone = (await ctx.use(Clients).find(company.id))?.timezone ?? DEFAULT_ZONE;
  const fields = fieldsOf(input, { timezone, start_date: null, end_date: null, limit_start: null, limit_end: null });
  const usual = (await ctx.setting(Prices, company))[product];
  refuseForeignPrice(ctx, fields, usual);
  const row = await insertCampaign(ctx.db, company.id, product, { timezone, retail_cents: usual, ...fields, extra });
  await announce(ctx, row);
  return row;
}

/** Changes what was given of a campaign. Throws 404 for a foreign one, 409 for an archived one. */
export async function changeCampaign(ctx: Ctx, id: number, input: CampaignInput, extra: Record<string, unknown>): Promise<CampaignRow> {
  const row = await lockCampaign(ctx, id);
  if (!row) throw notFound();
  if (row.status === 'archived') throw conflict('campaigns.problem.archived');
  const fields = fieldsOf(input, row);
  refuseForeignPrice(ctx, fields, Number(row.retail_cents));
  if (hasBegun(row, ctx.now) && fields.starts_at && fields.starts_at > ctx.now)
    throw invalid('startdatecampaign', 'campaigns.problem.begun');
  const changed = await updateCampaign(ctx.db, id, {
    name: row.name,
    ...fields,
    ...repricing(row, fields, ctx.now),
    extra: { ...row.extra, ...extra },
  });
  // A raised cap takes effect at once, and one lowered below what is used is used up at once.
  if (changed.active_retail_cents !== null) await takeFrom(ctx, changed, 0, ctx.now);
  await announce(ctx, changed);
  return changed;
}

/** What a client pays is said by its agency: he may send the price as it stands, but no other. */
function refuseForeignPrice(ctx: Ctx, fields: CampaignFields, standing: number): void {
  if (fields.retail_cents !== undefined && fields.retail_cents !== standing && !ctx.can('update', 'CampaignPrice'))
    throw invalid('CostSet', 'campaigns.problem.price-of-agency');
}

/** A new price of a campaign that has been active counts for leads from the next local midnight; until then the one in force stays. */
function repricing(row: CampaignRow, fields: CampaignFields, now: Date): CampaignFields {
  if (fields.retail_cents === undefined || fields.retail_cents === Number(row.retail_cents) || row.active_retail_cents === null) return {};
  return { active_retail_cents: priceAt(row, now), retail_from: windowEnd(now, 'day', fields.timezone ?? row.timezone) };
}

/** A campaign that is or was running; its beginning is history. */
const hasBegun = (row: CampaignRow, now: Date): boolean =>
  row.status === 'active' ||
  row.status === 'ended' ||
  row.status === 'stopped' ||
  (row.status === 'paused' && (row.starts_at === null || row.starts_at <= now));
