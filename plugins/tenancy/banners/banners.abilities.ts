import { type AbilityRules, ownedBy } from '../../../core/contract.ts';

/** Agencies design ads for themselves and their clients, clients for themselves, as their role allows in the area Ads Design. */
export const bannerAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  if (tenant.kind === 'root' || actor.userType === 'sales') return;
  const own = ownedBy(tenant);
  const area = rights.AdsDesign;
  if (area.enable) can('read', 'Banner', own);
  if (area.enable && tenant.kind === 'agency') can('list', 'BannerClient');
  if (area.create) can('create', 'Banner', own);
  if (area.update) can('update', 'Banner', own);
  if (area.delete) can('delete', 'Banner', own);
};
