import { type AbilityRules, ownedBy } from '../../core/contract.ts';

/** Who works with campaigns sees what they have left; buying is a matter of money, and of nobody who looks through another's account. */
export const prepaidAbilities: AbilityRules = ({ can }, { actor, tenant, rights, viewedBy }) => {
  if (actor.userType === 'sales') return;
  if (rights.LeadsPeek.enable) can('read', 'Pack', ownedBy(tenant));
  if (tenant.kind !== 'root' && rights.LeadsPeek.enable && rights.Settings.update && !viewedBy) can('buy', 'Pack', ownedBy(tenant));
};
