import type { Knex } from 'knex';

/** Days that are over in every time zone, and so long that no transaction still counts in them as the days of now (migrations/0006). */
const LAST_DAY = `(now() at time zone 'utc' - interval '2 hours')::date - 2`;

/** Agencies, and roots as a whole. */
const EACH = (more: string): string => `
  select case grouping(agency_id) when 0 then 'agency' else 'root' end, coalesce(agency_id, root_id), coalesce(agency_id, root_id), root_id, day, product, ${more}`;
const BY_EACH = (key: string): string =>
  `group by grouping sets ((agency_id, root_id, day, product, ${key}), (root_id, day, product, ${key}))`;

/** Held alone by who sums, and shared by who counts in days that may be summed (migrations/0006). */
const LOCK = `select pg_advisory_xact_lock(hashtext('leads_sum'))`;

/** Sums the days that are over and not summed yet. Whoever counts in such a day meanwhile waits, and adds to its sum. */
export async function sumDays(db: Knex): Promise<void> {
  await db.raw(`set local statement_timeout = '5min'`);
  await db.raw(LOCK);
  await db.raw(
    `with stretch as materialized (select until, ${LAST_DAY} as last from leads_summed where until < ${LAST_DAY}),
     counts as (
       insert into leads_sum (covers, company_id, agency_id, root_id, day, product, outcome, observations, retail_cents, wholesale_cents)
       ${EACH('outcome, sum(observations), sum(retail_cents), sum(wholesale_cents)')}
       from leads_day join stretch on day > until and day <= last ${BY_EACH('outcome')}
     ), states as (
       insert into leads_state_sum (covers, company_id, agency_id, root_id, day, product, state, leads)
       ${EACH('state, sum(leads)')} from leads_state_day join stretch on day > until and day <= last ${BY_EACH('state')}
     )
     update leads_summed set until = last from stretch`,
  );
}

/** Has all days summed anew: for the owner of the schema, who may write the counters without `leads_count`. In a transaction. */
export const FORGET_SUMS = `${LOCK}; delete from leads_sum; delete from leads_state_sum; update leads_summed set until = '-infinity'`;
