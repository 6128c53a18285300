import { isDeepStrictEqual } from 'node:util';
import { performance } from 'node:perf_hooks';
import { at, sorted, tenths } from './harness.ts';
import type { Installation } from './installation.ts';
import type { Table } from './results.ts';

const TIMES = 20;
const DAYS = 90;

/**
 * What the figures of an agency's days cost in SQL alone, on a connection that no RLS policy holds: from the counters, and from the leads themselves. Throws
 * when the counters are not what the leads add up to.
 */
export async function rawDays({ owner, fixtures }: Installation): Promise<Table['rows']> {
  const agency = fixtures.a.tenant.id;
  const counters = `select to_char(day, 'YYYY-MM-DD') as day, sum(observations)::int as leads, sum(retail_cents)::text as retail from leads_day
    where agency_id = $1 and outcome = 'lead' and day > current_date - ${DAYS} group by 1 order by 1`;
  const leads = `select to_char(created_at, 'YYYY-MM-DD') as day, count(*)::int as leads, sum(retail_cents)::text as retail from leads_lead
    where agency_id = $1 and created_at >= current_date - ${DAYS - 1} group by 1 order by 1`;
  const [kept, counted] = [await owner.query(counters, [agency]), await owner.query(leads, [agency])];
  if (!isDeepStrictEqual(kept.rows, counted.rows)) throw new Error('the counters of days are not what the leads add up to');
  const rows: Table['rows'][number][] = [];
  for (const [name, sql, times] of [
    [`raw SQL: ${DAYS} days from the counters`, counters, TIMES],
    [`raw SQL: ${DAYS} days from the leads`, leads, 3],
  ] as const) {
    const took: number[] = [];
    for (let n = 0; n < times; n += 1) {
      const began = performance.now();
      await owner.query(sql, [agency]);
      took.push(performance.now() - began);
    }
    const ascending = sorted(took);
    rows.push([name, tenths(at(ascending, 0.5)), tenths(at(ascending, 0.95)), 1, null]);
  }
  return rows;
}
