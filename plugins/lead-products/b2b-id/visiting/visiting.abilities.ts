import { type AbilityRules, ownedBy } from '../../../../core/contract.ts';

/** Companies that visited are for those who run campaigns; whoever may change campaigns may spend money on contacts. */
export const visitingAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  if (tenant.kind === 'root' || actor.userType === 'sales' || !rights.LeadsPeek.enable) return;
  can('read', 'VisitingCompany', ownedBy(tenant));
  if (rights.LeadsPeek.update) can('update', 'VisitingCompany', ownedBy(tenant));
};
