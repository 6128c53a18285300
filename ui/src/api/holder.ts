import type { Call, HolderCheck, ProblemBody } from '../../../core/contract/wire.ts';

type Asker = (check: HolderCheck) => Promise<boolean>;

let asker: Asker = () => Promise.resolve(false);

/** Names who lets the card's holder confirm with his bank; answers how to withdraw. */
export function answerHolderChecks(by: Asker): () => void {
  asker = by;
  return () => {
    if (asker === by) asker = () => Promise.resolve(false);
  };
}

/** Lets the holder confirm; answers whether he did, as far as the browser can tell. */
export const letHolderConfirm = (check: HolderCheck): Promise<boolean> => asker(check);

/** What a refused call wants confirmed, if it does. */
export function holderCheckOf({ confirm }: ProblemBody): HolderCheck | null {
  return typeof confirm === 'object' && confirm !== null && 'secret' in confirm ? (confirm as HolderCheck) : null;
}

/** Where the provider is asked what became of a payment. */
export const CONFIRMED: Call = { method: 'POST', path: '/api/payments/confirmed' };
/** Where the holder answers the sandbox's bank. */
export const SANDBOX_BANK: Call = { method: 'POST', path: '/api/payments/sandbox-bank' };
