import type { AbilityRules } from '../../../core/contract.ts';

/**
 * The screens of products are for those who run campaigns; operators have the agency list instead. Those of the menu Campaign, over all
 * products, ask for that area as well.
 */
export const productAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  // Operators and sales people see how agencies are; which of them, the blocks on it decide.
  if (tenant.kind === 'root' && (actor.isSystemUser || actor.userType === 'sales')) can('open', 'Home');
  if (tenant.kind === 'root' || actor.userType === 'sales' || !rights.LeadsPeek.enable) return;
  can('open', ['Home', 'Product']);
  if (!rights.Campaign.enable) return;
  can('open', 'CampaignMenu');
  if (tenant.kind === 'agency') can('list-clients', 'CampaignMenu');
  if (rights.Campaign.create && rights.LeadsPeek.create) can('set-up', 'CampaignMenu');
};
