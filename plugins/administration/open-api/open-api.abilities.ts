import { type AbilityRules, ownedBy } from '../../../core/contract.ts';

/** Events and the endpoints that they are sent to are for those of an agency who have to do with programs. */
export const openApiAbilities: AbilityRules = ({ can }, { actor, tenant, rights, viewedBy }) => {
  if (tenant.kind !== 'agency' || actor.userType === 'sales' || !rights.Developer.enable) return;
  const own = { company_id: tenant.id };
  can('read', 'ApiEvent', ownedBy(tenant));
  can('read', 'WebhookEndpoint', own);
  if (viewedBy) return;
  if (rights.Developer.create) can('create', ['WebhookEndpoint', 'SignInLink', 'SandboxLead'], own);
  if (rights.Developer.update) can('update', 'WebhookEndpoint', own);
  if (rights.Developer.delete) can('delete', ['WebhookEndpoint', 'SandboxLead'], own);
};
