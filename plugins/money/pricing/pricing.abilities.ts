import { type AbilityRules, ownedBy } from '../../../core/contract.ts';

const SELLERS = new Set(['user', 'userdownline', 'administrator']);

/**
 * What agencies pay is said by operators of the platform and seen by the agency itself. What clients pay is said by their agency.
 * Clients see neither; sales people see what the agencies pay that they look after.
 */
export const pricingAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  const own = ownedBy(tenant);
  if (tenant.kind === 'root' && actor.isSystemUser) {
    if (rights.Settings.enable) can('read', 'AgencyCost', own);
    if (rights.Settings.update) can('update', 'AgencyCost', own);
  }
  if (tenant.kind === 'root' && actor.userType === 'sales' && rights.Settings.enable) can('read', 'AgencyCost', own);
  if (tenant.kind !== 'agency' || !SELLERS.has(actor.userType ?? '')) return;
  if (rights.Settings.enable) {
    can('read', ['AgencyCost', 'ClientCost'], own);
    can('read-own', 'AgencyCost', own);
  }
  if (rights.Settings.update) can('update', 'ClientCost', own);
};
