import { setTimeout as sleep } from 'node:timers/promises';
import { defineJob, T } from '../../../../core/contract.ts';
import { LeadIntake } from '../../leads/contract.ts';
import { companyByIpSoFar, isHostingSoFar } from '../identity/company-by-ip.ts';
import { PageViews } from '../source.ts';
import { Supplier } from '../supplier/supplier.settings.ts';
import { PIPELINE } from './job-ids.ts';
import { agenciesWith } from './queue.store.ts';
import { visitQueue } from './visit-queue.ts';

/** What a batch costs besides its visits is the same however many there are. It never waits until there are so many. */
const BATCH = 1_000;
const ELSEWHERE_MS = 50;

/** Turns visits into leads, one transaction for each batch of an agency. */
export const pipelineJob = defineJob({
  id: PIPELINE,
  payload: T.Object({}),
  timeoutMs: 60_000,
  every: '10 seconds',
  db: 'intent',
  queue: { agencies: (platform) => agenciesWith(platform, 'pending') },
  async run(ctx) {
    const queue = visitQueue({
      companyByIp: companyByIpSoFar(ctx.log),
      isHosting: isHostingSoFar(ctx.log),
      supplierOn: (await ctx.setting(Supplier)).on,
    });
    const taken = await ctx.use(LeadIntake).work(PageViews, queue, BATCH);
    if (taken === 0) await sleep(ELSEWHERE_MS); // another worker has them in hand; do not ask all the time
  },
});
