import type { Outcome } from '../../../core/contract.ts';
import { plainNote } from './lead.ts';
import { FAILING_AFTER, REFUSED_IN_A_ROW, restAfter, retryAfter } from './retry.ts';

/** What an outcome says of the connection itself; null when it says nothing. */
export type ConnectionChange =
  | { state: 'ok' }
  /** Makes no call for so many seconds. */
  | { state: 'failing' | 'same'; failures: number; rest: number }
  /** It answers, but refused so many leads in a row. */
  | { state: 'same'; refused: number }
  /** Its leads are held until a person has put it right. */
  | { state: 'reauthorise' | 'held' | 'disabled'; remedy?: string };

/** How a try ended, as it is written down. */
export interface Ending {
  /** `pending`: the try does not count, since no call was made, or the other end took the lead and is not done with it. */
  state: 'delivered' | 'failed' | 'held' | 'rejected' | 'skipped' | 'pending';
  response: string;
  /** What the other end calls the record, for `delivered`. */
  ref?: string;
  /** Hash of what makes it the same as others. */
  same?: Buffer;
  /** Seconds until the next try, for `failed` and `pending`. */
  again?: number;
  change: ConnectionChange | null;
  /** Nobody can be reached under the lead's address, says the other end. */
  invalid?: true;
}

/** How often something went wrong so far: with this lead, this one included, and with the connection since its last success. */
export interface Tally {
  attempts: number;
  failures: number;
  refused: number;
}

/** Silence and overload concern the connection and the lead, a refusal the lead alone, everything else the connection alone. */
export function endingOf(outcome: Outcome, tally: Tally): Ending {
  const response = plainNote(outcome.note ?? '');
  if (outcome.ok && outcome.again !== undefined) return { state: 'pending', response, again: outcome.again, change: { state: 'ok' } };
  if (outcome.ok) return { state: 'delivered', response, change: { state: 'ok' }, ...(outcome.ref ? { ref: outcome.ref } : {}) };
  switch (outcome.then) {
    case 'retry': {
      if (outcome.paced)
        return { state: 'pending', response: '', change: { state: 'same', failures: tally.failures, rest: outcome.after ?? 1 } };
      const failures = tally.failures + 1;
      const rest = restAfter(failures, outcome.after);
      const change = { state: failures >= FAILING_AFTER ? 'failing' : 'same', failures, rest } as const;
      const again = outcome.after === undefined ? retryAfter(tally.attempts) : rest;
      return again === null ? { state: 'held', response, change } : { state: 'failed', response, again, change };
    }
    case 'reject': {
      // What lacks something says nothing of the connection: nobody was asked.
      if (outcome.record === 'unfit') return { state: 'rejected', response, change: null };
      const refused = tally.refused + 1;
      return { state: 'rejected', response, change: refused >= REFUSED_IN_A_ROW ? { state: 'held' } : { state: 'same', refused } };
    }
    case 'disable':
    case 'hold':
    case 'reauthorise':
      return { state: 'held', response, change: closing(outcome) };
  }
}

const CLOSED = { disable: 'disabled', hold: 'held', reauthorise: 'reauthorise' } as const;

/** An outcome after which a connection makes no call until a person has put it right. */
export const closing = ({ then, remedy }: { then: keyof typeof CLOSED; remedy?: string }): ConnectionChange => ({
  state: CLOSED[then],
  ...(remedy ? { remedy } : {}),
});
