import { createSecretKey } from 'node:crypto';
import { type Ctx, notFound } from '../../../../core/contract.ts';
import { PIPELINE, wakeUp } from '../pipeline/job-ids.ts';
import { finishVisits } from '../pipeline/queue.store.ts';
import { endEpisodes } from './episodes.store.ts';
import { decideNewcomers, keyOf } from './newcomers.store.ts';
import { type HeldVisit, lockHeld, releaseVisits } from './review.store.ts';
import { NEWCOMER_KEY, newcomerOf } from './screen.ts';

/** Visits decided on by one click; more are left for the next. */
const AT_ONCE = 5_000;

/** Lets held visits go on, those of a group or all (null). Answers how many. Throws 404 for a group that is not there any more. */
export async function release(ctx: Ctx, group: string | null): Promise<number> {
  const visits = await take(ctx, group);
  const key = createSecretKey(ctx.secrets.key(NEWCOMER_KEY));
  const newcomers = visits.map((visit) => newcomerOf(key, { visit, rules: { id: visit.campaign_id, companyId: visit.company_id } }));
  // Their next page views go on as well.
  const single = [...new Map(newcomers.map((n) => [keyOf(n), n])).values()];
  await decideNewcomers(
    ctx.db,
    single,
    single.map(() => 'passed'),
  );
  await releaseVisits(ctx.db, visits);
  await settle(ctx, visits);
  await wakeUp(ctx, PIPELINE);
  return visits.length;
}

/** Throws held visits away, with everything personal in them. */
export async function discard(ctx: Ctx, group: string | null): Promise<number> {
  const visits = await take(ctx, group);
  await finishVisits(
    ctx.db,
    visits.map((visit) => ({ visit, outcome: 'review', leadId: null })),
  );
  await settle(ctx, visits);
  return visits.length;
}

async function take(ctx: Ctx, group: string | null): Promise<HeldVisit[]> {
  const visits = await lockHeld(ctx, group, AT_ONCE);
  if (visits.length === 0) throw notFound();
  return visits;
}

async function settle(ctx: Ctx, visits: readonly HeldVisit[]): Promise<void> {
  await endEpisodes(ctx, [...new Set(visits.map((v) => v.campaign_id))]);
  for (const companyId of new Set(visits.map((v) => v.company_id))) await ctx.live('review', companyId);
}
