import { type AbilityRules, ownedBy } from '../../../core/contract.ts';

/**
 * The look of a company is the business of its own people with the right to its settings; addresses and a mail server of their own are
 * for agencies; foreign code is for the agency's owner alone. Clients and sales people change nothing.
 */
export const whiteLabelAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  if (tenant.kind === 'client' || actor.userType === 'sales') return;
  const { enable, update } = rights.Settings;
  const own = ownedBy(tenant);
  if (enable) {
    can('read', 'Branding');
    if (tenant.kind === 'agency') can('read', ['Domain', 'MailServer'], own);
    if (tenant.kind === 'root' && actor.isSystemUser) can('oversee', 'Domain');
  }
  if (update) {
    can('update', 'Branding');
    if (tenant.kind === 'agency') can('update', ['Domain', 'MailServer'], own);
    if (tenant.kind === 'root') can('update', 'FormerHost');
  }
  if (tenant.kind === 'agency' && actor.userType === 'userdownline') {
    if (enable) can('read', 'EmbeddedCode', own);
    if (update) can('update', 'EmbeddedCode', own);
  }
};
