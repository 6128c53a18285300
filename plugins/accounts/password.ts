import { hash, verify } from '@node-rs/argon2';
import { Problem } from '../../core/contract.ts';

/** Argon2id at the cost of docs/security.md: about 20 ms on one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = 4;
const WAITING = 64;

let running = 0;
const queue: (() => void)[] = [];

/** Few at a time, and a bounded queue: otherwise a flood of logins takes the whole processor. */
async function inTurn<R>(work: () => Promise<R>): Promise<R> {
  if (running >= AT_ONCE) {
    if (queue.length >= WAITING) throw new Problem(503, 'core.problem.unavailable', { headers: { 'retry-after': '2' } });
    await new Promise<void>((resolve) => queue.push(resolve));
  }
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    queue.shift()?.();
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password.normalize('NFKC'), COST));

/** Stands in for the hash of an unknown account, so that both answers take the same time. */
let dummy: Promise<string> | null = null;

/** True when the password fits; always does the work of one verification. */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  dummy ??= hashPassword('nobody has this password');
  const against = stored ?? (await dummy);
  const fits = await inTurn(() => verify(against, password.normalize('NFKC')));
  return fits && stored !== null;
}
