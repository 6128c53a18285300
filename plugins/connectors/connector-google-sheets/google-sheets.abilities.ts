import { type AbilityRules, ownedBy } from '../../../core/contract.ts';

/** Clients and agencies see the spreadsheets of their campaigns, and work with them as their role allows; operators look. */
export const abilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  if (!actor.userType || actor.userType === 'sales' || !rights.LeadsPeek.enable) return;
  const own = ownedBy(tenant);
  can('read', 'Spreadsheet', own);
  if (tenant.kind === 'root') return;
  if (rights.LeadsPeek.create) can('create', 'Spreadsheet', own);
  if (rights.LeadsPeek.update) can('update', 'Spreadsheet', own);
};
