import type { AccountKind, PostingCode } from '../../money/ledger/contract.ts';

/** Why billing posts to the books. */
export const POSTED = {
  fee: 'billing.fee',
  /** The root's part of a fee, which the agency owes it. */
  agencyFee: 'billing.agency-fee',
  payment: 'billing.payment',
  refund: 'billing.refund',
  chargeback: 'billing.chargeback',
  credit: 'billing.credit',
  tax: 'billing.tax',
} as const;

export const billingCodes: readonly PostingCode[] = [
  { code: POSTED.fee, title: 'billing.posting.fee' },
  { code: POSTED.agencyFee, title: 'billing.posting.fee' },
  { code: POSTED.payment, title: 'billing.posting.payment' },
  { code: POSTED.refund, title: 'billing.posting.refund' },
  { code: POSTED.chargeback, title: 'billing.posting.chargeback' },
  { code: POSTED.credit, title: 'billing.posting.credit' },
  { code: POSTED.tax, title: 'billing.posting.tax' },
];

/** What an agency was paid in taxes and owes the tax office. */
export const TAX = 'tax';
export const taxAccount: AccountKind = { name: TAX, of: 'agency' };
