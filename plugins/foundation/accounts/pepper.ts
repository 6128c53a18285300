import { createHmac } from 'node:crypto';
import type { Ctx } from '../../../core/contract.ts';
import { fitsHash, hashPassword, hasPresentCost } from './password.ts';

/** Stands before hashes of peppered passwords; those without it are of earlier releases, and are replaced at the next sign-in. */
const MARK = 'pepper1:';

/** The password under a key that no copy of the database holds: without it, guessing is hopeless even for weak ones. */
const peppered = (ctx: Ctx, password: string): string =>
  createHmac('sha256', ctx.secrets.key('accounts.password')).update(password.normalize('NFKC')).digest('base64url');

/** What is stored of a new password. */
export const storedFormOf = async (ctx: Ctx, password: string): Promise<string> => MARK + (await hashPassword(peppered(ctx, password)));

/** Stands in for the hash of an unknown account, so that both answers take the same time. */
let dummy: Promise<string> | null = null;

/** True when the password fits what is stored; always does the work of one verification. `ahead`: before those that wait. */
export async function checkPassword(ctx: Ctx, stored: string | null, password: string, ahead = false): Promise<boolean> {
  dummy ??= hashPassword('nobody has this password').catch((error: unknown) => {
    dummy = null; // no place in the queue this time
    throw error;
  });
  const against = stored ?? MARK + (await dummy);
  const fits = against.startsWith(MARK)
    ? await fitsHash(against.slice(MARK.length), peppered(ctx, password), ahead)
    : await fitsHash(against, password, ahead);
  return fits && stored !== null;
}

/** Whether what is stored lacks the pepper, or was made at another cost than today's. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(MARK) || !hasPresentCost(stored.slice(MARK.length));
