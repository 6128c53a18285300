import { type Ctx, defineJob, T } from '../../../core/contract.ts';
import { closeDue } from './close.service.ts';
import { agenciesToTry, isToTry, takeToTry } from './invoices.store.ts';
import { tryToPay } from './pay.service.ts';
import { agenciesWithPeriodsDue, companiesDue, dropPeriods } from './periods.store.ts';

const AT_ONCE = 100;
/** Bills of a run; the rest waits for the next minute. */
const TRIES = 200;

/**
 * Closes the periods that are due for an agency's clients, however long nobody looked, and tries bills that wait for a payment. Each client
 * is a transaction of its own: one that fails holds nobody else up, and a second process finds nothing to do.
 */
export const closePeriods = defineJob({
  id: 'billing.close',
  payload: T.Object({}),
  every: '1 minute',
  due: async ({ db, now }) => [...(await agenciesWithPeriodsDue(db, now)), ...(await agenciesToTry(db, now))],
  timeoutMs: 300_000,
  db: 'intent',
  async run(ctx) {
    const failed = new Set<number>();
    let work = await waiting(ctx, AT_ONCE);
    while (work.due.length > 0) {
      for (const id of work.due) if (!(await closed(ctx, id))) failed.add(id);
      work = await waiting(ctx, AT_ONCE + failed.size);
      work.due = work.due.filter((id) => !failed.has(id));
    }
    for (let n = 0; work.toTry && n < TRIES && (await tried(ctx)); n += 1);
  },
});

/** What there is to do, at one look. */
const waiting = (ctx: Ctx, limit: number): Promise<{ due: number[]; toTry: boolean }> =>
  ctx.transaction(async (inner) => ({
    due: await companiesDue(inner.db, inner.now, limit),
    toTry: await isToTry(inner.db, inner.now),
  }));

async function closed(ctx: Ctx, companyId: number): Promise<boolean> {
  try {
    await ctx.transaction(async (inner) => {
      const client = await inner.company(companyId);
      await (client ? closeDue(inner, client) : dropPeriods(inner.db, companyId, inner.now));
    });
    return true;
  } catch (error) {
    ctx.log.error({ company: companyId, error: String(error) }, 'a billing period could not be closed');
    return false;
  }
}

const tried = (ctx: Ctx): Promise<boolean> =>
  ctx.transaction(async (inner) => {
    const invoice = await takeToTry(inner.db, inner.now);
    if (invoice) await tryToPay(inner, invoice);
    return invoice !== null;
  });
