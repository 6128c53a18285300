import { type AbilityRules, ownedBy } from '../../../core/contract.ts';

/**
 * `list` is the management screen, which belongs to agencies; `read` is knowing of a client, which operators and the client
 * itself may as well; `survey` is to see whom an agency has, which is for operators; `choose` is to say for which client something is, which makes no sense to a client.
 */
export const clientAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  const own = ownedBy(tenant);
  if (tenant.kind === 'client') can('read', 'Client', own);
  if (tenant.kind === 'root' && actor.isSystemUser) can(['read', 'choose', 'survey'], 'Client', own);
  if (tenant.kind !== 'agency' || actor.userType === 'sales') return;
  can(['read', 'choose'], 'Client', own);
  if (!rights.Settings.enable) return;
  can('list', 'Client', own);
  if (rights.Settings.create) can('create', 'Client', own);
  if (rights.Settings.update) can('update', 'Client', own);
  if (rights.Settings.delete) can('delete', 'Client', own);
};
