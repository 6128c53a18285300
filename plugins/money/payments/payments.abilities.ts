import type { AbilityRules } from '../../../core/contract.ts';

/** Agencies and clients keep a card; agencies and the root's sales people have an account that takes money. */
export const paymentAbilities: AbilityRules = ({ can }, { actor, tenant, rights, viewedBy }) => {
  if (tenant.kind !== 'root' && rights.Settings.enable) can('read', 'PaymentCard');
  if (tenant.kind !== 'root' && rights.Settings.update && !viewedBy) can('update', 'PaymentCard');
  // Without a card the page sends to the set-up instead, and its entry is not shown.
  if (tenant.kind !== 'root' && (actor.userType === 'userdownline' || rights.Settings.enable)) can('see', 'CardSetting');
  if (tenant.kind === 'agency' && rights.Settings.enable) can('read', 'ConnectedAccount');
  if (tenant.kind === 'agency' && rights.Settings.update && !viewedBy) can(['create', 'update', 'delete'], 'ConnectedAccount');
  if (actor.userType === 'sales') can(['read', 'create', 'update', 'delete'], 'ConnectedAccount');
  if (tenant.kind === 'agency' && rights.Settings.update) can('use', 'Coupon');
  if (actor.isSystemUser && rights.Settings.update) can('use', 'Coupon');
};
