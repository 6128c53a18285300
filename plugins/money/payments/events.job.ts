import { type Ctx, defineJob, T } from '../../../core/contract.ts';
import { refresh } from './accounts.service.ts';
import type { AccountRow } from './rows.gen.ts';
import { EVENTS } from './events.raw.ts';
import { noteEvent } from './events.store.ts';
import { agenciesToTell, deliver } from './gateway/sandbox-events.ts';
import { look } from './operations.service.ts';
import type { Stored } from './operations.store.ts';
import { syncReversals } from './refunds.service.ts';

interface Told {
  id: string;
  gateway: string;
  type: string;
  account: string;
  object_id: string;
  payment_id: string;
  operation_id: string;
}

/** Works off what the provider told, by asking it how things stand. What fails is asked again at the next sweep. */
export const eventsJob = defineJob({
  id: EVENTS.id,
  payload: T.Object({}),
  timeoutMs: 120_000,
  db: 'intent',
  queue: {
    agencies: async (platform) =>
      (await platform('payments_event').whereNull('done_at').distinct('agency_id').pluck('agency_id')) as number[],
  },
  async run(ctx) {
    const waiting = await ctx.transaction(
      async ({ db }) => (await db('payments_event').whereNull('done_at').orderBy('received_at').limit(50)) as Told[],
    );
    for (const told of waiting) {
      await follow(ctx, told);
      await ctx.transaction(async ({ db }) => void (await db('payments_event').where({ id: told.id }).update({ done_at: db.fn.now() })));
    }
  },
});

async function follow(ctx: Ctx, told: Told): Promise<void> {
  if (/^(account|capability)\./.test(told.type)) return followAccount(ctx, told);
  if (/^(payment_intent|charge|refund)\./.test(told.type)) return followPayment(ctx, told);
}

async function followAccount(ctx: Ctx, { account, object_id }: Told): Promise<void> {
  const known = await ctx.transaction(
    async ({ db }) => (await db('payments_account').whereIn('account', [account, object_id]).first()) as AccountRow | undefined,
  );
  if (known) await refresh(ctx, known);
}

/** What other programs wrote beside a payment may be anything. */
const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

async function followPayment(ctx: Ctx, { gateway, payment_id, operation_id, account }: Told): Promise<void> {
  const row = await ctx.transaction(
    async ({ db }) =>
      (await db('payments_operation')
        .where({ account })
        .where((q) => void q.where({ gateway, payment_id }).modify((or) => isId(operation_id) && void or.orWhere({ id: operation_id })))
        .first()) as Stored | undefined,
  );
  if (!row) return;
  // A payment that failed may have been confirmed by the card's holder since.
  if (row.state !== 'succeeded') await look(ctx, row);
  await syncReversals(ctx, row.id);
}

/** Lets the sandbox tell what it has to tell, as a provider posts its webhooks: late, and each more than once. */
export const sandboxEventsJob = defineJob({
  id: 'payments.sandbox-events',
  payload: T.Object({}),
  timeoutMs: 60_000,
  db: 'intent',
  queue: { agencies: agenciesToTell },
  async run(ctx) {
    if (await deliver(ctx, noteEvent)) await ctx.transaction((inner) => inner.wake(EVENTS));
  },
});
