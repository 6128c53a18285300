import type { ProblemBody } from '../../../core/contract/wire.ts';

/** What a captcha service draws its puzzle with, and why it is asked for. */
export interface Puzzle {
  siteKey: string;
  script: string;
  why: string;
}
type Asker = (puzzle: Puzzle) => Promise<string | null>;

let asker: Asker = () => Promise.resolve(null);

/** Names who shows a person the puzzle; answers how to withdraw. */
export function answerPuzzles(by: Asker): () => void {
  asker = by;
  return () => {
    if (asker === by) asker = () => Promise.resolve(null);
  };
}

/** Has the puzzle solved; answers the service's token, or null when the person gave up. */
export const solve = (puzzle: Puzzle): Promise<string | null> => asker(puzzle);

/** The puzzle that a refused call asks for, if it does. */
export function puzzleOf({ captcha, captcha_script: script, detail }: ProblemBody): Puzzle | null {
  return typeof captcha === 'string' && typeof script === 'string' ? { siteKey: captcha, script, why: detail } : null;
}
