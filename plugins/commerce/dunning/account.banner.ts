import type { BannerDef } from '../../../core/contract.ts';
import { Payments, Stripe } from '../../money/payments/contract.ts';

const DASHBOARD = 'https://dashboard.stripe.com/';
/** The sandbox's own page stands in for the provider's. */
const SANDBOX = '/payments/sandbox-account';

/** Tells an agency that its account cannot take money or pay out, and that the provider still wants something of it. */
export const accountBanner: BannerDef = {
  id: 'dunning.account-limited',
  order: 25,
  async of(ctx) {
    if (ctx.tenant.kind !== 'agency' || !ctx.can('read', 'ConnectedAccount')) return null;
    const { status, chargesEnabled, payoutsEnabled, requirements } = await ctx.use(Payments).account(ctx.tenant.id);
    if (status === 'empty' || (chargesEnabled && payoutsEnabled) || requirements.length === 0) return null;
    const which = chargesEnabled ? 'payouts' : payoutsEnabled ? 'charges' : 'both';
    const href = ctx.service(Stripe) ? DASHBOARD : SANDBOX;
    return { severity: 'bad', text: ctx.t(`dunning.banner.${which}`), link: { title: ctx.t('dunning.banner.go'), href } };
  },
};
