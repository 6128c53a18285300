import { type AbilityRules, ownedBy } from '../../../core/contract.ts';

/**
 * Everybody reads the bills of their company and of those below; clients pay, agencies issue, credit, refund and void. Each side says how it
 * stands on them, and the seller also how a client does and which taxes it pays.
 */
export const billingAbilities: AbilityRules = ({ can }, { actor, tenant, rights, viewedBy }) => {
  if (rights.Settings.enable && (tenant.kind !== 'root' || actor.isSystemUser)) {
    can('read', ['Invoice', 'CreditNote'], ownedBy(tenant));
    // Those of several clients, which a list then tells apart.
    if (tenant.kind !== 'client') can('oversee', ['Invoice', 'CreditNote'], ownedBy(tenant));
  }
  if (tenant.kind === 'client' && rights.Settings.update && !viewedBy) can('pay', 'Invoice', ownedBy(tenant));
  if (tenant.kind === 'agency' && rights.Settings.update && !viewedBy)
    can(['credit', 'issue', 'refund', 'void'], 'Invoice', ownedBy(tenant));
  // The same figures stand on a page of each side's own.
  if (tenant.kind === 'agency' && rights.Settings.enable) can(['read', 'oversee'], 'BillingOverview');
  if (tenant.kind === 'client' && rights.Settings.enable) can(['read', 'review'], 'BillingOverview');
  if (tenant.kind === 'client' && rights.Settings.enable) can('read', 'BuyerDetails');
  if (tenant.kind === 'client' && rights.Settings.update && !viewedBy) can('update', 'BuyerDetails');
  if (tenant.kind === 'agency' && rights.Settings.enable) can('read', ['SellerDetails', 'TaxRate', 'ClientBilling']);
  if (tenant.kind === 'agency' && rights.Settings.update && !viewedBy) {
    can('update', ['SellerDetails', 'ClientBilling']);
    can(['create', 'delete'], 'TaxRate');
  }
  if (tenant.kind === 'agency' && rights.Settings.enable) can('read', 'BillingSetting');
  if (tenant.kind === 'agency' && rights.Settings.update) can('update', 'BillingSetting');
};
