import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';

/** Objects as Stripe shows them, typed by its library. Only what a caller may rely on is filled with life. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
const now = (): number => Math.floor(Date.now() / 1000);

export interface TestCard {
  brand: string;
  last4: string;
  /** What charges without the holder answer; null approves. */
  decline: { code: string; decline_code?: string; advice_code?: 'do_not_try_again' | 'try_again_later' } | null;
  /** What becomes of the card when it is kept, not only when it is charged. */
  kept?: 'refused' | 'after_confirmation';
}
/** By the names of Stripe's own test payment methods: https://docs.stripe.com/testing */
export const CARDS: Record<string, TestCard> = {
  pm_card_visa: { brand: 'visa', last4: '4242', decline: null },
  pm_card_mastercard: { brand: 'mastercard', last4: '4444', decline: null },
  pm_card_chargeCustomerFail: { brand: 'visa', last4: '0341', decline: { code: 'card_declined', decline_code: 'generic_decline' } },
  pm_card_visa_chargeDeclined: {
    brand: 'visa',
    last4: '0002',
    decline: { code: 'card_declined', decline_code: 'generic_decline' },
    kept: 'refused',
  },
  pm_card_visa_chargeDeclinedStolenCard: {
    brand: 'visa',
    last4: '9979',
    decline: { code: 'card_declined', decline_code: 'stolen_card', advice_code: 'do_not_try_again' },
  },
  pm_card_authenticationRequiredOnSetup: { brand: 'visa', last4: '3155', decline: null, kept: 'after_confirmation' },
  pm_card_authenticationRequired: { brand: 'visa', last4: '3184', decline: { code: 'authentication_required' } },
};

export const customer = (fields: Pick<Stripe.Customer, 'name' | 'email' | 'metadata'>): Stripe.Customer => ({
  id: newId('cus'),
  object: 'customer',
  address: null,
  balance: 0,
  created: now(),
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  invoice_prefix: newId('').slice(1, 9).toUpperCase(),
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: false,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
  ...fields,
});

export const paymentMethod = (id: string, card: TestCard, owner: string | null): Stripe.PaymentMethod => ({
  id,
  object: 'payment_method',
  allow_redisplay: 'unspecified',
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  card: {
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: card.brand,
    exp_month: 8,
    exp_year: 2034,
    fingerprint: `fp${card.last4}`,
    funding: 'credit',
    generated_from: null,
    last4: card.last4,
    networks: { available: [card.brand], preferred: null },
    regulated_status: null,
    three_d_secure_usage: { supported: true },
    wallet: null,
  },
  created: now(),
  customer: owner,
  customer_account: null,
  livemode: false,
  metadata: {},
  type: 'card',
});

export const setupIntent = (
  fields: Pick<Stripe.SetupIntent, 'customer' | 'payment_method' | 'status' | 'last_setup_error'>,
): Stripe.SetupIntent => {
  const id = newId('seti');
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    cancellation_reason: null,
    client_secret: `${id}_secret_${newId('').slice(1)}`,
    created: now(),
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    usage: 'off_session',
    ...fields,
  };
};

export const paymentIntent = (
  fields: Pick<
    Stripe.PaymentIntent,
    'amount' | 'customer' | 'payment_method' | 'status' | 'description' | 'metadata' | 'application_fee_amount' | 'last_payment_error'
  >,
): Stripe.PaymentIntent => {
  const id = newId('pi');
  const paid = fields.status === 'succeeded';
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: paid ? fields.amount : 0,
    application: null,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${newId('').slice(1)}`,
    confirmation_method: 'automatic',
    created: now(),
    currency: 'usd',
    customer_account: null,
    excluded_payment_method_types: null,
    latest_charge: paid ? newId('ch') : null,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: null,
    ...fields,
  };
};

export const refund = (fields: Pick<Stripe.Refund, 'amount' | 'payment_intent' | 'metadata'>): Stripe.Refund => ({
  id: newId('re'),
  object: 'refund',
  balance_transaction: null,
  charge: newId('ch'),
  created: now(),
  currency: 'usd',
  customer: null,
  customer_account: null,
  payment_method: null,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
  ...fields,
});

export const dispute = (fields: Pick<Stripe.Dispute, 'amount' | 'payment_intent'>): Stripe.Dispute => ({
  id: newId('dp'),
  object: 'dispute',
  balance_transactions: [{ id: newId('txn'), object: 'balance_transaction', amount: -fields.amount } as Stripe.BalanceTransaction],
  charge: newId('ch'),
  created: now(),
  currency: 'usd',
  enhanced_eligibility_types: [],
  evidence: {} as Stripe.Dispute.Evidence,
  evidence_details: {
    due_by: null,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'manual',
  },
  intended_submission_method: null,
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  reason: 'fraudulent',
  status: 'needs_response',
  ...fields,
});

/** A new account has told nothing yet. */
export const account = (fields: Pick<Stripe.Account, 'email' | 'metadata'>): Stripe.Account => {
  const due = ['business_profile.url', 'external_account', 'tos_acceptance.date'];
  const nothing = { alternatives: [], current_deadline: null, errors: [], past_due: [], pending_verification: [] };
  return {
    id: newId('acct'),
    object: 'account',
    business_profile: null,
    business_type: null,
    capabilities: { card_payments: 'inactive', transfers: 'inactive' },
    charges_enabled: false,
    country: 'US',
    created: now(),
    default_currency: 'usd',
    details_submitted: false,
    payouts_enabled: false,
    requirements: { ...nothing, currently_due: due, disabled_reason: 'requirements.past_due', eventually_due: due },
    settings: null,
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type: 'standard',
    ...fields,
  };
};

export const coupon = (fields: Pick<Stripe.Coupon, 'id' | 'amount_off' | 'percent_off' | 'valid'>): Stripe.Coupon => ({
  object: 'coupon',
  created: now(),
  currency: fields.amount_off === null ? null : 'usd',
  duration: 'once',
  duration_in_months: null,
  livemode: false,
  max_redemptions: null,
  metadata: {},
  name: fields.id,
  redeem_by: null,
  times_redeemed: 0,
  ...fields,
});

export const event = (type: string, object: object, connected: string | null): Stripe.Event =>
  ({
    id: newId('evt'),
    object: 'event',
    api_version: null,
    created: now(),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
    ...(connected ? { account: connected } : {}),
  }) as Stripe.Event;
