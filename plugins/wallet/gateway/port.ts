/** What a payment provider is asked for. */
export interface ChargeRequest {
  /** Our id of the top-up; the provider can be asked by it later. */
  operationId: string;
  /** Made once for a top-up and never again: the provider answers a repeat with the first outcome. */
  idempotencyKey: string;
  amountCents: number;
  /** The agency's payment method, in the provider's terms. */
  card: string;
}

export type DeclineReason = 'declined' | 'declined_for_good' | 'authentication_required';

export type ChargeOutcome =
  /** `paymentId` is the provider's own, and unique. */
  | { status: 'succeeded'; paymentId: string }
  /** `declined_for_good`: no try can succeed until the card changes. */
  | { status: 'failed'; reason: DeclineReason };

/**
 * A payment provider. Neither function may be called inside a transaction. Both throw when no answer came: the money may or
 * may not have been taken, and only `find` can tell.
 */
export interface PaymentGateway {
  /** Stored with each top-up, so that it is settled by the provider that began it. */
  readonly id: string;
  charge(request: ChargeRequest): Promise<ChargeOutcome>;
  /** What became of a top-up; null when the provider never heard of it. */
  find(operationId: string): Promise<ChargeOutcome | null>;
}
