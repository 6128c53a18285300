import { type AbilityRules, ownedBy } from '../../../core/contract.ts';

/**
 * Operators, agencies and clients read what was done in their company and those below it, if their role shows them the settings;
 * sales people do not. Rows of the log may come out as a file for the same people.
 */
export const userLogAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  can('report', 'UserLog');
  if (actor.userType === 'sales' || !rights.Settings.enable) return;
  can(['read', 'search', 'export'], 'Audit', ownedBy(tenant));
  if (tenant.kind === 'root' && actor.isSystemUser) can('search-agencies', 'Audit');
};
