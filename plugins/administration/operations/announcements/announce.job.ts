import { defineJob, T } from '../../../../core/contract.ts';
import { Announcements } from './announcements.settings.ts';

/** An announcement begins or ends now: storing them once more tells every browser below the root to look again. */
export const announceJob = defineJob({
  id: 'operations.announce',
  payload: T.Object({}),
  timeoutMs: 10_000,
  async run(ctx) {
    await ctx.db.raw(`select pg_advisory_xact_lock(hashtext('operations.announcements'), ?)`, [ctx.tenant.id]);
    await ctx.saveSetting(Announcements, await ctx.setting(Announcements));
  },
});
