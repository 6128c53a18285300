import Stripe from 'stripe';
import { type CardOutcome, type ChargeOutcome, type PaymentGateway, type Place, Refusal, type Reversal } from './gateway.ts';
import { accountState, cardOf, chargeOutcome, reasonOf, refundOutcome, refusalOf } from './stripe-outcomes.ts';

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Origin of the API, for a server that speaks like Stripe; empty for Stripe's own. */
  apiBase: string;
}

const WAIT_MS = 20_000;
/** Clocks differ: a charge may carry a time a little before the one we noted. */
const SLACK_SECONDS = 300;

/** Stripe through its own library, which repeats a call only when a kept connection breaks, with the same key. Otherwise a lost answer is for the reconciler. */
export function stripeGateway(settings: StripeSettings): PaymentGateway {
  const stripe = new Stripe(settings.secretKey, { maxNetworkRetries: 0, timeout: WAIT_MS, telemetry: false, ...baseOf(settings.apiBase) });
  const on = ({ account }: Place): Stripe.RequestOptions => (account ? { stripeAccount: account } : {});

  async function intentOf({ operationId, customer, since, ...place }: Parameters<PaymentGateway['find']>[0]) {
    const created = { gte: Math.floor(since.getTime() / 1000) - SLACK_SECONDS };
    for await (const intent of stripe.paymentIntents.list({ customer, created, limit: 100 }, on(place)))
      if (intent.metadata['operation_id'] === operationId) return intent;
    return null;
  }

  return {
    id: 'stripe',

    async saveCustomer({ idempotencyKey, companyId, name, email, ...place }) {
      const metadata = { company_id: String(companyId) };
      return (await told(stripe.customers.create({ name, email, metadata }, { idempotencyKey, ...on(place) }))).id;
    },

    async saveCard({ idempotencyKey, customer, token, ...place }): Promise<CardOutcome> {
      try {
        // The holder may have confirmed this very card since it was last asked for.
        const known = await stripe.setupIntents.list({ customer, payment_method: token, limit: 1 }, on(place));
        const intent =
          known.data.find(({ status }) => status === 'succeeded' || status === 'requires_action') ??
          (await stripe.setupIntents.create(
            { customer, payment_method: token, confirm: true, usage: 'off_session', ...NO_REDIRECT },
            { idempotencyKey, ...on(place) },
          ));
        if (intent.status !== 'succeeded') return { status: 'needs_confirmation', clientSecret: intent.client_secret ?? '' };
        await stripe.customers.update(customer, { invoice_settings: { default_payment_method: token } }, on(place));
        return { status: 'saved', card: cardOf(await stripe.paymentMethods.retrieve(token, {}, on(place))) };
      } catch (error) {
        if (error instanceof Stripe.errors.StripeCardError) return { status: 'declined', reason: reasonOf(error) };
        throw refusalOf(error);
      }
    },

    async charge(request) {
      const fee = request.account && request.feeCents > 0 ? { application_fee_amount: request.feeCents } : {};
      try {
        const intent = await stripe.paymentIntents.create(
          {
            amount: request.amountCents,
            currency: 'usd',
            customer: request.customer,
            payment_method: request.card,
            off_session: true,
            confirm: true,
            description: request.description,
            metadata: { operation_id: request.operationId },
            ...NO_REDIRECT,
            ...fee,
          },
          { idempotencyKey: request.idempotencyKey, ...on(request) },
        );
        return decided(chargeOutcome(intent));
      } catch (error) {
        // A 402 is a decline also where it names neither its type nor the payment.
        if (error instanceof Stripe.errors.StripeCardError)
          return error.payment_intent ? decided(chargeOutcome(error.payment_intent)) : { status: 'failed', reason: reasonOf(error) };
        const refusal = refusalOf(error);
        // Wrong keys say nothing of the payment: it waits for the right ones.
        if (!(refusal instanceof Refusal) || refusal.about === 'keys') throw error;
        return { status: 'failed', reason: refusal.about === 'card' ? 'declined_for_good' : 'refused' };
      }
    },

    async find(at) {
      const intent = await intentOf(at);
      return intent && decided(chargeOutcome(intent));
    },

    async preclude({ idempotencyKey, customer, amountCents, ...place }) {
      try {
        const { id } = await stripe.paymentIntents.create(
          { amount: amountCents, currency: 'usd', customer, description: 'Never sent' },
          { idempotencyKey, ...on(place) },
        );
        await stripe.paymentIntents.cancel(id, {}, on(place));
      } catch (error) {
        // The key stands for the charge already. While that is under way nothing can be said.
        if (!(error instanceof Stripe.errors.StripeIdempotencyError) || error.statusCode === 409) throw error;
      }
    },

    async withdraw(at) {
      const intent = await intentOf(at);
      if (!intent) return null;
      const isOver = intent.status === 'succeeded' || intent.status === 'canceled';
      return decided(chargeOutcome(isOver ? intent : await stripe.paymentIntents.cancel(intent.id, {}, on(at))));
    },

    async refund({ operationId, idempotencyKey, paymentId, amountCents, ...place }) {
      const wanted = { payment_intent: paymentId, amount: amountCents, metadata: { operation_id: operationId } };
      return refundOutcome(await told(stripe.refunds.create(wanted, { idempotencyKey, ...on(place) })));
    },

    async findRefund({ operationId, paymentId, ...place }) {
      for await (const refund of stripe.refunds.list({ payment_intent: paymentId, limit: 100 }, on(place)))
        if (refund.metadata?.['operation_id'] === operationId) return refundOutcome(refund);
      return null;
    },

    async reversals({ paymentId, ...place }) {
      const found: Reversal[] = [];
      for await (const refund of stripe.refunds.list({ payment_intent: paymentId, limit: 100 }, on(place)))
        if (refund.status === 'succeeded') found.push({ id: refund.id, kind: 'refund', cents: refund.amount, isWonBack: false });
      for await (const dispute of stripe.disputes.list({ payment_intent: paymentId, limit: 100 }, on(place)))
        if (dispute.balance_transactions.length > 0)
          found.push({ id: dispute.id, kind: 'chargeback', cents: dispute.amount, isWonBack: dispute.status === 'won' });
      return found;
    },

    async openAccount({ idempotencyKey, companyId, email }) {
      const metadata = { company_id: String(companyId) };
      const capabilities = { card_payments: { requested: true }, transfers: { requested: true } };
      return (await told(stripe.accounts.create({ type: 'standard', country: 'US', email, metadata, capabilities }, { idempotencyKey })))
        .id;
    },

    accountLink: async (account, { returnUrl, refreshUrl }) =>
      (await told(stripe.accountLinks.create({ account, type: 'account_onboarding', return_url: returnUrl, refresh_url: refreshUrl }))).url,

    account: async (id) => accountState(await told(stripe.accounts.retrieve(id))),

    async coupon(code) {
      try {
        const coupon = await stripe.coupons.retrieve(code);
        if (!coupon.valid || (coupon.amount_off !== null && coupon.currency !== 'usd')) return null;
        return { id: coupon.id, percentOff: coupon.percent_off, amountOffCents: coupon.amount_off };
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null;
        throw error;
      }
    },

    event(rawBody, signature) {
      try {
        const { id, type, created, livemode, account, data } = stripe.webhooks.constructEvent(rawBody, signature, settings.webhookSecret);
        const about = data.object as {
          id?: string;
          object?: string;
          payment_intent?: string | null;
          metadata?: Record<string, string> | null;
        };
        return {
          id,
          type,
          createdAt: new Date(created * 1000),
          live: livemode,
          account: account ?? null,
          objectId: about.id ?? '',
          paymentId: (about.object === 'payment_intent' ? about.id : about.payment_intent) ?? null,
          operationId: about.metadata?.['operation_id'] ?? null,
        };
      } catch {
        return null;
      }
    },
  };
}

/** For calls that somebody waits for: what the provider will not do is told as a refusal. */
const told = <A>(call: Promise<A>): Promise<A> =>
  call.catch((error: unknown) => {
    throw refusalOf(error);
  });

/** Nobody sits before a screen while we charge, so methods that send people elsewhere make no sense. */
const NO_REDIRECT = { automatic_payment_methods: { enabled: true, allow_redirects: 'never' } } as const;

/** An outcome that is still open is like an answer that did not come. */
function decided(outcome: ChargeOutcome | null): ChargeOutcome {
  if (!outcome) throw new Error('stripe: the charge is still under way');
  return outcome;
}

function baseOf(apiBase: string): Pick<NonNullable<ConstructorParameters<typeof Stripe>[1]>, 'host' | 'port' | 'protocol'> {
  if (!apiBase) return {};
  const { hostname, port, protocol } = new URL(apiBase);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return { host: hostname, port: port || (scheme === 'http' ? 80 : 443), protocol: scheme };
}
