import { setTimeout as sleep } from 'node:timers/promises';
import { type Ctx, defineJob, T } from '../../../core/contract.ts';
import { companyByIpSoFar, isHostingSoFar } from '../identity/company-by-ip.ts';
import { Supplier } from '../supplier/supplier.settings.ts';
import { type BatchTools, runBatch } from './batch.ts';
import { PIPELINE } from './names.ts';
import { agenciesWith, claimVisits, moveVisits } from './queue.store.ts';

const BATCH = 500;
const TRIES = 3;
const ELSEWHERE_MS = 50;
const SET_ASIDE_SECONDS = 3_600;

/** Turns visits into leads, one transaction for each batch of an agency. */
export const pipelineJob = defineJob({
  id: PIPELINE,
  payload: T.Object({}),
  timeoutMs: 60_000,
  every: '10 seconds',
  db: 'intent',
  drain: { agencies: (platform) => agenciesWith(platform, 'pending') },
  async run(ctx) {
    const tools: BatchTools = {
      companyByIp: companyByIpSoFar(ctx.log),
      isHosting: isHostingSoFar(ctx.log),
      supplierOn: (await ctx.setting(Supplier)).on,
    };
    try {
      const taken = await patiently(ctx, BATCH, tools);
      if (taken === 0) await sleep(ELSEWHERE_MS); // another worker has them in hand; do not ask all the time
    } catch (error) {
      await oneByOne(ctx, tools, error);
    }
  },
});

/** Runs a batch; one that lost a deadlock or waited too long for a lock was undone whole and is run again. */
async function patiently(ctx: Ctx, size: number, tools: BatchTools): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ctx.transaction((inner) => runBatch(inner, size, tools));
    } catch (error) {
      if (attempt >= TRIES || !['40P01', '40001', '55P03'].includes((error as { code?: string }).code ?? '')) throw error;
    }
  }
}

/**
 * After a batch that failed: works its first visit alone, so that one bad visit does not hold up the agency. If that one is
 * the bad one it is set aside for an hour, and the failure is reported.
 */
async function oneByOne(ctx: Ctx, tools: BatchTools, failure: unknown): Promise<void> {
  try {
    await patiently(ctx, 1, tools);
    ctx.log.warn({ agency: ctx.tenant.id, error: String(failure) }, 'a batch of visits failed; going on one by one');
  } catch {
    await ctx.transaction(async (inner) =>
      moveVisits(inner.db, await claimVisits(inner.db, inner.tenant.id, 'pending', 1), {
        state: 'pending',
        leaseSeconds: SET_ASIDE_SECONDS,
      }),
    );
    throw failure;
  }
}
