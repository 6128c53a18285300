import type { AbilityRules } from '../../../core/contract.ts';

/**
 * `Person` is somebody who works for the actor's own company: an agency's administrators, or the root's system users.
 * `SalesPerson` is a sales account, which only system users of the root manage; account executives look at them.
 */
export const peopleAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  if (actor.userType === 'sales') {
    can('read', 'SalesConnection');
    // Which of them are executives the service asks: their rights do not say.
    if (tenant.kind === 'root') can('list', 'SalesPerson', { company_id: tenant.id });
    return;
  }
  const manages = tenant.kind === 'agency' || (tenant.kind === 'root' && actor.isSystemUser);
  if (!manages || !rights.Settings.enable) return;
  can('read', 'Directory');
  const own = { company_id: tenant.id };
  const subjects = tenant.kind === 'root' ? ['Person', 'SalesPerson'] : ['Person'];
  can('list', subjects, own);
  if (rights.Settings.create) can('create', subjects, own);
  if (rights.Settings.update) can('update', subjects, own);
  if (rights.Settings.delete) can('delete', subjects, own);
};
