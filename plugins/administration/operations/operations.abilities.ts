import { type AbilityRules, ownedBy } from '../../../core/contract.ts';

/** For operators of the root in their own name. */
export const operationsAbilities: AbilityRules = ({ can }, { actor, tenant, rights, viewedBy }) => {
  if (tenant.kind !== 'root' || !actor.isSystemUser || viewedBy || !rights.Operations.enable) return;
  const own = ownedBy(tenant);
  can('read', 'Snapshot', own);
  can('read', ['Work', 'Processes', 'ModuleGrant', 'Announcement']);
  if (!rights.Operations.update) return;
  can('update', ['Work', 'Announcement']);
  can('update', 'Snapshot', own);
  // What agencies get is a setting as well, wherever it is changed.
  if (rights.Settings.update) {
    can('update', 'ModuleGrant');
    can('push', 'Snapshot', own);
  }
};
