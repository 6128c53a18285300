import { type AbilityRules, ownedBy } from '../../../core/contract.ts';

/** Operators switch the mode; people of agencies use it as their role allows, in person: nobody makes keys in somebody else's name. */
export const developerAbilities: AbilityRules = ({ can }, { actor, tenant, rights, viewedBy }) => {
  const area = rights.Developer;
  if (tenant.kind === 'root' && actor.isSystemUser) {
    if (area.enable) can('read', 'DeveloperMode', ownedBy(tenant));
    if (area.update) can('update', 'DeveloperMode', ownedBy(tenant));
  }
  if (tenant.kind === 'agency' && actor.userType !== 'sales') {
    const own = { company_id: tenant.id };
    if (area.enable) can('read', 'ApiKey', own);
    if (!viewedBy && area.create) can('create', 'ApiKey', own);
    if (!viewedBy && area.delete) can('delete', 'ApiKey', own);
    if (!viewedBy && area.update) can('agree', 'ApiKey', own);
  }
};
