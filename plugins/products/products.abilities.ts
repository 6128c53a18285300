import type { AbilityRules } from '../../core/contract.ts';

/** The screens of products are for those who run campaigns; operators have the agency list instead. */
export const productAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  if (tenant.kind !== 'root' && actor.userType !== 'sales' && rights.LeadsPeek.enable) can('open', 'Product');
};
