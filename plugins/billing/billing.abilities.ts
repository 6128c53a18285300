import { type AbilityRules, ownedBy } from '../../core/contract.ts';

/** Everybody reads the bills of his company and of those below; clients pay, agencies issue and credit. */
export const billingAbilities: AbilityRules = ({ can }, { actor, tenant, rights, viewedBy }) => {
  if (rights.Settings.enable && (tenant.kind !== 'root' || actor.isSystemUser)) can('read', ['Invoice', 'CreditNote'], ownedBy(tenant));
  if (tenant.kind === 'client' && rights.Settings.update && !viewedBy) can('pay', 'Invoice', ownedBy(tenant));
  if (tenant.kind === 'agency' && rights.Settings.update && !viewedBy) can(['credit', 'issue'], 'Invoice', ownedBy(tenant));
  if (tenant.kind === 'agency' && rights.Settings.enable) can('read', 'BillingSetting');
  if (tenant.kind === 'agency' && rights.Settings.update) can('update', 'BillingSetting');
};
