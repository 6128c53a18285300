import { type Ctx, dayOf, notFound } from '../../../core/contract.ts';
import { settable } from './campaign.schema.ts';
import { type CampaignRow, findCampaign } from './campaign.store.ts';
import { viewsOf } from './campaign-view.ts';
import { createCampaign } from './campaigns.service.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import { fieldNames, type Sent } from './fields.ts';

const LONGEST_NAME = 200;
/** Dates of the original; a copy keeps them while they lie ahead. */
const DATES = ['startdatecampaign', 'enddatecampaign', 'LimitLeadStart', 'LimitLeadEnd'] as const;

/** What a campaign costs is said by whoever sets prices. */
const PRICES = ['CostSet', 'CostSetAdvanced', 'CostSetB2b', 'PaymentTerm', 'PlatformFee', 'CostMonth'];

/** The name that a copy gets when nobody gives it one. */
export const copyName = (ctx: Ctx, name: string): string => ctx.t('campaigns.copy-of', { name }).slice(0, LONGEST_NAME);

/**
 * A draft with the settings of another campaign, for the same client. What it costs a client that copies by itself is what a new campaign costs
 * it; all else that its agency said of the original holds for the copy too. Throws 404 for a foreign campaign, and what a new one is refused for.
 */
export async function cloneCampaign(ctx: Ctx, id: number, name: string | undefined): Promise<CampaignRow> {
  const original = await findCampaign(ctx, id);
  if (!original) throw notFound();
  const [view] = await viewsOf(ctx, [original]);
  const settings = settingsOf(ctx, original.product, view!);
  // The term is that of the client, now as then.
  for (const field of ctx.can('update', 'CampaignPrice') ? ['PaymentTerm'] : PRICES) delete settings[field];
  const input = { ...settings, campaignName: name ?? copyName(ctx, original.name) };
  const { hide_phone, has_minimum_leads, minimum_leads, admin_notify_to } = original;
  const ofAgency = { hide_phone, has_minimum_leads, minimum_leads, admin_notify_to };
  return createCampaign(ctx, original.product, original.company_id, input, original.extra, ofAgency);
}

/** What can be set on a campaign, as it is shown; dates that have passed are left out. */
function settingsOf(ctx: Ctx, product: Product, view: Sent & { timezone: string }): Record<string, unknown> {
  const names = [...Object.keys(settable), ...fieldNames(ctx, product)];
  const settings = Object.fromEntries(
    names.flatMap((name) => (view[name] === undefined || view[name] === null ? [] : [[name, view[name]]])),
  );
  const now = dayOf(ctx.now, view.timezone);
  if (DATES.some((name) => settings[name] && String(settings[name]) < now)) for (const name of DATES) delete settings[name];
  return settings;
}
