import { defineJob, T } from '../../../core/contract.ts';
import { rootsWithWork } from './claims.store.ts';
import { deliverAll } from './deliver.ts';

/** Sends leads to other systems; woken by new leads, and often enough for the first retry after five seconds. */
export const deliverJob = defineJob({
  id: 'integrations.deliver',
  payload: T.Object({}),
  timeoutMs: 300_000,
  every: '10 seconds',
  db: 'intent',
  queue: { agencies: rootsWithWork },
  run: (ctx) => deliverAll(ctx),
});
