import type { PostingCode } from '../ledger/contract.ts';

/** Why billing posts to the books. */
export const POSTED = {
  fee: 'billing.fee',
  /** The root's part of a fee, which the agency owes it. */
  agencyFee: 'billing.agency-fee',
  payment: 'billing.payment',
  credit: 'billing.credit',
} as const;

export const billingCodes: readonly PostingCode[] = [
  { code: POSTED.fee, title: 'billing.posting.fee' },
  { code: POSTED.agencyFee, title: 'billing.posting.fee' },
  { code: POSTED.payment, title: 'billing.posting.payment' },
  { code: POSTED.credit, title: 'billing.posting.credit' },
];
