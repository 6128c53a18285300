import { type AbilityRules, ownedBy } from 'lead-platform/contract';

export const callListAbilities: AbilityRules = ({ can }, { tenant, rights }) => {
  if (rights.Settings.enable) can('read', 'SkippedNumber', ownedBy(tenant));
  if (rights.Settings.create) can('create', 'SkippedNumber', ownedBy(tenant));
  if (rights.Settings.delete) can('delete', 'SkippedNumber', ownedBy(tenant));
};
