import { defineRoute, Flag, flagOf, T } from '../../../core/contract.ts';
import { cancelEmail, confirmAgain, confirmEmail, undoEmail } from './email-change.service.ts';
import { pendingAmong } from './email-change.store.ts';
import { Message } from './sign-in.schema.ts';

const Token = T.Object({ token: T.String({ minLength: 20, maxLength: 100 }) });
const UserId = T.Object({ userId: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) });
const Moved = T.Object({ ...Message.properties, go: T.String() });

/** What the links mailed for a change of address do. Each asks for a click on its page: programs that look into mails open links too. */
export const emailChangeRoutes = [
  defineRoute({
    id: 'accounts.waiting-email',
    method: 'GET',
    path: '/user/email/waiting',
    summary: 'Whether another e-mail address of the own account waits to be confirmed',
    ability: 'signed-in',
    response: T.Object({ id: T.Integer(), email: T.String(), email_waits: Flag, waiting: T.String() }),
    async handler(ctx) {
      const { id, email } = ctx.actor;
      const waiting = (await pendingAmong(ctx, [id])).get(id);
      return { id, email, email_waits: flagOf(waiting !== undefined), waiting: waiting ?? '' };
    },
  }),
  defineRoute({
    id: 'accounts.resend-email',
    method: 'POST',
    path: '/user/email/:userId/resend',
    summary: 'Mail another link to the e-mail address that waits to be confirmed',
    ability: ['update', 'Account'],
    stepUp: true,
    audit: 'accounts.email-link-sent',
    params: UserId,
    response: Message,
    handler: async (ctx, { params }) => ({
      result: 'success',
      message: ctx.t('accounts.email.sent-again', { email: await confirmAgain(ctx, params.userId) }),
    }),
  }),
  defineRoute({
    id: 'accounts.cancel-email',
    method: 'DELETE',
    path: '/user/email/:userId',
    summary: 'Keep the e-mail address instead of the one that waits to be confirmed',
    ability: ['update', 'Account'],
    withoutStepUp: 'the account stays as it was',
    params: UserId,
    response: Message,
    handler: async (ctx, { params }) => ({
      result: 'success',
      message: ctx.t('accounts.email.cancelled', { email: await cancelEmail(ctx, params.userId) }),
    }),
  }),
  defineRoute({
    id: 'accounts.confirm-email',
    method: 'POST',
    path: '/user/email/confirm',
    summary: 'Confirm a new e-mail address by the link mailed to it',
    ability: 'public',
    spends: [],
    limits: 'only the holder of a mailed link changes anything',
    scope: 'host',
    anyAal: true,
    rate: 'accounts.by-address',
    body: Token,
    response: Moved,
    async handler(ctx, { body }) {
      await confirmEmail(ctx, body.token);
      return { result: 'success', message: ctx.t('accounts.email.confirmed'), go: '/login' };
    },
  }),
  defineRoute({
    id: 'accounts.undo-email',
    method: 'POST',
    path: '/user/email/undo',
    summary: 'Undo a change of the e-mail address by the link mailed to the old one',
    ability: 'public',
    spends: [],
    limits: 'only the holder of a mailed link changes anything',
    scope: 'host',
    anyAal: true,
    rate: 'accounts.by-address',
    body: Token,
    response: Moved,
    async handler(ctx, { body }) {
      const token = await undoEmail(ctx, body.token);
      return { result: 'success', message: ctx.t('accounts.email.undone'), go: `/reset-password?token=${token}` };
    },
  }),
];
