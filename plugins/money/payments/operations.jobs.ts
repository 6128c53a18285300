import { type Ctx, defineJob, T } from '../../../core/contract.ts';
import { gatewayFor } from './provider.ts';
import { look, RECONCILE, SEND, send, settle } from './operations.service.ts';
import { agenciesOverdue, agenciesWithCreated, noteAsked, requestOf, type Stored, takeCreated, takeOverdue } from './operations.store.ts';
import { agenciesWithLostRefunds, settleRefunds, syncReversals } from './refunds.service.ts';

/** Sends payments whose intent is committed: at once after they were begun, and whatever a dead process left. */
export const sendJob = defineJob({
  id: SEND.id,
  payload: T.Object({}),
  timeoutMs: 120_000,
  db: 'intent',
  queue: { agencies: agenciesWithCreated },
  async run(ctx) {
    const waiting = await ctx.transaction((inner) => takeCreated(inner.db));
    await Promise.all(waiting.map((row) => send(ctx, row)));
  },
});

/** Settles refunds whose answer was lost, by asking the provider for our id of them. */
export const refundsJob = defineJob({
  id: 'payments.refunds',
  payload: T.Object({}),
  timeoutMs: 120_000,
  db: 'intent',
  queue: { agencies: agenciesWithLostRefunds },
  run: settleRefunds,
});

/** A provider that has not heard of a payment after so long never will: the call takes half a minute at most. */
const NEVER_SENT_MS = 5 * 60_000;

/**
 * Settles payments whose outcome is unknown, because the line broke or the process died, by asking the provider for our id of
 * it. No second charge is ever sent.
 */
export const reconcileJob = defineJob({
  id: RECONCILE.id,
  payload: T.Object({}),
  timeoutMs: 120_000,
  db: 'intent',
  queue: { agencies: agenciesOverdue },
  async run(ctx) {
    for (const row of await ctx.transaction((inner) => takeOverdue(inner.db)))
      // One that cannot be asked about now must not keep the others waiting.
      await reconcile(ctx, row).catch((error: unknown) =>
        ctx.log.warn({ operation: row.id, error: String(error) }, 'payment still unknown'),
      );
  },
});

async function reconcile(ctx: Ctx, row: Stored): Promise<void> {
  const outcome = await look(ctx, row);
  if (outcome) await syncReversals(ctx, row.id);
  if (row.state === 'failed') await ctx.transaction(({ db }) => noteAsked(db, row.id));
  if (outcome || row.state === 'failed') return;
  if (ctx.now.getTime() - (row.submitted_at ?? row.created_at).getTime() <= NEVER_SENT_MS) return;
  await gatewayFor(ctx, row.gateway).preclude(requestOf(row));
  if (await look(ctx, row)) await syncReversals(ctx, row.id);
  else await ctx.transaction((inner) => settle(inner, row.id, { status: 'failed', reason: 'not_charged' }));
}
