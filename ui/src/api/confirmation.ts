import type { Confirmation, ProblemBody } from '../../../core/contract/wire.ts';

type Asker = (asked: Confirmation) => Promise<boolean>;

let asker: Asker = () => Promise.resolve(false);

/** Names who puts what a plugin wants confirmed; answers how to withdraw. */
export function answerConfirmations(by: Asker): () => void {
  asker = by;
  return () => {
    if (asker === by) asker = () => Promise.resolve(false);
  };
}

/** Puts it to the person; answers whether it was confirmed. */
export const isConfirmed = (asked: Confirmation): Promise<boolean> => asker(asked);

/** What a refused call wants confirmed, if it does. */
export function confirmationOf({ confirm }: ProblemBody): Confirmation | null {
  return typeof confirm === 'object' && confirm !== null && 'dialog' in confirm ? (confirm as Confirmation) : null;
}
