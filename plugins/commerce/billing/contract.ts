import type { Knex } from 'knex';
import { type Ctx, defineEvent, definePort, defineExtensionPoint, defineTrigger, givenWith, T } from '../../../core/contract.ts';
import type { Campaign } from '../../campaign-management/campaigns/contract.ts';
import type { Operation } from '../../money/payments/contract.ts';
import type { Term } from '../../money/pricing/contract.ts';
import type { TaxLine } from './taxes/tax.ts';

/** What was agreed when a campaign first went live; later prices are later versions. Amounts in cents. */
export interface CampaignTerms {
  campaignId: number;
  term: Term;
  /** The version of the client's module cost that was in force; null: none was ever set. */
  priceVersionId: number | null;
  platformFeeCents: number;
  /** Least lead charges of a full week or month. */
  minimumCents: number;
  activatedAt: Date;
}

/** What a line is for. A `credit` is negative. */
export type LineKind = 'leads' | 'platform_fee' | 'minimum' | 'pack' | 'credit';
export interface InvoiceLine {
  campaignId: number | null;
  kind: LineKind;
  /** Shown to people: the campaign's name, or what else it is for. */
  text: string;
  quantity: number;
  unitCents: number;
  /** `quantity * unitCents`, but for a minimum's true-up. */
  amountCents: number;
  priceVersionId: number | null;
}

/**
 * `open`: to be paid; `paying`: a payment is under way; `failed`: the last try failed; `external`: the agency settles it with the client
 * outside the system (manual billing); `written_off`: nobody pays it any more; `void`: it counts as never issued.
 */
export type InvoiceState = 'open' | 'paying' | 'failed' | 'paid' | 'external' | 'written_off' | 'void';
export interface Invoice {
  id: string;
  /** Without gaps within an agency and a year, e.g. `2027-000042`. */
  number: string;
  companyId: number;
  agencyId: number;
  term: Term;
  /** Local days of the agency's billing zone; of a pack both are the day it was bought. */
  periodFirst: string;
  periodLast: string;
  lines: InvoiceLine[];
  /** Taxes on the lines. Those that are not `inclusive` come on top of them. */
  taxes: TaxLine[];
  taxCents: number;
  /** What is asked for the lines, with all taxes. */
  totalCents: number;
  /** What earlier credit of the client took off. */
  creditCents: number;
  /** `totalCents - creditCents`: what a payment has to bring. */
  dueCents: number;
  /** What the agency owes the root for these leads: the platform's part of the payment. */
  feeCents: number;
  state: InvoiceState;
  /** The payment that is under way, or the last one. */
  operationId: string | null;
  issuedAt: Date;
  /** The local day of it, and the one until which it is to be paid; null of an invoice from before they were kept. */
  issuedOn: string | null;
  dueOn: string | null;
  paidAt: Date | null;
}

/** A bill of a pack of leads: paid before it is delivered. */
export interface PackInvoice {
  companyId: number;
  term: 'OneTime' | 'Prepaid';
  lines: readonly InvoiceLine[];
  feeCents: number;
}

/** A wish for credit. Amounts in cents. */
export interface CreditWish {
  /** Once for a key of the client's. */
  key: string;
  companyId: number;
  campaignId: number | null;
  /** Prices as lines state them. */
  cents: number;
  /** What the root gives the agency back for it. */
  feeCents: number;
  reason: string;
  /** The invoice that the credit note names: this one, or the one on which the campaign's lead of that moment is. Left out: none. */
  of?: { invoiceId: string } | { leadAt: Date };
}

export interface BillingApi {
  /** Null before the first activation. */
  termsOf(campaignId: number): Promise<CampaignTerms | null>;
  /** What a campaign would agree to if it first went live now. */
  termsAhead(campaign: Campaign): Promise<Omit<CampaignTerms, 'campaignId' | 'activatedAt'>>;
  /** The condition that the campaign in that column of a statement was activated and is on one of these terms now. */
  isOnTerm(column: string, terms: readonly Term[]): Knex.Raw;
  /** Issues the bill of a pack and posts its fees, in the caller's transaction. */
  issue(pack: PackInvoice): Promise<Invoice>;
  /**
   * Begins the payment of an invoice that is open or failed, in the caller's transaction; one that is paid, or has nothing due, needs
   * none. Throws 409 without a card, or when it is not to be paid. `last` is the newest payment that the caller knows of (the invoice's
   * `operationId` when the decision to try was made): where there is a newer one, that one is answered and nothing is begun, so that a
   * request and a job that both want to try ask the card once.
   */
  pay(invoiceId: string, last: string | null): Promise<{ invoice: Invoice; operation: Operation | null }>;
  find(invoiceId: string): Promise<Invoice | null>;
  /** A client's invoices that are open, paying or failed, oldest first. */
  unpaid(companyId: number): Promise<Invoice[]>;
  /**
   * Since when what a client got under a term of the calendar is not paid for: the beginning of its oldest period that is not billed yet,
   * or whose invoice is unpaid; now, when there is none.
   */
  owedSince(companyId: number, term: 'Weekly' | 'Monthly'): Promise<Date>;
  /**
   * Gives a client credit for prices that it was to pay, as a credit note with a number of its own; the taxes on them are given back with
   * them, and the next invoice takes all of it off. Once for a key.
   */
  credit(wish: CreditWish): Promise<void>;
  /** Credit of a client that no invoice took off yet, in cents. */
  creditLeft(companyId: number): Promise<number>;
  /** The agency settles an open or failed invoice with its client outside the system from now on; any other stays as it is. Answers it. */
  settleOutside(invoiceId: string): Promise<Invoice>;
  /**
   * Voids an invoice that is open, failed or external and of which nothing was paid: the client owes nothing for it, and has the credit
   * again that it took off. Voiding it once more changes nothing. Throws 409 while it is being paid, and for every other one.
   */
  voidInvoice(invoiceId: string, reason: string): Promise<void>;
  /** Books a client's unpaid invoices as written off; the reason stays. Answers the cents. Throws 409 while one is being paid. */
  writeOff(companyId: number, reason: string): Promise<number>;
  /**
   * Issues invoices for what campaigns of a client owe to this moment, before their term changes or its billing stops. Answers them.
   */
  closeNow(companyId: number): Promise<Invoice[]>;
}
/** Clients' invoices: what is posted to them, what is owed, and paying or voiding them. */
export const Billing = definePort<BillingApi>('billing.v1');

/** A payment that went back. `priceCents`: so much of the lines' prices, without what came on top of them as tax. */
export interface Reversed {
  cents: number;
  priceCents: number;
  /** A `refund` is given on purpose, and a credit note stands for what of it the client had no credit for; a `chargeback` is owed again. */
  why: 'refund' | 'chargeback';
  /** The reversal's own id. */
  id: string;
}
/** Who follows invoices; called in the transaction that changes them, as the client's agency. */
export interface InvoiceListener {
  paid?(ctx: Ctx, invoice: Invoice): Promise<void>;
  /** A try failed. `operation.reason` says why; it may have been for good. Null: the client has no card to try. */
  failed?(ctx: Ctx, invoice: Invoice, operation: Operation | null): Promise<void>;
  /** A payment went back, by refund or by the holder's bank. */
  reversed?(ctx: Ctx, invoice: Invoice, back: Reversed): Promise<void>;
  /** It is `void` or `written_off`: nobody is asked for it any more. Throwing 409 keeps it from being voided. */
  closed?(ctx: Ctx, invoice: Invoice): Promise<void>;
}
export const InvoiceListeners = defineExtensionPoint<InvoiceListener>('billing.invoice-listener');

const OfInvoice = T.Object({ invoiceId: T.String(), companyId: T.Integer() });
/** A client's invoice was issued. */
export const InvoiceIssued = defineEvent({ id: 'billing.invoice-issued', version: 1, payload: OfInvoice });
/** A client's invoice is paid, or nothing was left to pay when it was issued. One whose payment went back and came again is told again. */
export const InvoicePaid = defineEvent({ id: 'billing.invoice-paid', version: 1, payload: OfInvoice });

/** Amounts in US cents; days and instants as ISO has them, empty where there is none. */
const InvoiceGiven = givenWith({
  number: T.String(),
  clientId: T.Integer(),
  client: T.String(),
  periodFirst: T.String(),
  periodLast: T.String(),
  totalCents: T.Integer(),
  taxCents: T.Integer(),
  /** What earlier credit of the client took off. */
  creditCents: T.Integer(),
  dueCents: T.Integer(),
  /** As it is when it is sent: `open`, `paying`, `failed`, `paid`, `external`, `written_off` or `void`. */
  state: T.String(),
  issuedOn: T.String(),
  dueOn: T.String(),
  paidAt: T.String(),
});
export const NewInvoice = defineTrigger({ id: 'invoice.created', title: 'billing.trigger.created', gives: InvoiceGiven });
export const PaidInvoice = defineTrigger({ id: 'invoice.paid', title: 'billing.trigger.paid', gives: InvoiceGiven });
