import { type AbilityRules, ownedBy } from '../../../core/contract.ts';

/**
 * Who works with campaigns sees what they have left; buying changes a campaign, is a matter of money, and of nobody who looks through
 * another's account.
 */
export const prepaidAbilities: AbilityRules = ({ can }, { actor, tenant, rights, viewedBy }) => {
  if (actor.userType === 'sales') return;
  if (rights.LeadsPeek.enable) can('read', 'Pack', ownedBy(tenant));
  if (tenant.kind !== 'root' && rights.LeadsPeek.update && rights.Settings.update && !viewedBy) can('buy', 'Pack', ownedBy(tenant));
};
