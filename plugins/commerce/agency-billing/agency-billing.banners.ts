import type { BannerDef } from '../../../core/contract.ts';
import { billingPage } from './agency-billing.pages.ts';
import { gatewayOf } from './company-facts.ts';
import { onboardingOf } from './onboarding.service.ts';

/** An agency is asked for its onboarding charge; who runs the product without a provider of payments is told so, but for clients. */
export const billingBanners: readonly BannerDef[] = [
  {
    id: 'agency-billing.onboarding',
    order: 35,
    async of(ctx) {
      if (ctx.tenant.kind !== 'agency' || !ctx.can('pay', 'AgencyCharge')) return null;
      if ((await onboardingOf(ctx)).state !== 'open') return null;
      return {
        severity: 'warn',
        text: ctx.t('agency-billing.banner.onboarding'),
        link: { title: ctx.t('agency-billing.onboarding.pay'), href: billingPage.path },
      };
    },
  },
  {
    id: 'agency-billing.sandbox',
    order: 90,
    of: async (ctx) =>
      ctx.tenant.kind === 'client' || gatewayOf(ctx) !== 'sandbox'
        ? null
        : { severity: 'info', text: ctx.t('agency-billing.banner.sandbox') },
  },
];
