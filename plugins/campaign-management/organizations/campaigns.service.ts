import { type Ctx, invalid, T } from '../../../core/contract.ts';
import type { Campaign, CampaignFieldSet } from '../campaigns/contract.ts';
import { Booking, Organization } from './organization.model.ts';
import { keyOf } from './tree.ts';

/** Keeps `clientOrganizationID` of a campaign that was saved: one of the campaign's agency, or none. Throws 422 for any other. */
async function save(ctx: Ctx, campaign: Campaign, { clientOrganizationID: sent }: { clientOrganizationID?: string | null }): Promise<void> {
  if (sent === undefined) return;
  const id = sent?.trim() ?? '';
  // Booking is the agency's business: what its client sends empty, because it is not told, changes nothing.
  if (id === '' && ctx.tenant.kind === 'client') return;
  const place = { company_id: campaign.agencyId, campaign_id: campaign.id };
  if (id === '') return void (await Booking.query(ctx.db).where(place).delete());
  const rows = await Organization.query(ctx.db).where({ company_id: campaign.agencyId });
  const chosen = rows.find((row) => keyOf(row) === id);
  if (!chosen) throw invalid('clientOrganizationID', 'organizations.problem.unknown');
  await Booking.query(ctx.db)
    .insert({ ...place, organization_id: chosen.id })
    .onConflict(['company_id', 'campaign_id'])
    .merge(['organization_id']);
}

/** What campaigns are booked under, by campaign; empty for those without one, and for those whose booking is out of the caller's sight. */
async function organizationsOf(ctx: Ctx, campaignIds: readonly number[]): Promise<Map<number, { clientOrganizationID: string }>> {
  const rows = await Booking.query(ctx.db)
    .joinRelated('organization')
    .whereIn('campaign_id', campaignIds)
    .select('campaign_id', 'organization.id', 'organization.custom_id')
    .castTo<(Pick<Organization, 'id' | 'custom_id'> & { campaign_id: number })[]>();
  const keys = new Map(rows.map((row) => [row.campaign_id, keyOf(row)]));
  return new Map(campaignIds.map((id) => [id, { clientOrganizationID: keys.get(id) ?? '' }]));
}

/** The agency's organization that a campaign is booked under. */
export const campaignOrganization: CampaignFieldSet = {
  fields: { clientOrganizationID: T.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 100 }) },
  shown: { clientOrganizationID: T.String() },
  ui: { clientOrganizationID: { widget: 'select', options: { route: 'organizations.options' }, ability: ['read', 'Organization'] } },
  // Not everybody sees it, so it cannot be made a duty.
  open: { clientOrganizationID: ['title', 'help'] },
  texts: 'organizations.campaign',
  of: (ctx, campaigns) =>
    organizationsOf(
      ctx,
      campaigns.map(({ id }) => id),
    ),
  save,
};
