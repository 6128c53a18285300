import { type ConnectorDef, type ConnectorRun, type Ctx, type Refused } from '../../../core/contract.ts';
import { openAuth, openBefore, type Sealed } from './credentials.ts';
import { goodToken } from './oauth/tokens.ts';
import { turnOf } from './turns.ts';

/** What a call is made with. */
type As = Pick<ConnectorRun, 'connector' | 'auth' | 'before' | 'token' | 'turn'>;

/**
 * Calls the other end in the name of a connection: with its credentials, a token that is good, and in its turn. A token that is refused before its time is
 * renewed and the call made once more. Never inside a transaction; throws 409 where a secret does not open.
 */
export async function callAs<R extends { ok: true }>(
  ctx: Ctx,
  connector: ConnectorDef,
  connection: Sealed,
  call: (as: As) => Promise<R | Refused>,
): Promise<R | Refused> {
  const auth = await openAuth(ctx, connection);
  const turn = turnOf(ctx, connector, auth, { company: connection.company_id, connection: connection.id });
  const as = { connector, auth, before: await openBefore(ctx, connection), ...(turn ? { turn } : {}) };
  if (!connector.auth.oauth) return call(as);
  const token = await goodToken(ctx, connector, connection);
  if (typeof token !== 'string') return token;
  const outcome = await call({ ...as, token });
  if (outcome.ok || outcome.then !== 'reauthorise') return outcome;
  const renewed = await goodToken(ctx, connector, connection, token);
  return typeof renewed === 'string' ? call({ ...as, token: renewed }) : renewed;
}
