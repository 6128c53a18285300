import { type AbilityRules, ownedBy } from '../../core/contract.ts';

/** Clients and agencies work with their own campaigns as their role allows; operators look. */
export const campaignAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  if (actor.userType === 'sales') return;
  const own = ownedBy(tenant);
  const area = rights.LeadsPeek;
  if (area.enable) can('read', 'Campaign', own);
  if (tenant.kind === 'root') return;
  if (area.create) can('create', 'Campaign', own);
  if (area.update) can('update', 'Campaign', own);
  if (area.delete) can('delete', 'Campaign', own);
};
