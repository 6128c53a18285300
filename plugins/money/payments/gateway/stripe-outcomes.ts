import Stripe from 'stripe';
import { type AccountState, type Card, type ChargeOutcome, type DeclineReason, type RefundOutcome, Refusal } from './gateway.ts';

/** Declines that no later try with the same card can cure: https://docs.stripe.com/declines/codes */
const FOR_GOOD = new Set([
  'expired_card',
  'fraudulent',
  'incorrect_number',
  'invalid_account',
  'lost_card',
  'new_account_information_available',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'security_violation',
  'stolen_card',
  'stop_payment_order',
]);

interface Decline {
  code?: string | null;
  decline_code?: string | null;
  advice_code?: string | null;
}

/** Why a card was refused, as far as it matters for the next step. */
export function reasonOf({ code, decline_code: decline, advice_code: advice }: Decline): DeclineReason {
  if (code === 'authentication_required' || decline === 'authentication_required') return 'authentication_required';
  return advice === 'do_not_try_again' || FOR_GOOD.has(decline ?? '') || FOR_GOOD.has(code ?? '') ? 'declined_for_good' : 'declined';
}

/** Parameters by which Stripe says that a card, or the customer it belongs to, is not there or not usable. */
const CARD_PARAMS = new Set(['payment_method', 'customer', 'source']);

/**
 * The definite part of Stripe's errors: a request that it does not understand or allow (400, 403, 404), and keys that it does not know
 * (401). A key in use (409), too many requests (429) and its own faults (5xx) say nothing of what happened.
 */
export function refusalOf(error: unknown): unknown {
  const { errors } = Stripe;
  if (error instanceof errors.StripeAuthenticationError) return new Refusal('keys', error);
  if (error instanceof errors.StripePermissionError) return new Refusal('request', error);
  if (error instanceof errors.StripeInvalidRequestError)
    return new Refusal(
      CARD_PARAMS.has(error.param ?? '') || /No such (payment_?method|customer)/i.test(error.message) ? 'card' : 'request',
      error,
    );
  return error;
}

/** Null while the provider is still at it: its webhook or a later look will tell. */
export function chargeOutcome(intent: Stripe.PaymentIntent): ChargeOutcome | null {
  if (intent.status === 'succeeded') return { status: 'succeeded', paymentId: intent.id };
  if (intent.status === 'processing' || intent.status === 'requires_capture') return null;
  if (intent.status === 'requires_action' || intent.status === 'requires_confirmation') return toConfirm(intent);
  const reason = reasonOf(intent.last_payment_error ?? {});
  if (intent.status === 'canceled') return { status: 'failed', reason };
  return reason === 'authentication_required' ? toConfirm(intent) : { status: 'failed', reason };
}

const toConfirm = (intent: Stripe.PaymentIntent): ChargeOutcome => ({
  status: 'failed',
  reason: 'authentication_required',
  ...(intent.client_secret ? { clientSecret: intent.client_secret } : {}),
});

export const refundOutcome = (refund: Stripe.Refund): RefundOutcome => ({
  status: refund.status === 'failed' || refund.status === 'canceled' ? 'failed' : 'succeeded',
  refundId: refund.id,
});

export function cardOf(method: Stripe.PaymentMethod): Card {
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card!;
  return { id: method.id, brand, last4, expMonth, expYear };
}

/** The specification's states of an account, from what the provider says of it. */
export function accountState(account: Stripe.Account): AccountState {
  const { requirements } = account;
  const reason = requirements?.disabled_reason ?? '';
  const status = !account.details_submitted
    ? 'pending'
    : account.charges_enabled && account.payouts_enabled
      ? 'completed'
      : reason.startsWith('rejected') || reason === 'requirements.past_due'
        ? 'failed'
        : 'inverification';
  return {
    id: account.id,
    status,
    chargesEnabled: account.charges_enabled,
    payoutsEnabled: account.payouts_enabled,
    requirements: [...new Set([...(requirements?.past_due ?? []), ...(requirements?.currently_due ?? [])])],
  };
}
