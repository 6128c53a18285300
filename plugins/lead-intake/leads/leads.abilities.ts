import { type AbilityRules, ownedBy } from '../../../core/contract.ts';

/** Leads are for the people of the client, its agency and the root, but not for sales. */
export const leadsAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  if (tenant.kind !== 'root' && rights.LeadsPeek.enable && actor.userType !== 'sales') {
    can('read', 'LeadTag', ownedBy(tenant));
    if (rights.LeadsPeek.update) can('update', 'LeadTag', ownedBy(tenant));
  }
  if (rights.LeadsPeek.enable && actor.userType !== 'sales') {
    can('read', ['Lead', 'LeadDay', 'LeadSum', 'LeadStateDay', 'LeadStateSum', 'LeadTotal'], ownedBy(tenant));
  }
  // Figures name nobody: they are not what the area of leads keeps back.
  if (actor.isSystemUser) can('read', ['LeadDay', 'LeadSum'], ownedBy(tenant));
};
