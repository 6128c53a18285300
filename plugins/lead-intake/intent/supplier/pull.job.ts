import { type Ctx, defineJob, T } from '../../../../core/contract.ts';
import { PERSON_KEY, type SupplierAccess } from '../../capture/shared.ts';
import { type IntentSearch, IntentSearches } from '../contract.ts';
import { keywordIn, identifierIn, Refused, type SentRecord, stateIn, timeIn, zipIn } from '../records.ts';
import { askForRecords } from './supplier.client.ts';
import { IntentSupplier, SECRET_PLACE } from './supplier.settings.ts';
import { addRecords, noteAsked, noteFigures, type Ready, rootsDue, supplierState } from './supplier.store.ts';

/** Answers of one run; the rest waits for the next. */
const MOST_PORTIONS = 50;
const MINUTE = 60_000;
const LONGEST_WAIT = 6 * 60;

/**
 * Fetches records of intent from the supplier. From where to go on is kept in the transaction that adds the records, so that none is lost and
 * none counts twice, whatever breaks off between.
 */
export const pullJob = defineJob({
  id: 'intent.pull',
  payload: T.Object({}),
  every: '1 minute',
  due: ({ db, now }) => rootsDue(db, now),
  timeoutMs: 300_000,
  db: 'intent',
  async run(ctx) {
    const settings = await ctx.setting(IntentSupplier);
    if (!settings.on) return;
    const secret = settings.secret ? await ctx.secrets.open(ctx.tenant.rootId, SECRET_PLACE, settings.secret) : '';
    try {
      const isAll = await pull(ctx, { ...settings, secret });
      await note(ctx, { failures: 0, problem: null, next_at: later(ctx, isAll ? settings.everyMinutes : 0) });
    } catch (error) {
      const { failures } = (await ctx.transaction(({ db }) => supplierState(db, ctx.tenant.id)))!;
      const problem = error instanceof Error ? error.message.slice(0, 300) : String(error);
      ctx.log.warn({ problem, failures }, 'supplier of intent');
      const wait = Math.min(settings.everyMinutes * 2 ** Math.min(failures, 10), LONGEST_WAIT);
      await note(ctx, { failures: failures + 1, problem, next_at: later(ctx, wait) });
    }
  },
});

const later = (ctx: Ctx, minutes: number): Date => new Date(ctx.now.getTime() + minutes * MINUTE);
const note = (ctx: Ctx, change: Parameters<typeof noteAsked>[2]): Promise<unknown> =>
  ctx.transaction(({ db }) => noteAsked(db, ctx.tenant.id, { asked_at: ctx.now, ...change }));

/** Takes what the supplier has; answers whether that was all. */
async function pull(ctx: Ctx, access: SupplierAccess): Promise<boolean> {
  const searches = await ctx.transaction(async (inner): Promise<IntentSearch[]> => {
    const all = await Promise.all(inner.contributions(IntentSearches).map((of) => of(inner)));
    return all.flat();
  });
  for (let n = 0; n < MOST_PORTIONS && !ctx.signal.aborted; n += 1) {
    const { cursor } = (await ctx.transaction(({ db }) => supplierState(db, ctx.tenant.id)))!;
    const portion = await askForRecords(ctx.http, access, { id: `intent-${cursor || 'begin'}`, cursor, searches });
    const ready = portion.records.map((record) => readyOf(ctx.secrets.key(PERSON_KEY), record, ctx.now));
    const usable = ready.filter((record) => record !== null);
    const isDone = await ctx.transaction(async ({ db }) => {
      const came = usable.length > 0 ? await addRecords(db, usable) : { added: 0, known: 0, unknown: 0, misplaced: 0 };
      if (!came) return false;
      const { added, known, unknown, misplaced } = came;
      const rejected = ready.length - usable.length + misplaced;
      await noteFigures(db, ctx.tenant.id, ctx.now.toISOString().slice(0, 10), { received: ready.length, added, known, unknown, rejected });
      await noteAsked(db, ctx.tenant.id, { cursor: portion.cursor, answered_at: ctx.now });
      return true;
    });
    // An import is under way: the same records are asked for again.
    if (!isDone) return false;
    if (!portion.hasMore) return true;
  }
  return false;
}

/** A record as it is added; null: nothing can be done with it. */
function readyOf(secret: Buffer, sent: SentRecord, now: Date): Ready | null {
  try {
    return {
      identifier: identifierIn(secret, sent),
      keyword: keywordIn(sent),
      state: stateIn(sent),
      zip: zipIn(sent),
      searchedAt: timeIn(sent, now),
    };
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}
