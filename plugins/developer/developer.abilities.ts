import { type AbilityRules, ownedBy } from '../../core/contract.ts';

/** Operators switch the mode; owners and administrators of agencies use it, in person: nobody makes keys in somebody else's name. */
export const developerAbilities: AbilityRules = ({ can }, { actor, tenant, rights, viewedBy }) => {
  if (tenant.kind === 'root' && actor.isSystemUser) {
    if (rights.Settings.enable) can('read', 'DeveloperMode', ownedBy(tenant));
    if (rights.Settings.update) can('update', 'DeveloperMode', ownedBy(tenant));
  }
  if (tenant.kind === 'agency' && actor.userType !== 'sales') {
    const own = { company_id: tenant.id };
    if (rights.Settings.enable) can('read', 'ApiKey', own);
    if (!viewedBy && rights.Settings.create) can('create', 'ApiKey', own);
    if (!viewedBy && rights.Settings.delete) can('delete', 'ApiKey', own);
    if (!viewedBy && rights.Settings.update) can('agree', 'ApiKey', own);
  }
};
