import { type Ctx, defineJob, Problem, T } from '../../../core/contract.ts';
import { Billing } from '../billing/contract.ts';
import { pauseAfterGrace } from './agency.service.ts';
import { owedInvoices, TRY, zoneOf } from './arrears.service.ts';
import { agenciesPastGrace } from './agency.store.ts';
import {
  agenciesToLookAt,
  agenciesToTry,
  arrearsOf,
  changeArrears,
  clientsToLookAt,
  clientsToTry,
  lockArrears,
  lookAgainAt,
} from './arrears.store.ts';
import { nextTryFrom } from './schedule.ts';
import { advance } from './stages.service.ts';

const DAY = 86_400_000;

/** Works through companies one by one; what one of them throws does not keep the others waiting, but is not lost either. */
async function each(ctx: Ctx, companyIds: readonly number[], work: (companyId: number) => Promise<void>): Promise<void> {
  let failure: unknown;
  for (const id of companyIds) {
    try {
      await work(id);
    } catch (error) {
      failure = error;
      ctx.log.error({ company: id, error: String(error) }, 'dunning failed');
    }
  }
  if (failure) throw failure;
}

/** The calendar of arrears: stages, tries that are due, and the end of an agency's grace. Whatever was missed is caught up with. */
export const sweep = defineJob({
  id: 'dunning.sweep',
  payload: T.Object({}),
  every: '1 minute',
  due: async ({ db, now }) => [...(await agenciesPastGrace(db, now)), ...(await agenciesToLookAt(db, now))],
  timeoutMs: 60_000,
  db: 'intent',
  async run(ctx) {
    await ctx.transaction(pauseAfterGrace);
    const clients = await ctx.transaction((inner) => clientsToLookAt(inner.db, ctx.tenant.id, ctx.now));
    await each(ctx, clients, (id) =>
      ctx.transaction(async (inner) => {
        const client = await inner.company(id);
        if (client) await advance(inner, client);
        else await lookAgainAt(inner.db, id, new Date(ctx.now.getTime() + DAY)); // gone, and nobody is asked for its money
      }),
    );
  },
});

/** Tries the cards of clients for whom a try is due. The payment is begun in the transaction that takes the try, so there is one for each. */
export const tryJob = defineJob({
  id: TRY.id,
  payload: T.Object({}),
  timeoutMs: 60_000,
  db: 'intent',
  queue: { agencies: agenciesToTry },
  async run(ctx) {
    await each(ctx, await ctx.transaction((inner) => clientsToTry(inner.db)), (id) => tryCard(ctx, id));
  },
});

async function tryCard(ctx: Ctx, companyId: number): Promise<void> {
  try {
    await ctx.transaction(async (inner) => {
      const before = await arrearsOf(inner.db, companyId);
      const owed = before ? await owedInvoices(inner, before) : [];
      // Asked after the invoices were read: whoever tries one of them later than that answers this call with their payment.
      const row = await arrearsOf(inner.db, companyId);
      if (!row?.try_now) return;
      // Invoices are locked before their arrears, as where a payment is settled. A second worker joins the payment of the first.
      for (const { id, state, operationId } of owed) if (state === 'failed') await inner.use(Billing).pay(id, operationId);
      await changeArrears(inner.db, row.id, { try_now: false });
    });
  } catch (error) {
    // Refused without asking the provider, e.g. because there is no card any more: that was this day's try.
    if (!(error instanceof Problem)) throw error;
    ctx.log.warn({ company: companyId, error: error.code }, 'card not tried');
    await ctx.transaction((inner) => putOff(inner, companyId));
  }
}

async function putOff(ctx: Ctx, companyId: number): Promise<void> {
  const row = await lockArrears(ctx.db, companyId);
  if (!row) return;
  const { tries, at } = nextTryFrom(ctx.now, row.failed_at, row.rounds + 1, await zoneOf(ctx, companyId), row.hard);
  await changeArrears(ctx.db, row.id, { try_now: false, rounds: tries - 1, next_try_at: at });
}
