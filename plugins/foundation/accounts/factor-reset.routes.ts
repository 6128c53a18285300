import { defineRoute, T } from '../../../core/contract.ts';
import { askForReset, objectToReset } from './factor-reset.service.ts';
import { Message } from './sign-in.schema.ts';

export const factorResetRoutes = [
  defineRoute({
    id: 'accounts.keep-factor',
    method: 'POST',
    path: '/setting/twofactorauth/keep',
    summary: 'Object by a mailed link to the second factor being taken off',
    ability: 'public',
    spends: [],
    limits: 'only the holder of a mailed link changes anything',
    scope: 'host',
    anyAal: true,
    viewMode: 'deny',
    rate: 'accounts.by-address',
    body: T.Object({ token: T.String({ minLength: 20, maxLength: 100 }) }),
    response: T.Object({ ...Message.properties, go: T.String() }),
    async handler(ctx, { body }) {
      await objectToReset(ctx, body.token);
      return { result: 'success', message: ctx.t('accounts.keep.done'), go: '/login' };
    },
  }),
  defineRoute({
    id: 'accounts.reset-factor',
    method: 'POST',
    path: '/setting/twofactorauth/:userId/reset',
    summary: "Have somebody's second factor taken off in a day, unless they object",
    ability: ['reset-factor', 'Account'],
    stepUp: true,
    rate: 'accounts.factor',
    params: T.Object({ userId: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
    response: Message,
    async handler(ctx, { params }) {
      const name = await askForReset(ctx, params.userId);
      return { result: 'success', message: ctx.t('accounts.reset-factor.asked', { name }) };
    },
  }),
];
