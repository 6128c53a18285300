import type { AbilityRules } from '../../../core/contract.ts';

/** Operators of the root say which payment terms agencies may offer. */
export const companyAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  if (tenant.kind === 'root' && actor.isSystemUser && rights.Settings.update) can('update', 'PaymentTerms');
};
