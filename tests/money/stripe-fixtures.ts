import type Stripe from 'stripe';
import { startTestApp } from '../../core/testing/app.ts';
import { StripeServer } from '../../plugins/money/payments/fakes/stripe-server.ts';
import { WalletFixtures } from './wallet-fixtures.ts';

/** Test cards, by what charges of them come to. */
export const CARDS = { good: 'pm_card_visa', bad: 'pm_card_chargeCustomerFail', asks: 'pm_card_authenticationRequired' } as const;

/** A wallet paid for over a server that speaks like Stripe, whose events arrive when and as often as a test wants. */
export class StripeFixtures {
  readonly fixtures: WalletFixtures;
  readonly stripe: StripeServer;
  constructor(fixtures: WalletFixtures, stripe: StripeServer) {
    this.fixtures = fixtures;
    this.stripe = stripe;
  }

  static async start(app = startTestApp): Promise<StripeFixtures> {
    const stripe = await new StripeServer().start();
    const keys = { secretKey: stripe.secretKey, publishableKey: 'pk_test', webhookSecret: stripe.webhookSecret, apiBase: stripe.url };
    return new StripeFixtures(await WalletFixtures.start({ services: { stripe: keys } }, CARDS.good, app), stripe);
  }

  /** Delivers an event so many times at once, and does what follows from it. */
  async tell(event: Stripe.Event, times = 1): Promise<void> {
    const { body, signature } = this.stripe.signed(event);
    const headers = { 'stripe-signature': signature };
    const url = `${this.fixtures.app.url}/webhooks/stripe`;
    const answers = await Promise.all(Array.from({ length: times }, () => fetch(url, { method: 'POST', body, headers })));
    for (const answer of answers) if (answer.status !== 200) throw new Error(`the webhook answered ${answer.status}`);
    await this.fixtures.app.settle();
  }

  /** The provider's id of a top-up's payment, found as the provider knows it. */
  intentOf(topUpId: string): Stripe.PaymentIntent {
    return this.stripe.intents().find((intent) => intent.metadata['operation_id'] === topUpId)!;
  }

  async close(): Promise<void> {
    await this.fixtures.app.close();
    await this.stripe.stop();
  }
}
