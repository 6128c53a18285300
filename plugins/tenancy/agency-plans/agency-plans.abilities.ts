import { type AbilityRules, ownedBy } from '../../../core/contract.ts';

/** Operators of the root say what agencies are charged; an agency may give up its plan itself, in person. */
export const planAbilities: AbilityRules = ({ can }, { actor, tenant, rights, viewedBy }) => {
  if (tenant.kind === 'agency' && actor.userType === 'userdownline' && rights.Settings.update && !viewedBy) can('cancel', 'Subscription');
  if (tenant.kind !== 'root' || !actor.isSystemUser || !rights.Settings.enable) return;
  can('read', 'AgencyPlan', ownedBy(tenant));
  if (rights.Settings.update) {
    can('update', 'AgencyPlan', ownedBy(tenant));
    can('cancel', 'Subscription');
  }
};
