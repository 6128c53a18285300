import { type Ctx, invalid, Problem } from '../../../core/contract.ts';
import { type CredentialRow, lockCredential } from './accounts.store.ts';
import { challengeIn, codeFor, endChallenge, openChallenge, takeTry } from './codes.service.ts';
import { isUnconfirmed, meets } from './factor-proof.ts';

/**
 * Does what only the holder of the actor's second factor may: the password alone neither takes it off nor puts another in its place.
 * `needed` says whether it has to be shown, and throws where the change cannot be at all.
 * Without `current` the answer says which code is asked for, and a mailed one is on its way. Runs without a surrounding transaction, so
 * that a wrong code stays counted although it is refused.
 */
export async function withCurrentFactor<T>(
  ctx: Ctx,
  current: string | undefined,
  needed: (credential: CredentialRow) => boolean,
  act: (tx: Ctx, credential: CredentialRow) => Promise<T>,
): Promise<T> {
  const met = await ctx.transaction(async (tx) => {
    const credential = await lockCredential(tx.db, { id: tx.actor.id, companyId: tx.tenant.id });
    if (needed(credential)) {
      if (current === undefined) return { problem: await ask(tx, credential) };
      if (!(await shows(tx, credential, current))) return { problem: invalid('current', 'accounts.code.refused') };
    }
    return { done: await act(tx, credential) };
  });
  if (met.problem) throw met.problem;
  return met.done;
}

const self = ({ actor, tenant }: Ctx) => ({ id: actor.id, company_id: tenant.id, email: actor.email, name: actor.name });

async function ask(tx: Ctx, credential: CredentialRow): Promise<Problem> {
  const isMailed = credential.second_factor === 'email' || isUnconfirmed(credential);
  await (isMailed ? codeFor(tx, self(tx), tx.sessionId) : openChallenge(tx, self(tx), tx.sessionId));
  const code = isMailed ? 'accounts.factor.current-mail' : 'accounts.factor.current-app';
  return new Problem(422, code, { errors: [{ field: 'current', message: code }] });
}

/** Tries are counted as at a sign-in, also those of callers who never asked. */
async function shows(tx: Ctx, credential: CredentialRow, code: string): Promise<boolean> {
  const { sessionId } = tx;
  if (!sessionId) return false;
  if (!(await challengeIn(tx, tx.actor.id, sessionId))) await openChallenge(tx, self(tx), sessionId);
  const open = await challengeIn(tx, tx.actor.id, sessionId);
  const taken = open && (await takeTry(tx, open));
  if (!taken || !(await meets(tx, self(tx), credential, taken, code))) return false;
  await endChallenge(tx, taken);
  return true;
}
