import type { Knex } from 'knex';
import type { Static } from 'typebox';
import {
  type Ctx,
  definePort,
  defineService,
  defineExtensionPoint,
  type Problem,
  type Question,
  T,
  type Tenant,
} from '../../../core/contract.ts';
import type { AccountStatus, Card, DeclineReason } from './gateway/gateway.ts';

/** The section of the sidebar under which everything about billing stands. */
export const BILLING_MENU = 'payments.billing-menu';

/** What the browser got for a card from the provider; in the sandbox the name of a test card. */
export const CardToken = T.String({ minLength: 1, maxLength: 255, pattern: '^[A-Za-z0-9_]+$' });

/** What the browser needs to take a card. */
export const CardSetup = T.Object({
  gateway: T.String(),
  publishableKey: T.Union([T.String(), T.Null()]),
  /** The connected account that the card is for; null is the platform's own. */
  account: T.Union([T.String(), T.Null()]),
  /** Test cards of the sandbox. */
  options: T.Array(T.Object({ value: T.String(), label: T.String() })),
});
export type CardSetup = Static<typeof CardSetup>;

export type OperationState = 'created' | 'submitted' | 'succeeded' | 'failed' | 'unknown';

/** One payment, from the wish to its outcome. The payer is the company it belongs to. */
export interface Operation {
  id: string;
  companyId: number;
  /** Who does what when it is settled: the id of a `PaymentKind`. */
  kind: string;
  /** What is paid, in the words of its kind, e.g. an invoice's number. */
  subject: string;
  amountCents: number;
  /** The platform's part, where the agency is paid. */
  feeCents: number;
  /** The provider's id of the card that is charged. */
  cardId: string;
  /** For texts and papers; empty parts are not known. */
  card: { brand: string; last4: string };
  state: OperationState;
  reason: DeclineReason | 'not_charged' | null;
  /** The browser confirms the payment with it when the bank wants to see the card's holder. */
  clientSecret: string | null;
  paymentId: string | null;
  refundedCents: number;
  createdAt: Date;
}
export interface PaymentWish {
  kind: string;
  /** The same subject of a company is never paid twice: while one payment is open or has succeeded, there is no second. */
  subject: string;
  /** US cents, at least 50. */
  amountCents: number;
  feeCents?: number;
  description: string;
}

/** Something that is to be paid, in words: `invoice 2027-000042`. */
export interface Due {
  what: string;
  cents: number;
}
export interface ChargeAsked extends Due {
  card?: string;
  more?: string;
}

/** `created`: the provider's answer was lost, and is asked for later. */
export type RefundState = 'created' | 'succeeded' | 'failed';

export interface PaymentsApi {
  /**
   * Writes the intent to charge the payer's card, in the caller's transaction; a worker sends it after commit. Answers the payment
   * that stands for the subject already, if there is one. Throws 409 without a card. The payer is the caller's company or below it.
   */
  begin(payer: Tenant, wish: PaymentWish): Promise<Operation>;
  /** The payment after waiting up to ten seconds for its outcome. Never inside a transaction. */
  outcome(operationId: string): Promise<Operation>;
  find(operationId: string): Promise<Operation | null>;
  /**
   * Gives back part or all of a payment. Never inside a transaction. Throws 409 beyond what is left of it, and where the provider refuses.
   * `key`: what was asked for under it once is not given a second time. `failed`: the provider took it on and could not do it.
   */
  refund(operationId: string, cents: number, reason: string, key?: string): Promise<RefundState>;
  /** The company's card, or null. */
  card(companyId: number): Promise<(Card & { failed: boolean }) | null>;
  /** The company's card for texts, e.g. `Visa ending in 4242`; the text says so where there is none. */
  cardText(companyId: number): Promise<string>;
  /** The card of a payment for texts, in the same words. */
  cardNamed(card: Operation['card']): string;
  /**
   * What a person is asked before the card of a company is charged: what for, how much, and which card. Null where nothing would be charged,
   * for there is nothing to pay or no card that can be. `card` names one that is not kept yet, `more` is said behind it.
   */
  question(companyId: number, charge: ChargeAsked): Promise<Question | null>;
  /** What is tried at once with another card of the caller's own company, as it stands now. */
  dueOnNewCard(): Promise<Due[]>;
  /** The condition that the company in that column of a statement, one in the caller's sight, has a card. */
  hasCard(column: string): Knex.Raw;
  /** Those of the companies, in the caller's sight, that have a card. */
  withCard(companyIds: readonly number[]): Promise<Set<number>>;
  /** What a company's browser needs to take a card: the answer of the route that a form's `card` field names. */
  cardSetup(payer: Tenant): Promise<CardSetup>;
  /**
   * Keeps a card of the caller's own company, from what the browser got for it. Throws 422 on `tokenid` when it is refused, and 409
   * with a `HolderCheck` when its bank wants to hear the holder first. Never inside a transaction.
   */
  keepCard(token: string): Promise<Card>;
  /**
   * The refusal (402) of a payment that failed, with the text `code`; where the bank wants to hear the card's holder and the payer asks,
   * with a `HolderCheck`. Never inside a transaction.
   */
  refusal(operation: Operation, code: string): Promise<Problem>;
  /** Payments of a company, or of an agency and its clients, whose outcome is not known yet. */
  running(company: Tenant): Promise<Operation[]>;
  /** Whether the agency can be paid by card. Also asked by its clients, who learn nothing else of its account. */
  takesCards(agencyId: number): Promise<boolean>;
  /** The company's own account at the provider, or that of one of its people. */
  account(
    companyId: number,
    personId?: number,
  ): Promise<{ status: AccountStatus | 'empty'; chargesEnabled: boolean; payoutsEnabled: boolean; requirements: string[] }>;
  coupon(code: string): Promise<{ id: string; percentOff: number | null; amountOffCents: number | null } | null>;
}
/** Companies' cards, and payments and refunds at the payment provider. */
export const Payments = definePort<PaymentsApi>('payments.v1');

/** What a kind of payment does when its outcome is known: called once, as the payer's agency, in the transaction that writes it. */
export interface PaymentKind {
  id: string;
  succeeded(ctx: Ctx, operation: Operation): Promise<void>;
  failed(ctx: Ctx, operation: Operation): Promise<void>;
  /** Money of a succeeded payment went back: by us, or by the holder's bank. `id` is the reversal's own; `reason` is of a refund of ours. */
  reversed?(ctx: Ctx, operation: Operation, cents: number, why: 'refund' | 'chargeback', id: string, reason?: string): Promise<void>;
  /** The chargeback `id` was decided in our favour: the money is back. */
  restored?(ctx: Ctx, operation: Operation, cents: number, id: string): Promise<void>;
}
export const PaymentKinds = defineExtensionPoint<PaymentKind>('payments.kind');

/** What the caller's own company would be charged at once with another card; `what` in words. */
export const DueOnNewCard = defineExtensionPoint<(ctx: Ctx) => Promise<Due[]>>('payments.due-on-new-card');

/** Somebody who wants to know that a company's card changed; called in the transaction that keeps it. */
export const CardListeners = defineExtensionPoint<(ctx: Ctx, companyId: number) => Promise<void>>('payments.card-listener');

/** The platform's own access to Stripe. */
export interface StripeKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Origin of the API for a server that speaks like Stripe; empty for Stripe's own. */
  apiBase: string;
}
export const Stripe = defineService<StripeKeys>('stripe');
