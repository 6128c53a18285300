import { definePort } from './plugin.ts';

/** The platform's own access to Stripe, a setting of the process. Provided by core; null: there is none. */
export interface StripeKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Origin of the API for a server that speaks like Stripe; empty for Stripe's own. */
  apiBase: string;
}
export const PaymentKeys = definePort<{ readonly stripe: StripeKeys | null }>('core.payment-keys.v1');
