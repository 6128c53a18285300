import { type AbilityRules, ownedBy } from '../contract.ts';

/** Root operators shape forms and see the platform's health; agencies shape their own forms and brand. */
export const coreAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  const settings = rights.Settings;
  if (actor.isSystemUser && settings.enable) can('read', 'Platform');
  if (tenant.kind === 'client' || actor.userType === 'sales') return;
  const own = ownedBy(tenant);
  if (settings.enable) can('read', ['FormLayer', 'Audit'], own);
  if (settings.update) {
    can('update', 'FormLayer', own);
    can('update', 'Branding');
  }
};
