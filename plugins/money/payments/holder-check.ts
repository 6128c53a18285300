/** What the browser needs to let a card's holder answer their bank. The secret is what admits to the calls about it. */
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
