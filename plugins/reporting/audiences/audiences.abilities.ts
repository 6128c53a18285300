import type { AbilityRules } from '../../../core/contract.ts';

/**
 * Audiences belong to the area Campaign, and what they show to that of leads. Each company has its own: an agency's are made of the leads of
 * all its clients. Nobody carries them away who only looks through an account, unless that was granted.
 */
export const audienceAbilities: AbilityRules = ({ can }, { actor, tenant, rights, viewedBy }) => {
  if (tenant.kind === 'root' || actor.userType === 'sales' || !rights.Campaign.enable || !rights.LeadsPeek.enable) return;
  const own = { company_id: tenant.id };
  can('read', 'Audience', own);
  if (!viewedBy || viewedBy.mayExport) can('export', 'Audience', own);
  if (rights.Campaign.create) can('create', 'Audience', own);
  if (rights.Campaign.update) can('update', 'Audience', own);
  if (rights.Campaign.delete) can('delete', 'Audience', own);
};
