import { conflict, type Ctx, invalid } from '../../../core/contract.ts';
import { AgencyPlans } from '../../tenancy/agency-plans/contract.ts';
import { type Operation, Payments } from '../../money/payments/contract.ts';
import { charge } from './charges.service.ts';
import { chargeByKey } from './charges.store.ts';
import { type Coupon, discounted } from './coupon.ts';
import { lockAgency } from './agency.store.ts';

const KEY = 'onboarding';

/** How the caller's agency stands with its onboarding charge. */
export async function onboardingOf(ctx: Ctx): Promise<{ state: 'none' | 'open' | 'paying' | 'paid'; cents: number; coupon: boolean }> {
  const { cents, coupon, excluded, charged } = (await ctx.use(AgencyPlans).charges(ctx.tenant)).onboarding;
  if (charged) return { state: 'paid', cents, coupon: false };
  if (cents === 0 || excluded) return { state: 'none', cents: 0, coupon: false };
  const made = await chargeByKey(ctx.db, ctx.tenant.id, KEY);
  return { state: made?.state === 'paying' ? 'paying' : 'open', cents, coupon };
}

/**
 * Pays the onboarding charge of the caller's agency, once, at the price that the root has set, less what the coupon is worth at the
 * provider. Never inside a transaction. Throws 409 when there is nothing to pay and without a card, 402 when the payment failed: it is as if
 * it had never been tried then. Throws 422 for a coupon that does not count.
 */
export async function payOnboarding(ctx: Ctx, code: string): Promise<void> {
  const coupon = code === '' ? null : await couponOf(ctx, code);
  const { operationId, state } = await ctx.transaction((tx) => begin(tx, coupon));
  if (state === 'paid') return;
  const outcome = operationId ? await ctx.use(Payments).outcome(operationId) : null;
  if (outcome?.state === 'succeeded') return;
  if (isOpen(outcome)) throw conflict('agency-billing.problem.waiting');
  throw outcome
    ? await ctx.use(Payments).refusal(outcome, 'agency-billing.problem.onboarding')
    : conflict('agency-billing.problem.onboarding');
}

const isOpen = (operation: Operation | null): boolean => operation !== null && operation.state !== 'failed';

/** What paying it now would charge, in cents; 0 when there is nothing to pay. Never inside a transaction. */
export async function onboardingCents(ctx: Ctx, code: string): Promise<number> {
  const coupon = code === '' ? null : await couponOf(ctx, code);
  const { state, cents } = await ctx.transaction(onboardingOf);
  return state === 'open' ? discounted(cents, coupon) : 0;
}

/** The provider's word about the coupon, asked before anything is written. */
async function couponOf(ctx: Ctx, code: string): Promise<Coupon> {
  if (!(await ctx.transaction(onboardingOf)).coupon) throw invalid('coupon_code', 'agency-billing.problem.no-coupon');
  const found = await ctx.use(Payments).coupon(code);
  if (!found) throw invalid('coupon_code', 'agency-billing.problem.coupon');
  return found;
}

async function begin(ctx: Ctx, coupon: Coupon | null) {
  await lockAgency(ctx.db, ctx.tenant.id);
  const now = await onboardingOf(ctx);
  const made = await chargeByKey(ctx.db, ctx.tenant.id, KEY);
  if (made && (now.state === 'paying' || now.state === 'paid')) return made;
  if (now.state !== 'open') throw conflict('agency-billing.problem.nothing-to-pay');
  if (coupon && !now.coupon) throw invalid('coupon_code', 'agency-billing.problem.no-coupon');
  const cents = discounted(now.cents, coupon);
  const card = await ctx.use(Payments).card(ctx.tenant.id);
  if (cents > 0 && (!card || card.failed)) throw conflict('agency-billing.problem.no-card');
  const charged = await charge(ctx, {
    key: KEY,
    kind: 'onboarding',
    description: 'Onboarding, charged once',
    priceCents: now.cents,
    cents,
    coupon: coupon?.id ?? null,
  });
  if (charged.state === 'paid') await ctx.use(AgencyPlans).onboarded(ctx.tenant);
  return charged;
}
