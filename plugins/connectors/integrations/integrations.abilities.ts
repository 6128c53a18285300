import type { AbilityRules } from '../../../core/contract.ts';

const WHO = new Set(['client', 'userdownline', 'administrator']);

/** Clients and agencies each keep their own connections; nobody sees another company's, whose credentials they hold. */
export const integrationAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  // Whose deliveries fail, and nothing of what they hold.
  if (tenant.kind === 'root' && actor.isSystemUser) can('oversee', 'Delivery');
  const { LeadsPeek } = rights;
  if (!actor.userType || !WHO.has(actor.userType) || !LeadsPeek.enable) return;
  const own = { company_id: tenant.id };
  can('read', ['Connection', 'Delivery', 'Erasure'], own);
  // Where the leads of a campaign go, by name and state.
  can('read', 'Destination');
  // An agency hears of what fails among all that needs attention: whether leads arrive is asked by whoever they are for.
  if (tenant.kind === 'client') can('read', 'DeliveryHealth');
  // Which of its clients' connections do not work, and nothing of what they hold.
  if (tenant.kind === 'agency') can('read', 'ClientConnection');
  if (LeadsPeek.create) can('create', 'Connection', own);
  if (LeadsPeek.update) can('update', ['Connection', 'Delivery', 'Erasure'], own);
  if (LeadsPeek.delete) can('delete', 'Connection', own);
};
