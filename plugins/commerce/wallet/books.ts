import type { AccountKind, PostingCode } from '../../money/ledger/contract.ts';

/** The agency's prepaid money; only what a bank takes back may leave less than nothing in it. */
export const WALLET = 'wallet';
export const CODES = {
  lead: 'wallet.lead',
  topUp: 'wallet.top-up',
  refund: 'wallet.refund',
  chargeback: 'wallet.chargeback',
  settlement: 'wallet.settlement',
} as const;

export const walletAccount: AccountKind = {
  name: WALLET,
  of: 'agency',
  floor: { cents: 0, codes: [CODES.lead, CODES.topUp, CODES.refund, CODES.chargeback] },
};
export const walletCodes: readonly PostingCode[] = Object.values(CODES).map((code) => ({
  code,
  title: `wallet.posting.${code.slice('wallet.'.length)}`,
}));

/** The key of a lead's posting. */
export const leadKey = (leadId: string): string => `lead:${leadId}`;
