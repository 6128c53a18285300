import { defineJob, T } from '../../../core/contract.ts';
import { agenciesWithUploads, forgetOldUploads, mergeSlice } from './uploads.store.ts';

/** Merges accepted files into the lists, a slice a run. */
export const mergeJob = defineJob({
  id: 'exclusions.merge',
  payload: T.Object({}),
  timeoutMs: 30_000,
  queue: { agencies: agenciesWithUploads },
  async run(ctx) {
    const companyId = await mergeSlice(ctx);
    if (companyId !== null) await ctx.live('exclusions', companyId);
  },
});

/** Progress rows are kept for a day. */
const forgetUploads = defineJob({
  id: 'exclusions.forget-uploads',
  payload: T.Object({}),
  timeoutMs: 30_000,
  every: '1 hour',
  run: (ctx) => forgetOldUploads(ctx),
});

export const exclusionJobs = [mergeJob, forgetUploads];
