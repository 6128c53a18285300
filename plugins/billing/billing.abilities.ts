import { type AbilityRules, ownedBy } from '../../core/contract.ts';

/** Everybody reads the bills of his company and of those below; clients pay, agencies issue, credit and void. */
export const billingAbilities: AbilityRules = ({ can }, { actor, tenant, rights, viewedBy }) => {
  if (rights.Settings.enable && (tenant.kind !== 'root' || actor.isSystemUser)) can('read', ['Invoice', 'CreditNote'], ownedBy(tenant));
  if (tenant.kind === 'client' && rights.Settings.update && !viewedBy) can('pay', 'Invoice', ownedBy(tenant));
  if (tenant.kind === 'agency' && rights.Settings.update && !viewedBy) can(['credit', 'issue', 'void'], 'Invoice', ownedBy(tenant));
  if (tenant.kind === 'agency' && rights.Settings.enable) can('read', 'BillingSetting');
  if (tenant.kind === 'agency' && rights.Settings.update) can('update', 'BillingSetting');
};
