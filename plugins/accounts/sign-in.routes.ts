import { defineRoute, invalid, SessionsPort, T } from '../../core/contract.ts';
import { credentialOf } from './accounts.store.ts';
import { changeOwnPassword, forgetPassword, resetByLink } from './accounts.service.ts';
import { login, resendCode, verifyLogin } from './login.service.ts';
import { checkPassword, PASSWORD_MAX } from './password.ts';

const Email = T.String({ minLength: 3, maxLength: 254 });
const Password = T.String({ minLength: 1, maxLength: PASSWORD_MAX });
/** What the browser claims about where it is; the host of the request decides. */
const Claims = {
  gtoken: T.Optional(T.String({ maxLength: 4000 })),
  domainName: T.Optional(T.String({ maxLength: 253 })),
  ownedcompanyid: T.Optional(T.Union([T.Integer(), T.String({ maxLength: 20 })])),
  companyrootid: T.Optional(T.Union([T.Integer(), T.String({ maxLength: 20 })])),
  idsys: T.Optional(T.Union([T.Integer(), T.String({ maxLength: 20 })])),
};
const Message = T.Object({ result: T.String(), message: T.String() });

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
      const result = await login(ctx, body.username, body.password, '');
      if ('access_token' in result) return { access_token: result.access_token };
      return {
        challenge: result.challenge,
        two_factor_auth_type: 'email',
        message: ctx.t('accounts.code.sent'),
        go: `/verify-login?email=${encodeURIComponent(result.email)}`,
      };
    },
  }),
  defineRoute({
    id: 'accounts.verify-login',
    method: 'POST',
    path: '/verifylogin',
    summary: 'Complete a sign-in by the mailed code',
    ability: 'public',
    scope: 'host',
    db: 'intent',
    anyAal: true,
    rate: ['accounts.by-address', 'accounts.by-email'],
    body: T.Object({ email: Email, code: T.String({ pattern: '^\\d{6}$' }), challenge: T.Optional(T.String({ maxLength: 40 })) }),
    response: T.Object({ result: T.String(), rows: T.Object({ access_token: T.String() }) }),
    handler: async (ctx, { body }) => ({ result: 'success', rows: { access_token: await verifyLogin(ctx, body.email, body.code, '') } }),
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
    rate: ['accounts.by-address', 'accounts.by-email'],
    body: T.Object({ email: Email, companyrootid: Claims.companyrootid }),
    response: Message,
    async handler(ctx, { body }) {
      await resendCode(ctx, body.email);
      return { result: 'success', message: ctx.t('accounts.code.sent') };
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
  defineRoute({
    id: 'accounts.forget-password',
    method: 'POST',
    path: '/forgetpass',
    summary: 'Mail a link to set a new password',
    ability: 'public',
    scope: 'host',
    anyAal: true,
    rate: ['accounts.by-address', 'accounts.by-name'],
    body: T.Object({ username: Email, ...Claims }),
    response: Message,
    async handler(ctx, { body }) {
      await forgetPassword(ctx, body.username);
      return { result: 'success', message: ctx.t('accounts.forgot.sent') };
    },
  }),
  defineRoute({
    id: 'accounts.reset-by-link',
    method: 'POST',
    path: '/resetpassword',
    summary: 'Set a new password by a mailed link',
    ability: 'public',
    scope: 'host',
    anyAal: true,
    rate: 'accounts.by-address',
    body: T.Object({ token: T.String({ minLength: 20, maxLength: 100 }), newpassword: Password }),
    response: T.Object({ result: T.String(), message: T.String(), go: T.String() }),
    async handler(ctx, { body }) {
      await resetByLink(ctx, body.token, body.newpassword);
      return { result: 'success', message: ctx.t('accounts.password.updated'), go: '/login' };
    },
  }),
  defineRoute({
    id: 'accounts.change-password',
    method: 'POST',
    path: '/user/resetpassword',
    summary: "Change one's own password",
    ability: 'signed-in',
    rate: 'accounts.by-account',
    body: T.Object({
      usrID: T.Optional(T.Union([T.Integer(), T.String({ maxLength: 20 })])),
      newpassword: Password,
      currpassword: Password,
    }),
    response: Message,
    async handler(ctx, { body }) {
      const own = body.usrID === undefined || String(body.usrID) === String(ctx.actor.id);
      const done = own && (await changeOwnPassword(ctx, body.currpassword, body.newpassword));
      return done
        ? { result: 'success', message: ctx.t('accounts.password.updated') }
        : { result: 'failed', message: ctx.t('accounts.password.wrong') };
    },
  }),
  defineRoute({
    id: 'accounts.confirm',
    method: 'POST',
    path: '/user/confirm',
    summary: 'Give the password again before something that matters',
    ability: 'signed-in',
    db: 'intent',
    rate: 'accounts.by-account',
    body: T.Object({ password: Password }),
    response: T.Object({ result: T.String() }),
    async handler(ctx, { body }) {
      const stored = await ctx.transaction((tx) => credentialOf(tx.db, ctx.actor.id));
      if (!(await checkPassword(stored?.password_hash ?? null, body.password))) throw invalid('password', 'accounts.password.wrong');
      await ctx.use(SessionsPort).confirm(ctx.sessionId!, 1);
      return { result: 'success' };
    },
  }),
];

export const signInRates = [
  { id: 'accounts.by-address' as const, points: 60, seconds: 900, by: 'ip' as const },
  { id: 'accounts.by-name' as const, points: 20, seconds: 900, by: { body: 'username' } },
  { id: 'accounts.by-email' as const, points: 20, seconds: 900, by: { body: 'email' } },
  { id: 'accounts.by-account' as const, points: 10, seconds: 900, by: 'account' as const },
];
