import { defineRoute, type RateDef, T } from '../../../core/contract.ts';
import { confirmed, tellSandboxBank } from './holder.ts';

export const confirmRate: RateDef = { id: 'payments.confirm', points: 30, seconds: 60, by: 'ip' };

/** Also for holders of a payment link, who are not signed in: the secret of a `HolderCheck` is what admits. */
const Asker = {
  company: T.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  secret: T.String({ minLength: 20, maxLength: 255, pattern: '^[A-Za-z0-9_]+$' }),
};
const open = {
  ability: 'public',
  spends: ['money'],
  limits: 'only the holder of a payment’s secret; the provider is asked, and nothing is charged',
  scope: 'host',
  anyAal: true,
  rate: confirmRate.id,
  db: 'intent',
} as const;

/** A card's holder confirms with their bank. */
export const confirmRoutes = [
  defineRoute({
    id: 'payments.confirmed',
    method: 'POST',
    path: '/payments/confirmed',
    summary: "Ask the provider what became of a payment that the card's holder confirmed",
    ...open,
    unlogged: 'the payment is logged where its outcome is written',
    body: T.Object({ ...Asker, operation: T.String({ format: 'uuid' }) }),
    response: T.Object({ paid: T.Boolean() }),
    handler: async (ctx, { body: { operation, ...by } }) => ({ paid: await confirmed(ctx, by, operation) }),
  }),
  defineRoute({
    id: 'payments.sandbox-bank',
    method: 'POST',
    path: '/payments/sandbox-bank',
    summary: "Play the card's holder before the sandbox's bank",
    ...open,
    unlogged: 'nothing of the product changes: the bank is outside of it',
    body: T.Object({ ...Asker, confirms: T.Boolean() }),
    response: T.Object({ result: T.String() }),
    async handler(ctx, { body: { confirms, ...by } }) {
      await tellSandboxBank(ctx, by, confirms);
      return { result: 'success' };
    },
  }),
];
