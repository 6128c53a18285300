/**
 * Member `confirm` of a refusal: a card's bank wants to hear its holder. The browser lets him confirm at the provider, reports a
 * payment to `POST /api/payments/confirmed`, and repeats the call that was refused.
 */
export interface HolderCheck {
  what: 'card' | 'payment';
  gateway: string;
  publishableKey: string | null;
  /** The connected account that is paid; null is the platform's own. */
  account: string | null;
  /** The payer. */
  company: number;
  operation: string | null;
  /** US cents of a payment; null for a card that is to be kept. */
  amountCents: number | null;
  /** The provider's id of the card. */
  card: string;
  secret: string;
}
