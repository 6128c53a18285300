import { type AbilityRules, ownedBy } from '../../../core/contract.ts';

/** Clients give their leads back; those of their agency who deal with money answer. */
export const warrantyAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  if (!rights.LeadsPeek.enable) return;
  if (actor.userType === 'client') {
    can('read', 'LeadReturn', ownedBy(tenant));
    if (rights.LeadsPeek.update) can('create', 'LeadReturn', ownedBy(tenant));
  }
  if (tenant.kind !== 'agency' || (actor.userType !== 'userdownline' && actor.userType !== 'administrator')) return;
  if (rights.Settings.enable) can('read', 'LeadReturn', ownedBy(tenant));
  if (rights.Settings.update) can('update', 'LeadReturn', ownedBy(tenant));
};
