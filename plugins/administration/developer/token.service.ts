import { type BasicCredentials, type Ctx, type Program, Problem, SessionsPort } from '../../../core/contract.ts';
import { keyOf } from './key-check.ts';
import type { KeyRow } from './keys.store.ts';

/** For how long a token is good. */
export const TOKEN_SECONDS = 3600;

interface Asked {
  grant_type: string;
  client_id?: string;
  client_secret?: string;
  scope?: string;
}

/** A refusal under OAuth's names (RFC 6749, 5.2) beside those of every other one. */
const refused = (status: 400 | 401, error: string, code: string, basic: boolean): Problem =>
  new Problem(status, code, {
    extra: { error },
    headers: status === 401 && basic ? { 'www-authenticate': 'Basic realm="oauth/token"' } : {},
  });

/** Trades the credentials of a key for a token. Throws 400 and 401 as OAuth says. Called outside of transactions. */
export async function tokenFor(ctx: Ctx, asked: Asked, basic: BasicCredentials): Promise<{ token: string; scope: string }> {
  if (asked.grant_type !== 'client_credentials') throw refused(400, 'unsupported_grant_type', 'developer.problem.grant-type', false);
  const id = basic.id || asked.client_id || '';
  const secret = basic.secret || asked.client_secret || '';
  const key = await ctx.transaction(async (tx) => {
    const found = await keyOf(tx, id, secret).catch((error: unknown) => {
      throw error instanceof Problem ? refused(401, 'invalid_client', error.code, basic.id !== '') : error;
    });
    if (!(await canStillSignIn(tx, found.made_by))) throw refused(401, 'invalid_client', 'developer.problem.maker', basic.id !== '');
    return found;
  });
  const program = programOf(key, narrowed(key, asked.scope));
  const token = await ctx.use(SessionsPort).open({
    accountId: key.made_by,
    ip: ctx.ip,
    agent: ctx.agent,
    aal: 1,
    aalNeeded: 0,
    minutes: TOKEN_SECONDS / 60,
    program,
  });
  return { token, scope: program.scopes.join(' ') };
}

const programOf = (key: KeyRow, scopes: readonly string[]): Program => ({
  id: key.client_id,
  name: key.name || key.hint,
  scopes,
  sandbox: key.sandbox,
});

/** What was asked for of what the key is good for; all of it where nothing was. */
function narrowed({ scopes }: KeyRow, asked = ''): string[] {
  const wanted = asked.split(' ').filter(Boolean);
  if (wanted.some((scope) => !scopes.includes(scope))) throw refused(400, 'invalid_scope', 'developer.problem.scope', false);
  return wanted.length > 0 ? scopes.filter((scope) => wanted.includes(scope)) : [...scopes];
}

const canStillSignIn = async (ctx: Ctx, accountId: number): Promise<boolean> =>
  (await ctx.db('core_public_account').where({ id: accountId, status: 'active' }).whereNull('removed_at').first('id')) !== undefined;
