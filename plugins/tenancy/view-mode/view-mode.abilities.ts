import { type AbilityRules, ownedBy } from '../../../core/contract.ts';

/** Operators of the root look through the accounts below them, and see who did; never from inside of such a look. */
export const viewModeAbilities: AbilityRules = ({ can }, { actor, tenant, rights, viewedBy }) => {
  if (viewedBy || tenant.kind !== 'root' || !actor.isSystemUser || !rights.Settings.enable) return;
  const own = ownedBy(tenant);
  can('switch', 'View');
  can('read', 'ViewVisit', own);
  if (!rights.Settings.update) return;
  can('end', 'ViewVisit', own);
  can('update', 'ViewRights');
};
