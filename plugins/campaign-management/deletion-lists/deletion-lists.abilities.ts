import type { AbilityRules } from '../../../core/contract.ts';

/** The platform answers to the state, so its operators do who may give and use the right to answer people. */
export const listAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  if (tenant.kind !== 'root' || !actor.isSystemUser || actor.userType === 'sales' || !rights.Privacy.enable) return;
  can('read', 'DeletionList', { company_id: tenant.id });
  if (rights.Privacy.delete) can('delete', 'DeletionList', { company_id: tenant.id });
};
