import { type AbilityRules, ownedBy } from '../../core/contract.ts';

export const callBacksAbilities: AbilityRules = ({ can }, { tenant, rights }) => {
  if (rights.Settings.enable) can('read', 'CallBacksItem', ownedBy(tenant));
  if (rights.Settings.create) can('create', 'CallBacksItem', ownedBy(tenant));
  if (rights.Settings.delete) can('delete', 'CallBacksItem', ownedBy(tenant));
};
