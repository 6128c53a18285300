import { type AbilityRules, ownedBy } from '../../core/contract.ts';

const WALLET_USERS = new Set(['userdownline', 'administrator']);

/** Owners and administrators of an agency use its wallet; clients read what they owe; root operators set prices and how an agency is billed. */
export const walletAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  if (tenant.kind === 'agency' && WALLET_USERS.has(actor.userType ?? '')) {
    if (rights.Settings.enable) can('read', ['Wallet', 'WholesalePrice'], ownedBy(tenant));
    if (rights.Settings.enable) can('read', 'AccountStatement');
    if (rights.Settings.update) can(['update', 'charge'], 'Wallet', ownedBy(tenant));
  }
  if (tenant.kind === 'client' && rights.Settings.enable) can('read', 'AccountStatement');
  if (tenant.kind === 'root' && actor.isSystemUser) {
    if (rights.Settings.enable) can('read', ['WholesalePrice', 'WalletBilling']);
    if (rights.Settings.update) can('update', ['WholesalePrice', 'WalletBilling']);
  }
};
