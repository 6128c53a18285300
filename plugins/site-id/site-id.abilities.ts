import type { AbilityRules, PageGuard } from '../../core/contract.ts';

/** The product's screens are for those who run campaigns; operators have the agency list instead. */
export const siteIdAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  if (tenant.kind !== 'root' && actor.userType !== 'sales' && rights.LeadsPeek.enable) can('open', 'SiteId');
};

/** The specification sends operators on from the screens of a product. */
export const operatorGuard: PageGuard = {
  id: 'site-id.operators',
  order: 50,
  check: async (ctx, page) =>
    page.id.startsWith('site-id.') && ctx.tenant.kind === 'root'
      ? { go: '/configuration/agency-list', why: 'site-id.guard.operators' }
      : null,
};
