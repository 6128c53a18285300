import { type AbilityRules, ownedBy } from '../../../core/contract.ts';

/** Operators write connectors; companies connect them like any other. */
export const documentAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  if (tenant.kind !== 'root' || !actor.isSystemUser) return;
  const own = ownedBy(tenant);
  if (rights.Settings.enable) can('read', 'ConnectorDocument', own);
  if (rights.Settings.update) can(['create', 'update', 'publish'], 'ConnectorDocument', own);
};
