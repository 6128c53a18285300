import { defineRoute, inEvenTime, invalid, SessionsPort, T } from '../../../core/contract.ts';
import { changeOwnPassword, forgetPassword, resetByLink } from './accounts.service.ts';
import { credentialOf } from './accounts.store.ts';

import { humanCheckOf } from './human-check.ts';
import { checkPassword } from './pepper.ts';
import { Claims, Email, Message, Password } from './sign-in.schema.ts';

/** How long the browser shows that the password was changed. */
const SAID_SECONDS = 2;
/** Mailing a link and doing nothing take as long. */
const EVEN_MS = 150;

export const passwordRoutes = [
  defineRoute({
    id: 'accounts.forget-password',
    method: 'POST',
    path: '/forgetpass',
    summary: 'Mail a link to set a new password',
    ability: 'public',
    spends: ['mail', 'rows'],
    limits:
      'five links that are good (30 minutes) for an account, known devices counted apart; a puzzle from the 6th attempt of 15 minutes on, where a captcha service is configured',
    scope: 'host',
    db: 'intent',
    anyAal: true,
    unlogged: 'a mail and nothing else',
    device: true,
    rate: 'accounts.by-address',
    body: T.Object({ username: Email, ...Claims }),
    response: Message,
    async handler(ctx, { body }) {
      await inEvenTime(EVEN_MS, async () => {
        const human = humanCheckOf(ctx);
        await human.pass(body.username, body.gtoken);
        await human.note(body.username);
        await ctx.transaction((tx) => forgetPassword(tx, body.username));
      });
      return { result: 'success', message: ctx.t('accounts.forgot.sent') };
    },
  }),
  defineRoute({
    id: 'accounts.reset-by-link',
    method: 'POST',
    path: '/resetpassword',
    summary: 'Set a new password by a mailed link',
    ability: 'public',
    spends: ['password hashing'],
    limits: 'only for the holder of a mailed link',
    scope: 'host',
    anyAal: true,
    device: true,
    rate: 'accounts.by-address',
    body: T.Object({ token: T.String({ minLength: 20, maxLength: 100 }), newpassword: Password }),
    response: T.Object({ ...Message.properties, go: T.String() }),
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
    device: true,
    sensitive: 'credentials',
    withoutStepUp: 'asks for the current password itself',
    rate: 'accounts.by-account',
    body: T.Object({
      usrID: T.Optional(T.Union([T.Integer(), T.String({ maxLength: 20 })])),
      newpassword: Password,
      currpassword: Password,
      /** The new one once more, as the form asks for it. */
      confirmation: T.Optional(Password),
    }),
    response: T.Object({
      ...Message.properties,
      /** The browser says the message in a dialog of this title, for so many seconds. */
      dialog: T.Optional(T.Object({ title: T.String(), seconds: T.Integer() })),
    }),
    async handler(ctx, { body }) {
      if (body.confirmation !== undefined && body.confirmation !== body.newpassword)
        throw invalid('confirmation', 'accounts.password.differs');
      const own = body.usrID === undefined || String(body.usrID) === String(ctx.actor.id);
      const done = own && (await changeOwnPassword(ctx, body.currpassword, body.newpassword));
      if (!done) return { result: 'failed', message: ctx.t('accounts.password.wrong') };
      return {
        result: 'success',
        message: ctx.t('accounts.password.updated'),
        dialog: { title: ctx.t('accounts.password.title'), seconds: SAID_SECONDS },
      };
    },
  }),
  defineRoute({
    id: 'accounts.confirm',
    method: 'POST',
    path: '/user/confirm',
    summary: 'Give the password again before something that matters',
    ability: 'signed-in',
    sensitive: 'credentials',
    withoutStepUp: 'is the fresh sign-in itself',
    db: 'intent',
    rate: 'accounts.by-account',
    body: T.Object({ password: Password }),
    response: T.Object({ result: T.String() }),
    async handler(ctx, { body }) {
      const stored = await ctx.transaction((tx) => credentialOf(tx.db, ctx.actor.id));
      if (!(await checkPassword(ctx, stored?.password_hash ?? null, body.password))) throw invalid('password', 'accounts.password.wrong');
      await ctx.use(SessionsPort).confirm(ctx.sessionId!, 1);
      return { result: 'success' };
    },
  }),
];
