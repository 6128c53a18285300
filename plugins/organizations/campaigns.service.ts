import { type Ctx, invalid } from '../../core/contract.ts';
import type { CampaignSave } from '../campaigns/contract.ts';
import type { OrganizationRow } from './organizations.store.ts';
import { keyOf } from './tree.ts';

/** Keeps `clientOrganizationID` of a campaign that was saved: one of the campaign's agency, or none. Throws 422 for any other. */
export const saveCampaignOrganization: CampaignSave = async (ctx, campaign, { clientOrganizationID: sent }) => {
  if (sent === undefined) return;
  const id = sent?.trim() ?? '';
  // Booking is the agency's business: what its client sends empty, because it is not told, changes nothing.
  if (id === '' && ctx.tenant.kind === 'client') return;
  const place = { company_id: campaign.agencyId, campaign_id: campaign.id };
  if (id === '') return void (await ctx.db('organizations_campaign').where(place).delete());
  const rows: OrganizationRow[] = await ctx.db('organizations_organization').where({ company_id: campaign.agencyId });
  const chosen = rows.find((row) => keyOf(row) === id);
  if (!chosen) throw invalid('clientOrganizationID', 'organizations.problem.unknown');
  await ctx
    .db('organizations_campaign')
    .insert({ ...place, organization_id: chosen.id })
    .onConflict(['company_id', 'campaign_id'])
    .merge(['organization_id']);
};

/** What campaigns are booked under, by campaign; those without one, or out of the caller's sight, are left out. */
export async function organizationsOfCampaigns(ctx: Ctx, campaignIds: readonly number[]): Promise<Map<number, string>> {
  const rows = (await ctx
    .db('organizations_campaign as c')
    .join('organizations_organization as o', 'o.id', 'c.organization_id')
    .whereIn('c.campaign_id', [...campaignIds])
    .select('c.campaign_id', 'o.*')) as (OrganizationRow & { campaign_id: number })[];
  return new Map(rows.map((row) => [row.campaign_id, keyOf(row)]));
}
