import { type AbilityRules, ownedBy } from '../../../core/contract.ts';

/** Columns of the profile that name sales people. */
export const SALES_COLUMNS = ['sales_rep_id', 'sales_ae_id', 'sales_ref_id'] as const;

/** Operators of the root manage agencies; its sales people see those they are assigned to; nobody else knows of any. */
export const agencyAbilities: AbilityRules = ({ can }, { actor, tenant, rights, viewedBy }) => {
  // An agency may give up its plan itself, in person.
  if (tenant.kind === 'agency' && actor.userType === 'userdownline' && rights.Settings.update && !viewedBy) can('cancel', 'Subscription');
  if (tenant.kind !== 'root' || !rights.Settings.enable) return;
  if (actor.userType === 'sales') {
    for (const column of SALES_COLUMNS) can(['read', 'look-after'], 'Agency', { root_id: tenant.id, [column]: actor.id });
    return;
  }
  if (!actor.isSystemUser) return;
  const own = ownedBy(tenant);
  // `oversee`: what operators see beside the rows that sales people see too, e.g. switches they may not be allowed to turn.
  can(['read', 'look-after', 'oversee'], 'Agency', own);
  if (rights.Settings.create) can('create', 'Agency', own);
  if (rights.Settings.update) can('update', 'Agency', own);
  if (rights.Settings.update) can('cancel', 'Subscription');
  if (rights.Settings.delete) can('delete', 'Agency', own);
};
