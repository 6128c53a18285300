import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dropOld } from '../../core/data/retention.jobs.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';

/** Rows of a week in each table. */
const WEEKLY = 100;
const WEEKS = 52;
const WEEK = 7 * 86_400_000;
const BEGIN = Date.now() - (WEEKS + 1) * WEEK;
const endOf = (week: number): Date => new Date(BEGIN + (week + 1) * WEEK - 1);

let app: TestApp;
let db: Knex;
beforeAll(async () => {
  app = await startTestApp({ config: { roles: ['web'] } });
  db = app.kernel.platform;
  for (const table of ['core_job_run', 'core_outbox', 'core_mail', 'core_idempotency', 'core_session']) await db(table).delete();
  await liveThroughYear();
});
afterAll(() => app.close());

/** What each week leaves behind: nearly all of it done, one run, event and mail given up, and one of each that still wait. */
async function liveThroughYear(): Promise<void> {
  const of = {
    begin: new Date(BEGIN),
    company: app.fixtures.a.tenant.id,
    account: app.fixtures.a.owner.id,
    weeks: WEEKS - 1,
    rows: WEEKLY,
  };
  const YEAR = `(select w * 1000 + n as key, n, :begin::timestamptz + make_interval(weeks => w) as at
    from generate_series(0, :weeks) w, generate_series(1, :rows) n) y`;
  const STATE = `case when n = 1 then 'pending' when n = 100 then 'dead' else 'done' end`;
  await db.raw(
    `insert into core_job_run (company_id, job, run_key, payload, state, created_at, finished_at)
     select :company, 'any', key, '{}', ${STATE}, at, case when n <> 1 then at end from ${YEAR}`,
    of,
  );
  await db.raw(
    `with told as (insert into core_outbox (company_id, event, version, payload, created_at, request_id)
       select :company, 'any', 1, '{}', at, n from ${YEAR} returning id, request_id::int as n)
     insert into core_outbox_delivery (company_id, outbox_id, subscriber, state)
     select :company, id, subscriber, ${STATE} from told, unnest(array['one', 'two']) subscriber`,
    of,
  );
  await db.raw(
    `insert into core_mail (company_id, recipient, subject, body, state, created_at)
     select :company, 'x@example.com', 'x', '', case n when 1 then 'queued' when 100 then 'failed' else 'sent' end, at from ${YEAR}`,
    of,
  );
  await db.raw(
    `insert into core_idempotency (company_id, operation, key, body_hash, created_at) select :company, 'any', key, ''::bytea, at from ${YEAR}`,
    of,
  );
  await db.raw(
    `insert into core_session (token_hash, account_id, created_at, expires_at)
     select decode(md5(key::text), 'hex'), :account, at, at + interval '30 days' from ${YEAR}`,
    of,
  );
}

/** What is there by the end of a week, beside what waits for good. */
async function doneBy(week: number): Promise<Record<string, number>> {
  const count = async (table: string, where: string): Promise<number> => {
    const { rows } = (await db.raw(`select count(*)::int as n from ${table} where created_at <= ? and ${where}`, [endOf(week)])) as {
      rows: [{ n: number }];
    };
    return rows[0].n;
  };
  return {
    runs: await count('core_job_run', `state = 'done'`),
    events: await count('core_outbox o', `not exists (select from core_outbox_delivery d where d.outbox_id = o.id and d.state <> 'done')`),
    deliveries: await count('core_outbox_delivery d join core_outbox o on o.id = d.outbox_id', `d.state = 'done'`),
    mails: await count('core_mail', `state = 'sent'`),
    keys: await count('core_idempotency', 'true'),
    sessions: await count('core_session', 'true'),
  };
}

test('after a year every table is as large as after four months, and what waits or was given up is there', async () => {
  const rows: Record<string, number>[] = [];
  for (let week = 0; week < WEEKS; week += 1) {
    await dropOld(db, endOf(week));
    if (week === 16 || week === WEEKS - 1) rows.push(await doneBy(week));
  }
  expect(rows[1]).toEqual(rows[0]);
  // The last week's, but for mails, of which twelve weeks began within 90 days, and sessions, which live for 30.
  const done = WEEKLY - 2;
  expect(rows[1]).toEqual({ runs: done, events: done, deliveries: 2 * done, mails: 12 * done, keys: 0, sessions: 4 * WEEKLY });
  const waiting = async (table: string, state: string) => Number((await db(table).where({ state }).count({ n: '*' }))[0]!.n);
  for (const state of ['pending', 'dead']) {
    expect(await waiting('core_job_run', state)).toBe(WEEKS);
    expect(await waiting('core_outbox_delivery', state)).toBe(2 * WEEKS);
  }
  for (const state of ['queued', 'failed']) expect(await waiting('core_mail', state)).toBe(WEEKS);
});

test('what is over is found through an index, however much is not', async () => {
  const indexes = [
    ['core_job_run', 'finished_at', 'core_job_age'],
    ['core_outbox', 'created_at', 'core_outbox_age'],
    ['core_mail', 'created_at', 'core_mail_age'],
    ['core_idempotency', 'created_at', 'core_idempotency_age'],
    ['core_session', 'expires_at', 'core_session_age'],
  ] as const;
  const plans = await db.transaction(async (trx) => {
    await trx.raw('set local enable_seqscan = off');
    await trx.raw('set local enable_bitmapscan = off');
    const found: string[] = [];
    for (const [table, column] of indexes)
      found.push(
        JSON.stringify((await trx.raw(`explain select ctid from ${table} where ${column} < now() order by ${column} limit 10`)).rows),
      );
    return found;
  });
  indexes.forEach(([, , index], n) => expect(plans[n]).toContain(index));
});
