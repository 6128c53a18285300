import { type AbilityRules, ownedBy } from '../../../core/contract.ts';

/**
 * Roles are a company's own: agencies and the platform manage theirs, for their people and their clients'. Operators can look at
 * those of companies below. Sales people and clients know of none.
 */
export const roleAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  if (tenant.kind === 'client' || actor.userType === 'sales' || actor.userType === 'client') return;
  if (tenant.kind === 'root' && !actor.isSystemUser) return;
  const own = { company_id: tenant.id };
  if (rights.Settings.enable) can('read', 'Role', ownedBy(tenant));
  if (rights.Settings.create) can('create', 'Role', own);
  if (rights.Settings.update) can('update', 'Role', own);
  if (rights.Settings.delete) can('delete', 'Role', own);
};
