import { defineJob, T } from '../../../core/contract.ts';
import { discardOld, rootsUntold, rootsWithOldLeads, takeEnding, takeUntold } from './alarms.store.ts';
import { tellBroken, tellEnding } from './notices.ts';
import { TELL } from './connection-state.store.ts';

/** Tells owners of connections that do not work, once for each time that it begins. */
export const tellJob = defineJob({
  id: TELL.id,
  payload: T.Object({}),
  timeoutMs: 30_000,
  queue: { agencies: rootsUntold },
  async run(ctx) {
    for (const connection of await takeUntold(ctx)) await tellBroken(ctx, connection);
  },
});

/** Warns of held leads that are soon discarded, and discards those that were held for 30 days. */
export const expireJob = defineJob({
  id: 'integrations.expire',
  payload: T.Object({}),
  timeoutMs: 60_000,
  every: '1 hour',
  queue: { agencies: rootsWithOldLeads },
  async run(ctx) {
    for (const connection of await takeEnding(ctx)) await tellEnding(ctx, connection);
    await discardOld(ctx);
  },
});
