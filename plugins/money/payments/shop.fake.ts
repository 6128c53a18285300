import { definePlugin, contribute } from '../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { PaymentKinds } from './contract.ts';
import type { StripeServer } from './fakes/stripe-server.ts';

/** The product with a plugin that takes payments of the kind `shop.order`, once over Stripe and once over the sandbox. */
export type Shops = Record<'stripe' | 'sandbox', TestApp>;

/** Subjects of which the first outcome cannot be written. */
export const stumbling = new Set<string>();

/** Starts both; what becomes of orders is written to `settled`, one line each. */
export async function openShops(stripe: StripeServer, settled: string[]): Promise<Shops> {
  const shop = definePlugin({
    manifest: { id: 'shop', version: '1.0.0', core: '^1', level: 'platform', requires: { payments: '^1' } },
    contributions: [
      contribute(PaymentKinds, {
        id: 'shop.order',
        async succeeded(_ctx, { subject }) {
          if (stumbling.delete(subject)) throw new Error('canceling statement due to lock timeout');
          settled.push(`${subject} paid`);
        },
        failed: async (_ctx, { subject, reason }) => void settled.push(`${subject} ${reason}`),
        reversed: async (_ctx, { subject }, cents, why) => void settled.push(`${subject} ${why} ${cents}`),
      }),
    ],
  });
  await stripe.start();
  const keys = { secretKey: stripe.secretKey, publishableKey: 'pk_test', webhookSecret: stripe.webhookSecret, apiBase: stripe.url };
  return {
    stripe: await startTestApp({ plugins: [shop], config: { services: { stripe: keys } } }),
    sandbox: await startTestApp({ plugins: [shop], config: { services: { stripe: null } } }),
  };
}

export async function closeShops(shops: Shops, stripe: StripeServer): Promise<void> {
  await Promise.all(Object.values(shops).map((app) => app.close()));
  await stripe.stop();
}
