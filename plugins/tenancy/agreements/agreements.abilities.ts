import type { AbilityRules } from '../../../core/contract.ts';

/**
 * Operators publish texts and share files. Whoever may change a company's settings may bind it, in person only: never somebody who
 * looks through their account. Files under a password are opened by the people of agencies and of the platform.
 */
export const agreementAbilities: AbilityRules = ({ can }, { actor, tenant, rights, viewedBy }) => {
  const own = { company_id: tenant.id };
  if (tenant.kind === 'root' && actor.isSystemUser) {
    if (rights.Settings.enable) can('read', ['Document', 'SharedFile'], own);
    if (rights.Settings.update) can('publish', 'Document', own);
    if (rights.Settings.create) can('create', 'SharedFile', own);
    if (rights.Settings.update) can('update', 'SharedFile', own);
    if (rights.Settings.delete) can('delete', 'SharedFile', own);
  }
  if (tenant.kind !== 'root' && actor.userType !== 'sales') {
    if (rights.Settings.enable) can('read', 'Acceptance', own);
    if (rights.Settings.update && !viewedBy) can('accept', 'Acceptance', own);
  }
  if (tenant.kind !== 'client' && actor.userType !== 'sales') can('open', 'SharedFile');
};
