import { type AbilityRules, ownedBy } from '../../../core/contract.ts';

const STAFF = new Set(['userdownline', 'administrator']);

/**
 * The owner of an agency uses its wallet, which its administrators do not see; these read prices and statements. Clients read what they
 * owe; root operators set prices and how an agency is billed.
 */
export const walletAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  if (tenant.kind === 'agency' && STAFF.has(actor.userType ?? '')) {
    if (rights.Settings.enable) can('read', 'WholesalePrice', ownedBy(tenant));
    if (rights.Settings.enable) can('read', 'AccountStatement');
  }
  if (tenant.kind === 'agency' && actor.userType === 'userdownline') {
    if (rights.Settings.enable) can('read', 'Wallet', ownedBy(tenant));
    if (rights.Settings.update) can(['update', 'charge'], 'Wallet', ownedBy(tenant));
  }
  if (tenant.kind === 'client' && rights.LeadsPeek.enable) can('read', 'OwnShare');
  if (tenant.kind === 'client' && rights.Settings.enable) can('read', 'AccountStatement');
  if (tenant.kind === 'root' && actor.isSystemUser) {
    if (rights.Settings.enable) can('read', ['WholesalePrice', 'WalletBilling']);
    if (rights.Settings.update) can('update', ['WholesalePrice', 'WalletBilling']);
  }
};
