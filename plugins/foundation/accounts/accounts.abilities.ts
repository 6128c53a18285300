import { type AbilityRules, ownedBy } from '../../../core/contract.ts';

/** Everybody sees and changes themselves; agencies and operators those of their companies. */
export const accountAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  can(['read', 'update'], 'Account', { id: actor.id });
  if (tenant.kind === 'client' || actor.userType === 'sales') return;
  if (rights.Settings.enable) can('read', 'Account', ownedBy(tenant));
  if (rights.Settings.update) can(['update', 'reset-factor'], 'Account', ownedBy(tenant));
};
