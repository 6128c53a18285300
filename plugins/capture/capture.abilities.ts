import { type AbilityRules, ownedBy } from '../../core/contract.ts';

/** Leads are for the people of the client, its agency and the root, but not for sales; the supplier is the operators' business. */
export const captureAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  if (rights.LeadsPeek.enable && actor.userType !== 'sales') {
    can('read', ['Lead', 'LeadDay', 'LeadTotal', 'RefusedHost', 'HeldVisit'], ownedBy(tenant));
    // What was held is decided by those whose money it is.
    if (tenant.kind !== 'root' && rights.LeadsPeek.update) can('update', 'HeldVisit', ownedBy(tenant));
  }
  if (!actor.isSystemUser) return;
  // Figures name nobody: they are not what the area of leads keeps back.
  can('read', 'LeadDay', ownedBy(tenant));
  if (rights.Settings.enable) can('read', 'Supplier');
  if (rights.Settings.update) can('update', 'Supplier');
};
