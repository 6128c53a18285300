import { defineRoute, Problem, type RateDef, T } from '../../../core/contract.ts';
import { keyOf } from './key-check.ts';
import { SIGN_IN } from './scopes.ts';
import { issueToken, signInByToken } from './sso.service.ts';

const Host = T.String({ minLength: 1, maxLength: 253 });

const issue = defineRoute({
  id: 'developer.sso-issue',
  method: 'POST',
  path: '/v1/developer/sso/issue',
  summary: 'Issue a token that signs one person of a client in',
  // The key in the body is the caller's proof; there is no session.
  ability: 'public',
  spends: ['rows'],
  limits: 'rows only for the holder of a key',
  scope: 'host',
  anyAal: true,
  rate: ['developer.sso-issue', 'developer.sso-address'],
  body: T.Object({
    client_id: T.String({ format: 'uuid', maxLength: 36 }),
    secret_key: T.String({ minLength: 20, maxLength: 100 }),
    /** Of the person to sign in. */
    email: T.String({ minLength: 3, maxLength: 254 }),
    subdomain: T.Optional(Host),
  }),
  response: T.Object({ token: T.String(), url: T.String(), expires_in: T.Integer() }),
  async handler(ctx, { body }) {
    const key = await keyOf(ctx, body.client_id, body.secret_key);
    if (key.sandbox || !key.scopes.includes(SIGN_IN)) throw new Problem(403, 'core.problem.program-scope', { params: { scope: SIGN_IN } });
    return { ...(await issueToken(ctx, key, body.email, body.subdomain)), expires_in: 60 };
  },
});

const validation = defineRoute({
  id: 'developer.sso-validation',
  method: 'POST',
  path: '/v1/developer/sso/validation',
  summary: 'Sign in by a single sign-on token',
  ability: 'public',
  spends: [],
  limits: 'a token is good once within a minute',
  scope: 'host',
  db: 'intent',
  anyAal: true,
  viewMode: 'deny',
  rate: 'developer.sso-address',
  body: T.Object({
    subdomain: Host,
    token: T.Optional(T.String({ maxLength: 100 })),
    /** Who the browser thinks is signed in; only compared. */
    currentUserID: T.Optional(T.Union([T.Integer(), T.String({ maxLength: 20 }), T.Null()])),
  }),
  response: T.Object({
    status: T.String(),
    /** `login`, or when somebody was signed in `stay` for the same person and `switch` for another. */
    action: T.Enum(['login', 'stay', 'switch']),
    access_token: T.Optional(T.String()),
    challenge: T.Optional(T.String()),
    go: T.Optional(T.String()),
  }),
  async handler(ctx, { body }) {
    const done = body.token ? await signInByToken(ctx, body.token, body.subdomain) : null;
    if (!done) throw new Problem(422, 'developer.sso.failed', { extra: { heading: ctx.t('developer.sso.sorry') } });
    const before = body.currentUserID ? String(body.currentUserID) : '';
    const action: 'login' | 'stay' | 'switch' = before === '' ? 'login' : before === String(done.accountId) ? 'stay' : 'switch';
    return { status: 'success', action, ...done.result };
  },
});

export const ssoRoutes = [issue, validation];
export const ssoRates: RateDef[] = [
  { id: 'developer.sso-issue', points: 120, seconds: 60, by: { body: 'client_id', each: 'device' } },
  { id: 'developer.sso-address', points: 300, seconds: 60, by: 'ip' },
];
