import type { AbilityRules } from '../../../core/contract.ts';

/** Agencies and the platform keep a tree of their own; sales people and clients see none. */
export const organizationAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  if (tenant.kind === 'client' || actor.userType === 'sales') return;
  if (tenant.kind === 'root' && !actor.isSystemUser) return;
  const own = { company_id: tenant.id };
  if (rights.Settings.enable) can('read', 'Organization', own);
  if (rights.Settings.create) can('create', 'Organization', own);
  if (rights.Settings.update) can('update', 'Organization', own);
  if (rights.Settings.delete) can('delete', 'Organization', own);
};
