import { conflict, type Ctx, DEFAULT_ZONE, denied, invalid, moduleOff, notFound, type Tenant } from '../../../core/contract.ts';
import { Clients } from '../../tenancy/clients/contract.ts';
import { type CampaignInput, fieldsOf } from './campaign-input.ts';
import {
  campaignOf,
  type CampaignFields,
  type CampaignRow,
  insertCampaign,
  leadCounts,
  lockCampaign,
  updateCampaign,
} from './campaign.store.ts';
import type { Campaign } from './contract.ts';
import { type Product } from '../../foundation/companies/contract.ts';
import { refuseForeignFields, saveFields, type Sent } from './fields.ts';
import { toldPeople } from './lead-notices.job.ts';
import { takeFrom } from './limits.service.ts';
import { announce } from './moves.service.ts';
import { pricesFrom } from './lead-prices.ts';
import { advancedAt, priceAt } from './price.ts';
import { hasProduct } from './products.ts';
import { usualTerms } from './usual-terms.ts';
import { refuseUnchangeable } from './unchangeable.ts';
import { windowEnd } from './windows.ts';

/** The client company a campaign is for: the one named, if the caller has it, else their own. */
async function clientOf(ctx: Ctx, claimed: number | undefined): Promise<Tenant> {
  const company = claimed === undefined ? ctx.tenant : await ctx.company(claimed);
  if (!company) throw notFound();
  if (company.kind !== 'client') throw invalid('companyID', 'campaigns.problem.client');
  return company;
}

/** What the agency says of a campaign besides its price. */
export type OfAgency = Pick<CampaignRow, 'hide_phone' | 'has_minimum_leads' | 'minimum_leads' | 'admin_notify_to'>;
const NOTHING_SAID: OfAgency = { hide_phone: false, has_minimum_leads: false, minimum_leads: 0, admin_notify_to: [] };

/**
 * Founds a campaign, as a draft, for a client whose modules include the product. `said`: what its agency has said already, of the campaign that
 * it is a copy of. Throws 404 for a foreign client and a module that is off.
 */
export async function createCampaign(
  ctx: Ctx,
  product: Product,
  companyId: number | undefined,
  input: CampaignInput & Sent,
  extra: Record<string, unknown>,
  said = NOTHING_SAID,
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
  const client = await ctx.use(Clients).find(company.id);
  if (ctx.tenant.kind === 'client' && client?.mayAddCampaigns === false) throw denied('campaigns.problem.add-off');
  if (!(await hasProduct(ctx, company, product))) throw moduleOff(product);
  refuseForeignFields(ctx, product, input);
  const timezone = client?.timezone ?? DEFAULT_ZONE;
  const fields = fieldsOf(input, { timezone, start_date: null, end_date: null, limit_start: null, limit_end: null });
  refuseUnchangeable(input, { status: 'draft', start_date: null, end_date: null, product }, fields);
  const { retail_cents: usual = 0, ...limits } = await usualTerms(ctx, company, product);
  const unpriced = { company_id: company.id, product, retail_cents: String(usual), advanced_cents: null };
  const prices = await pricesFrom(ctx, input, unpriced, true);
  refuseForeignHiding(ctx, fields, said.hide_phone);
  refuseBelowMinimum(ctx, fields, { ...said, lead_limit: limits.lead_limit ?? 0 });
  await refuseStrangers(ctx, company.agencyId, fields, said.admin_notify_to);
  const row = await insertCampaign(ctx.db, company.id, product, {
    timezone,
    ...limits,
    retail_cents: usual,
    ...fields,
    ...prices,
    extra,
  });
  await saveFields(ctx, campaignOf(row), input, true);
  await announce(ctx, row, null);
  return row;
}

/** Changes what was given of a campaign. Throws 404 for a foreign one, 409 for an archived one. */
export async function changeCampaign(
  ctx: Ctx,
  id: number,
  input: CampaignInput & Sent,
  extra: Record<string, unknown>,
): Promise<CampaignRow> {
  const row = await lockCampaign(ctx, id);
  if (!row) throw notFound();
  if (row.status === 'archived') throw conflict('campaigns.problem.archived');
  refuseForeignFields(ctx, row.product, input);
  const typed = fieldsOf(input, row);
  refuseUnchangeable(input, row, typed);
  const fields = { ...typed, ...(await pricesFrom(ctx, input, row, false)) };
  refuseForeignHiding(ctx, fields, row.hide_phone);
  refuseBelowMinimum(ctx, fields, row);
  await refuseStrangers(ctx, row.agency_id, fields, row.admin_notify_to);
  if (hasBegun(row, ctx.now) && fields.starts_at && fields.starts_at > ctx.now)
    throw invalid('startdatecampaign', 'campaigns.problem.begun');
  const changed = await updateCampaign(ctx.db, id, {
    name: row.name,
    ...fields,
    ...repricing(row, fields, ctx.now),
    ...(await recounting(ctx, row, fields)),
    extra: { ...row.extra, ...extra },
  });
  // A raised cap takes effect at once, and one lowered below what is used is used up at once.
  if (changed.active_retail_cents !== null) await takeFrom(ctx, changed, 0, ctx.now);
  await saveFields(ctx, campaignOf(changed), input, false);
  await announce(ctx, changed);
  return changed;
}

/** Changes a campaign as its form would, with what `make` answers once the campaign is locked. */
export async function changeLocked(ctx: Ctx, id: number, make: (campaign: Campaign) => Promise<Sent>): Promise<CampaignRow> {
  const row = await lockCampaign(ctx, id);
  if (!row) throw notFound();
  const sent = await make(campaignOf(row));
  return Object.keys(sent).length === 0 ? row : changeCampaign(ctx, id, sent, {});
}

/** The least that a lead limit may be is said by the agency; no limit at all is more than any. */
function refuseBelowMinimum(
  ctx: Ctx,
  fields: CampaignFields,
  present: Pick<CampaignRow, 'has_minimum_leads' | 'minimum_leads' | 'lead_limit'>,
): void {
  const { has_minimum_leads: isOn, minimum_leads: least, lead_limit: limit } = { ...present, ...fields };
  if (ctx.tenant.kind === 'client') {
    if (isOn !== present.has_minimum_leads) throw invalid('enableMinimumLimitLeads', 'campaigns.problem.minimum-of-agency');
    if (least !== present.minimum_leads) throw invalid('minimumLimitLeads', 'campaigns.problem.minimum-of-agency');
  }
  const isTouched = fields.has_minimum_leads !== undefined || fields.minimum_leads !== undefined || fields.lead_limit !== undefined;
  if (isTouched && isOn && limit > 0 && limit < least) throw invalid('LimitLead', 'campaigns.problem.below-minimum', { least });
}

/** Whether a client sees phone numbers is said by its agency as well. */
function refuseForeignHiding(ctx: Ctx, fields: CampaignFields, present: boolean): void {
  if (fields.hide_phone !== undefined && fields.hide_phone !== present && ctx.tenant.kind === 'client')
    throw invalid('clientHidePhone', 'campaigns.problem.phone-of-agency');
}

/** Who of the agency is told is said by the agency, among those of its people who are told of anything. */
async function refuseStrangers(ctx: Ctx, agencyId: number, fields: CampaignFields, present: readonly number[]): Promise<void> {
  const sent = fields.admin_notify_to;
  if (!sent || (sent.length === present.length && sent.every((id) => present.includes(id)))) return;
  if (ctx.tenant.kind === 'client') throw invalid('adminNotifyTo', 'campaigns.problem.notify-of-agency');
  const known = new Set([...present, ...(await toldPeople(ctx, agencyId)).map(({ id }) => id)]);
  if (sent.some((id) => !known.has(id))) throw invalid('adminNotifyTo', 'campaigns.problem.notify');
}

/** A new number of leads between two notices counts from now on. */
async function recounting(ctx: Ctx, row: CampaignRow, fields: CampaignFields): Promise<CampaignFields> {
  if (fields.notify_every === undefined || fields.notify_every === row.notify_every) return {};
  return { noticed_leads: (await leadCounts(ctx, [row])).get(row.id) ?? 0 };
}

/** New prices of a campaign that has been active count for leads from the next local midnight; until then those in force stay. */
function repricing(row: CampaignRow, fields: CampaignFields, now: Date): CampaignFields {
  const isNew = fields.retail_cents !== undefined && fields.retail_cents !== Number(row.retail_cents);
  if ((!isNew && fields.advanced_cents === undefined) || row.active_retail_cents === null) return {};
  return {
    active_retail_cents: priceAt(row, now),
    active_advanced_cents: advancedAt(row, now),
    retail_from: windowEnd(now, 'day', fields.timezone ?? row.timezone),
  };
}

/** A campaign that is or was running; its beginning is history. */
const hasBegun = (row: CampaignRow, now: Date): boolean =>
  row.status === 'active' ||
  row.status === 'ended' ||
  row.status === 'stopped' ||
  (row.status === 'paused' && (row.starts_at === null || row.starts_at <= now));
