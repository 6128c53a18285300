import type { PostingCode } from '../../money/ledger/contract.ts';

/** Why packs are posted to the books: to the client they are fees and credit like others. */
export const POSTED = {
  fee: 'prepaid.fee',
  /** The root's part of leads that were paid and not delivered. */
  agencyFee: 'prepaid.agency-fee',
  credit: 'prepaid.credit',
} as const;

export const packCodes: readonly PostingCode[] = [
  { code: POSTED.fee, title: 'billing.posting.fee' },
  { code: POSTED.agencyFee, title: 'billing.posting.fee' },
  { code: POSTED.credit, title: 'billing.posting.credit' },
];
