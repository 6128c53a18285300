import type { AbilityRules } from '../../core/contract.ts';

/** Agencies and clients keep a card; agencies and the root's sales people have an account that takes money. */
export const paymentAbilities: AbilityRules = ({ can }, { actor, tenant, rights, viewedBy }) => {
  if (tenant.kind !== 'root' && rights.Settings.enable) can('read', 'PaymentCard');
  if (tenant.kind !== 'root' && rights.Settings.update && !viewedBy) can('update', 'PaymentCard');
  // In the menu of owners and clients; without a card the page sends to the set-up instead, and its entry is not shown.
  if (actor.userType === 'userdownline' || (tenant.kind === 'client' && rights.Settings.enable)) can('see', 'CardSetting');
  if (tenant.kind === 'agency' && rights.Settings.enable) can('read', 'ConnectedAccount');
  if (tenant.kind === 'agency' && rights.Settings.update && !viewedBy) can(['create', 'update', 'delete'], 'ConnectedAccount');
  if (actor.userType === 'sales') can(['read', 'create', 'update', 'delete'], 'ConnectedAccount');
  if (tenant.kind === 'agency' && rights.Settings.update) can('use', 'Coupon');
  if (actor.isSystemUser && rights.Settings.update) can('use', 'Coupon');
};
