import { hash, verify } from '@node-rs/argon2';
import { Problem } from '../../../core/contract.ts';

/** Argon2id at the cost of docs/security.md: about 20 ms on one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** How a hash of that cost begins. */
const PRESENT = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;
const AT_ONCE = 4;
const WAITING = 64;

let running = 0;
const queue: (() => void)[] = [];

/**
 * Few at a time, and a bounded queue: otherwise a flood of logins takes the whole processor. Throws 503 when the queue is full; who goes
 * `ahead` waits for nobody in it.
 */
async function inTurn<R>(work: () => Promise<R>, ahead = false): Promise<R> {
  if (running < AT_ONCE) running += 1;
  else {
    if (queue.length >= WAITING && !ahead) throw new Problem(503, 'core.problem.unavailable', { headers: { 'retry-after': '2' } });
    await new Promise<void>((resolve) => void (ahead ? queue.unshift(resolve) : queue.push(resolve)));
  }
  try {
    return await work();
  } finally {
    // A place goes straight to whoever waits, so that nobody slips in between.
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }
}

/** The slow hash of a text, as `$argon2id$...`. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password.normalize('NFKC'), COST));

export const fitsHash = (stored: string, password: string, ahead = false): Promise<boolean> =>
  inTurn(() => verify(stored, password.normalize('NFKC')), ahead);

/** Whether a hash was made at the cost of today. */
export const hasPresentCost = (stored: string): boolean => stored.startsWith(PRESENT);
