import { type AbilityRules, ownedBy } from '../../../core/contract.ts';

/** Visits are for the people who may see leads, but not for sales; the supplier is the operators' business. */
export const captureAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  if (rights.LeadsPeek.enable && actor.userType !== 'sales') {
    can('read', ['RefusedHost', 'HeldVisit', 'Visit'], ownedBy(tenant));
    // What was held is decided by those whose money it is.
    if (tenant.kind !== 'root' && rights.LeadsPeek.update) can('update', 'HeldVisit', ownedBy(tenant));
  }
  if (!actor.isSystemUser) return;
  if (rights.Settings.enable) can('read', 'Supplier');
  if (rights.Settings.update) can('update', 'Supplier');
};
