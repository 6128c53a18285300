import { type AbilityRules, ownedBy } from '../../../core/contract.ts';

/** Groups order an agency's clients and campaigns; nobody else has any. */
export const groupAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  if (tenant.kind !== 'agency' || actor.userType === 'sales') return;
  const own = ownedBy(tenant);
  if (rights.Settings.enable) can('read', 'CompanyGroup', own);
  if (rights.Settings.create) can('create', 'CompanyGroup', own);
  if (rights.Settings.update) can('update', 'CompanyGroup', own);
  if (rights.Settings.delete) can('delete', 'CompanyGroup', own);
};
