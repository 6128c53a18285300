import { defineJob, T } from '../../../../core/contract.ts';

const KEPT = '90 days';
const BATCH = 5_000;

/** Drops where reports went a quarter of a year ago, addresses and all. */
export const purgeDeliveries = defineJob({
  id: 'reports.purge',
  payload: T.Object({}),
  every: '23 5 * * *',
  timeoutMs: 120_000,
  async run(ctx) {
    await ctx.db.raw(
      `delete from reports_delivery where id in (select id from reports_delivery where created_at < now() - interval '${KEPT}' order by created_at limit ${BATCH})`,
    );
  },
});
