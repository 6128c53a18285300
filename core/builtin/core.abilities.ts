import { type AbilityRules, ownedBy } from '../contract.ts';

/** Operators shape forms and see the platform's health; agencies shape their own forms, where they are let, and their brand. */
export const coreAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  const settings = rights.Settings;
  if (actor.isSystemUser && settings.enable) can('read', 'Platform');
  if (tenant.kind === 'client' || actor.userType === 'sales') return;
  const own = ownedBy(tenant);
  const shapes = tenant.kind === 'agency' || actor.isSystemUser;
  if (settings.enable) can('read', 'Audit', own);
  if (settings.enable && shapes) can('read', 'FormLayer', own);
  if (settings.update) {
    if (shapes) can('update', 'FormLayer', own);
    can('share', 'SavedView');
    can('update', 'Branding');
  }
};
