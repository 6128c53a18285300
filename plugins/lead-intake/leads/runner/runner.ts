import type { Ctx } from '../../../../core/contract.ts';
import { Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { DayCounts } from '../intake/day-counts.ts';
import { writeCounts } from '../intake/intake.ts';
import { countOne, runBatch, takeBackOne, type Which, type Work } from './batch.ts';
import { noteFailure } from './failures.store.ts';

const TRIES = 3;
/** Observations at fault that one run looks for; where there are more, something else is wrong, and the next run goes on. */
const MOST_AT_FAULT = 8;
/** Lost a deadlock, or waited too long for a lock: undone whole and run again. */
const PASSING = new Set(['40P01', '40001', '55P03']);

/** Works what waits in a source's queue, at most so much; answers how many it took. One bad observation holds up none of the others. */
export async function workQueue(ctx: Ctx, work: Work, most: number): Promise<number> {
  let claimed: string[] = [];
  try {
    await patiently(ctx, work, { most }, (refs) => void (claimed = refs));
  } catch (error) {
    if (claimed.length === 0 || isOutage(ctx, error)) throw error;
    ctx.log.warn(
      { agency: ctx.tenant.id, source: work.source.id, size: claimed.length, error: String(error) },
      'a batch failed; halving it',
    );
    await halve(ctx, work, claimed);
  }
  return claimed.length;
}

async function patiently(ctx: Ctx, work: Work, which: Which, claimed: (refs: string[]) => void = () => undefined): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ctx.transaction((inner) => runBatch(inner, work, which, claimed));
    } catch (error) {
      if (attempt >= TRIES || !PASSING.has(codeOf(error))) throw error;
    }
  }
}

/**
 * Works a batch that failed as a whole. What is at fault is looked for as in a dictionary: whichever half works is done, and what is not under
 * suspicion any more waits and is worked in one piece at the end. So one bad observation of 500 costs some eleven transactions.
 */
async function halve(ctx: Ctx, work: Work, refs: readonly string[]): Promise<void> {
  let failed = refs;
  for (let found = 0; failed.length > 0; found += 1) {
    if (found === MOST_AT_FAULT) throw new Error(`${work.source.id}: more than ${MOST_AT_FAULT} observations of a batch failed`);
    const { culprit, rest } = await findOne(ctx, work, failed);
    await alone(ctx, work, culprit);
    if (rest.length === 0 || (await works(ctx, work, rest))) return;
    failed = rest;
  }
}

/** Narrows a failing batch down to one observation; `rest` has not been worked yet. */
async function findOne(ctx: Ctx, work: Work, refs: readonly string[]): Promise<{ culprit: string; rest: string[] }> {
  let suspects = refs;
  const rest: string[] = [];
  while (suspects.length > 1) {
    const half = suspects.slice(0, Math.ceil(suspects.length / 2));
    const other = suspects.slice(half.length);
    if (await works(ctx, work, half)) suspects = other;
    else {
      rest.push(...other);
      suspects = half;
    }
  }
  return { culprit: suspects[0]!, rest };
}

async function works(ctx: Ctx, work: Work, refs: readonly string[]): Promise<boolean> {
  try {
    await patiently(ctx, work, { refs });
    return true;
  } catch (error) {
    if (isOutage(ctx, error)) throw error;
    return false;
  }
}

/** Works one observation by itself. When that fails too it is set aside for a while, and is a dead letter in the end. */
async function alone(ctx: Ctx, work: Work, ref: string): Promise<void> {
  try {
    await patiently(ctx, work, { refs: [ref] });
  } catch (error) {
    if (isOutage(ctx, error)) throw error;
    await ctx.transaction((inner) => giveUp(inner, work, ref, String(error)));
  }
}

async function giveUp(ctx: Ctx, { source, queue }: Work, ref: string, reason: string): Promise<void> {
  const [item] = await queue.claim(ctx, { refs: [ref] });
  if (!item) return;
  const rules = await ctx.use(Campaigns).rules([item.campaignId]);
  const of = rules.get(item.campaignId);
  // Of a campaign that is gone there is nothing to try again.
  const pause = of ? await noteFailure(ctx.db, { source: source.id, ref, campaignId: of.id, companyId: of.companyId, reason }) : null;
  ctx.log.error({ source: source.id, ref, campaign: item.campaignId, reason }, pause === null ? 'dead letter' : 'observation failed');
  if (pause !== null) return queue.setAside(ctx, item, pause);
  await queue.close(ctx, [{ item, outcome: 'failed', leadId: null }]);
  const counts = new DayCounts();
  countOne(counts, rules, item, 'failed');
  takeBackOne(counts, rules, item);
  await writeCounts(ctx, counts);
}

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '');
/** The database is away or has no room, or the run is over its time: no observation is at fault. */
const isOutage = (ctx: Ctx, error: unknown): boolean =>
  ctx.signal.aborted ||
  /^(08|53|57|58)...$|^ECONN|^EPIPE$|^ETIMEDOUT$/.test(codeOf(error)) ||
  (error as Error).name === 'KnexTimeoutError' ||
  /connection terminated/i.test(String(error));
