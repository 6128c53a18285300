import { setTimeout as sleep } from 'node:timers/promises';
import { type Ctx, defineJob, type JobDef, T } from '../../../core/contract.ts';
import type { Looks } from './looks.store.ts';

const CAMPAIGNS_AT_ONCE = 20;
/** Seconds until a campaign without news is looked at again. */
const LOOK_AGAIN = 60;
const ELSEWHERE_MS = 50;

/**
 * The job of a product whose campaigns ask suppliers: those of an agency that are to look, one after the other. One campaign's failure, named
 * by `failure` in the log, is not the others'. `seenTo`: up to where the campaign has looked.
 */
export const collectingJob = (
  looks: Looks,
  {
    id,
    failure,
    collect,
  }: { id: JobDef['id']; failure: string; collect(ctx: Ctx, campaignId: number, seenTo: Date | null): Promise<void> },
): JobDef =>
  defineJob({
    id,
    payload: T.Object({}),
    timeoutMs: 120_000,
    every: '10 seconds',
    db: 'intent',
    queue: { agencies: looks.agenciesDue },
    async run(ctx) {
      const due = await ctx.transaction(({ db, tenant }) => looks.takeDue(db, tenant.id, CAMPAIGNS_AT_ONCE, LOOK_AGAIN));
      for (const { campaignId, seenTo } of due) {
        if (ctx.signal.aborted) return;
        await collect(ctx, campaignId, seenTo).catch((error: unknown) => {
          if (ctx.signal.aborted) throw error;
          ctx.log.error({ campaign: campaignId, error: String(error) }, failure);
        });
      }
      if (due.length === 0) await sleep(ELSEWHERE_MS); // another worker has them in hand; do not ask all the time
    },
  });
