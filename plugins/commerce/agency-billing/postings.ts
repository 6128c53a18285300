import type { PostingCode } from '../../money/ledger/contract.ts';

/** Why charges of agencies are posted to their books. */
export const POSTED = { fee: 'agency-billing.fee', payment: 'agency-billing.payment' } as const;

export const chargeCodes: readonly PostingCode[] = [
  { code: POSTED.fee, title: 'agency-billing.posting.fee' },
  { code: POSTED.payment, title: 'agency-billing.posting.payment' },
];
