import type { Knex } from 'knex';
import { defineJob, T } from '../../../core/contract.ts';
import { LEAD_DAYS, VISITOR_DAYS } from './limits.ts';

const AT_ONCE = 20_000;
/** A run stops after so many rounds; the next one goes on. */
const MOST_ROUNDS = 100;

/** Forgets the pages of visitors whom nobody came to know, and the old ones of leads; what they add up to stays with the lead. */
export const purgeJob = defineJob({
  id: 'journey.purge',
  payload: T.Object({}),
  timeoutMs: 60_000,
  every: '1 day',
  async run(ctx) {
    await drop(ctx.db, 'lead_id is null', ctx.now, VISITOR_DAYS);
    await drop(ctx.db, 'lead_id is not null', ctx.now, LEAD_DAYS);
    for (const table of ['journey_day', 'journey_hot'])
      await ctx.db.raw(`delete from ${table} where day < ?::timestamptz - interval '2 days'`, [ctx.now]);
  },
});

async function drop(db: Knex, which: string, now: Date, days: number): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { rowCount } = (await db.raw(
      `delete from journey_page where id = any(array(
         select id from journey_page where at < ?::timestamptz - make_interval(days => ?) and ${which} order by at limit ${AT_ONCE}))`,
      [now, days],
    )) as { rowCount: number };
    if (rowCount < AT_ONCE) return;
  }
}
