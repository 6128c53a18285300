import { type AbilityRules, ownedBy } from '../../../core/contract.ts';

/** Clients and agencies work with their own campaigns as their role allows; operators look. */
export const campaignAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  if (actor.userType === 'sales') return;
  // Prices are a matter of money, so they ask for more than work on campaigns; clients see what they pay and no more.
  if ((tenant.kind === 'agency' || actor.isSystemUser) && rights.Settings.update) can('update', 'CampaignPrice');
  const own = ownedBy(tenant);
  const area = rights.LeadsPeek;
  if (area.enable) can('read', 'Campaign', own);
  if (tenant.kind === 'root') return;
  if (area.create) can('create', 'Campaign', own);
  if (area.update) can('update', 'Campaign', own);
  if (area.delete) can('delete', 'Campaign', own);
};
