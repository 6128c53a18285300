/** Where something stands at the provider: on the platform's own account (null), or on an agency's connected one. */
export interface Place {
  account: string | null;
}

export interface Card {
  /** The provider's id, to charge it by. */
  id: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
}
export type CardOutcome =
  | { status: 'saved'; card: Card }
  /** The holder's bank wants to see them: once they confirmed in the browser, with this secret, keeping the same card again succeeds. */
  | { status: 'needs_confirmation'; clientSecret: string }
  | { status: 'declined'; reason: DeclineReason };

/**
 * `declined_for_good`: no try can succeed until the card changes. `refused`: the provider did not take the request to the bank, so the card
 * is not at fault.
 */
export type DeclineReason = 'declined' | 'declined_for_good' | 'authentication_required' | 'refused';

/**
 * The provider answered that it will not do this: nothing was done, and asking again with the same would change nothing. Every other error
 * leaves open what happened.
 */
export class Refusal extends Error {
  /** What it found fault with: what was kept or typed as the card, the platform's own keys, or something else of the request. */
  readonly about: 'card' | 'keys' | 'request';
  constructor(about: Refusal['about'], cause: Error) {
    super(`refused by the payment provider: ${cause.message}`, { cause });
    this.about = about;
  }
}

export interface ChargeRequest extends Place {
  /** Our id of the operation; the provider can be asked by it later. */
  operationId: string;
  /** Made once for an operation and never again: the provider answers a repeat with the first outcome. */
  idempotencyKey: string;
  amountCents: number;
  /** The platform's part of a charge on a connected account. */
  feeCents: number;
  customer: string;
  card: string;
  description: string;
}
export type ChargeOutcome =
  /** `paymentId` is the provider's own, and unique. */
  { status: 'succeeded'; paymentId: string } | { status: 'failed'; reason: DeclineReason; clientSecret?: string };

export interface RefundRequest extends Place {
  operationId: string;
  idempotencyKey: string;
  paymentId: string;
  amountCents: number;
}
export type RefundOutcome = { status: 'succeeded' | 'failed'; refundId: string };

/** How far a connected account is; the specification's words. */
export type AccountStatus = 'pending' | 'inverification' | 'completed' | 'failed';
export interface AccountState {
  id: string;
  status: AccountStatus;
  chargesEnabled: boolean;
  payoutsEnabled: boolean;
  /** What the provider still asks of the agency, in the provider's terms. */
  requirements: string[];
}

export interface Coupon {
  id: string;
  /** Exactly one of the two. */
  percentOff: number | null;
  amountOffCents: number | null;
}

/** What a webhook says, reduced to what is acted on. The object is asked for again by its id, never believed. */
export interface GatewayEvent extends Place {
  id: string;
  type: string;
  createdAt: Date;
  live: boolean;
  objectId: string;
  /** The payment it is about, and our own id of it as far as the object carries them. */
  paymentId: string | null;
  operationId: string | null;
}

/** Money of a payment that went back, whoever began it. */
export interface Reversal {
  /** The provider's own, and unique. */
  id: string;
  kind: 'refund' | 'chargeback';
  cents: number;
  /** A chargeback that was decided in our favour. */
  isWonBack: boolean;
}

/**
 * A payment provider. No function may be called inside a transaction. All throw a `Refusal` when it answered that it will not, and
 * another error when no usable answer came: money may or may not have moved, and only `find` and `findRefund` can tell. Amounts are US cents.
 */
export interface PaymentGateway {
  /** Stored with each operation, so that it is settled by the provider that began it. */
  readonly id: 'stripe' | 'sandbox';
  saveCustomer(who: Place & { idempotencyKey: string; companyId: number; name: string; email: string }): Promise<string>;
  /** Keeps a card for later charges without its holder; `token` is what the browser got for it from the provider. */
  saveCard(card: Place & { idempotencyKey: string; customer: string; token: string }): Promise<CardOutcome>;
  charge(request: ChargeRequest): Promise<ChargeOutcome>;
  /** What became of a charge; null when the provider never heard of it. `since` is when it was begun. */
  find(at: Place & { operationId: string; customer: string; since: Date }): Promise<ChargeOutcome | null>;
  /**
   * Sees to it that a charge that seems never to have arrived never will: a worker that stood still may yet send it. Its key is spent on
   * nothing, or was spent by the charge; what `find` says afterwards stays true.
   */
  preclude(request: ChargeRequest): Promise<void>;
  /** Sees to it that a charge that waits for the card's holder cannot be confirmed any more; answers what became of it. */
  withdraw(at: Place & { operationId: string; customer: string; since: Date }): Promise<ChargeOutcome | null>;
  refund(request: RefundRequest): Promise<RefundOutcome>;
  findRefund(at: Place & { operationId: string; paymentId: string }): Promise<RefundOutcome | null>;
  /** Everything that went back of a payment so far. */
  reversals(at: Place & { paymentId: string }): Promise<Reversal[]>;
  openAccount(who: { idempotencyKey: string; companyId: number; email: string }): Promise<string>;
  /** A page of the provider's on which the agency completes its account; good once, for some minutes. */
  accountLink(accountId: string, to: { returnUrl: string; refreshUrl: string }): Promise<string>;
  account(accountId: string): Promise<AccountState>;
  /** A coupon that can be used now, or null. */
  coupon(code: string): Promise<Coupon | null>;
  /** The event in a webhook's body, or null when its signature is not the provider's or too old. */
  event(rawBody: Buffer, signature: string): GatewayEvent | null;
}
