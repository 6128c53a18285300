import { loadStripe, type Stripe } from '@stripe/stripe-js';
import { session } from '../../../../ui/src/widget-contract.ts';
import type { HolderCheck } from '../holder-check.ts';

/** Stripe's own script, for the account that is paid: a card taken for one account is unknown to every other. Null when it is blocked. */
export const stripeFor = ({ publishableKey, account }: { publishableKey: string; account: string | null }): Promise<Stripe | null> =>
  loadStripe(publishableKey, { locale: session.locale === 'ar' ? 'ar' : 'en', ...(account ? { stripeAccount: account } : {}) });

/** Lets Stripe ask the card's holder what their bank wants to know; answers whether they confirmed. */
export async function confirmAtStripe({ what, publishableKey, account, card, secret }: HolderCheck): Promise<boolean> {
  const stripe = await stripeFor({ publishableKey: publishableKey ?? '', account });
  if (!stripe) return false;
  if (what === 'card') return (await stripe.confirmCardSetup(secret, { payment_method: card })).setupIntent?.status === 'succeeded';
  return (await stripe.confirmCardPayment(secret, { payment_method: card })).paymentIntent?.status === 'succeeded';
}
