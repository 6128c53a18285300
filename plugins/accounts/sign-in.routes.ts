import { defineRoute, SessionsPort, T } from '../../core/contract.ts';
import { refuseForeignClaims } from './claims.ts';
import { challengeState, login, resendCode, verifyLogin } from './login.service.ts';
import { RECOVERY_PATTERN } from './recovery-codes.ts';
import { Claims, Email, Message, Password } from './sign-in.schema.ts';

const ChallengeId = T.String({ pattern: '^[0-9a-f-]{36}$', maxLength: 36 });
/** A mailed or shown code of six digits, or a recovery code. */
export const Code = T.String({ pattern: `^(\\d{6}|${RECOVERY_PATTERN})$`, maxLength: 11 });

/** The code page of a login under way. */
const codePage = (email: string, challenge: string): string => `/verify-login?${new URLSearchParams({ email, challenge })}`;

export const signInRoutes = [
  defineRoute({
    id: 'accounts.login',
    method: 'POST',
    path: '/login',
    summary: 'Sign in with e-mail and password',
    ability: 'public',
    scope: 'host',
    db: 'intent',
    anyAal: true,
    unlogged: 'failures and sign-ins are logged with the account they concern',
    rate: ['accounts.by-address', 'accounts.by-name'],
    body: T.Object({ username: Email, password: Password, ...Claims }),
    response: T.Object({
      access_token: T.Optional(T.String()),
      go: T.Optional(T.String()),
      message: T.Optional(T.String()),
      challenge: T.Optional(T.String()),
      two_factor_auth_type: T.Optional(T.String()),
    }),
    async handler(ctx, { body }) {
      await refuseForeignClaims(ctx, body);
      const result = await login(ctx, body.username, body.password, body.gtoken);
      if ('access_token' in result) return { access_token: result.access_token };
      const { challenge, email, type } = result;
      return {
        challenge,
        two_factor_auth_type: type,
        message: ctx.t(type === 'email' ? 'accounts.code.sent' : 'accounts.code.from-app'),
        go: codePage(email, challenge),
      };
    },
  }),
  defineRoute({
    id: 'accounts.verify-login',
    method: 'POST',
    path: '/verifylogin',
    summary: 'Complete a sign-in by a code',
    ability: 'public',
    scope: 'host',
    db: 'intent',
    anyAal: true,
    unlogged: 'sign-ins are logged with the account they concern',
    rate: ['accounts.by-address', 'accounts.by-email'],
    body: T.Object({ email: Email, code: Code, challenge: T.Optional(ChallengeId) }),
    response: T.Object({ result: T.String(), rows: T.Object({ access_token: T.String() }) }),
    handler: async (ctx, { body }) => ({
      result: 'success',
      rows: { access_token: await verifyLogin(ctx, body.email, body.code, body.challenge) },
    }),
  }),
  defineRoute({
    id: 'accounts.challenge',
    method: 'GET',
    path: '/verifylogin/:challenge',
    summary: 'Which code a sign-in under way waits for',
    ability: 'public',
    scope: 'host',
    anyAal: true,
    rate: 'accounts.by-address',
    params: T.Object({ challenge: ChallengeId }),
    response: T.Object({ two_factor_auth_type: T.String(), can_mail: T.Boolean() }),
    handler: (ctx, { params }) => challengeState(ctx, params.challenge),
  }),
  defineRoute({
    id: 'accounts.resend-code',
    method: 'POST',
    path: '/resendcode',
    summary: 'Send the sign-in code again',
    ability: 'public',
    scope: 'host',
    db: 'intent',
    anyAal: true,
    unlogged: 'a mail and nothing else',
    rate: ['accounts.by-address', 'accounts.by-email'],
    body: T.Object({ email: Email, companyrootid: Claims.companyrootid, challenge: T.Optional(ChallengeId) }),
    response: T.Object({ ...Message.properties, go: T.Optional(T.String()) }),
    async handler(ctx, { body }) {
      const challenge = await resendCode(ctx, body.email, body.challenge);
      return {
        result: 'success',
        message: ctx.t('accounts.code.sent'),
        ...(challenge ? { go: codePage(body.email, challenge) } : {}),
      };
    },
  }),
  defineRoute({
    id: 'accounts.logout',
    method: 'POST',
    path: '/logout',
    summary: 'End this session',
    ability: 'signed-in',
    viewMode: 'allow',
    anyAal: true,
    response: T.Object({ go: T.String() }),
    async handler(ctx) {
      await ctx.audit({ action: 'accounts.signed-out', description: 'Signed out' });
      if (ctx.sessionId) await ctx.use(SessionsPort).end(ctx.sessionId);
      return { go: '/login' };
    },
  }),
];

export const signInRates = [
  { id: 'accounts.by-address' as const, points: 60, seconds: 900, by: 'ip' as const },
  { id: 'accounts.by-name' as const, points: 20, seconds: 900, by: { body: 'username' } },
  { id: 'accounts.by-email' as const, points: 20, seconds: 900, by: { body: 'email' } },
  { id: 'accounts.by-account' as const, points: 10, seconds: 900, by: 'account' as const },
];
