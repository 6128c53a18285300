import { Socket } from 'node:net';
import type { Knex } from 'knex';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import { cloneTemplate } from '../testing/template.ts';
import { openPool } from './knex.ts';
import type { Opening } from './scoped-client.ts';
import { sideBySide } from './side-by-side.ts';
import { enterScope, withScope } from './tenant.ts';

let drop: () => Promise<void>;
let pool: Knex;
let databaseUrl: string;
beforeAll(async () => {
  const database = await cloneTemplate(inject('adminUrl'));
  drop = database.drop;
  databaseUrl = database.url;
  pool = openPool({ url: database.url, max: 1, name: 'scoped' });
  await pool.raw('create table note (text text)');
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await pool.destroy();
  await drop();
});

const within = <R>(opening: string, work: (trx: Knex.Transaction) => Promise<R>): Promise<R> =>
  pool.transaction(work, { opening } satisfies Opening as Knex.TransactionConfig);
const notes = (): Promise<string[]> => pool('note').pluck('text') as Promise<string[]>;
/** When the ends of transactions are sent and answered. */
function endsOf(client: { query(...call: unknown[]): unknown }): string[] {
  const ends: string[] = [];
  const { query } = client;
  vi.spyOn(client, 'query').mockImplementation(function (this: unknown, asked: unknown, answered: unknown, ...rest: unknown[]) {
    if ((asked as { text?: string }).text !== 'COMMIT;') return query.call(this, asked, answered, ...rest);
    ends.push('sent');
    const heard = (...answer: unknown[]): void => {
      ends.push('answered');
      (answered as (...answer: unknown[]) => void)(...answer);
    };
    return query.call(this, asked, heard, ...rest);
  });
  return ends;
}
/** What is written to sockets from now on. Their buffers are used again, so that each is read as it is written. */
function writesTo(socket: Socket): string[] {
  const messages: string[] = [];
  const { _write: write, _writev: writeAll } = socket;
  vi.spyOn(socket, '_write').mockImplementation(function (this: Socket, chunk: unknown, ...rest) {
    messages.push(String(chunk));
    return write.call(this, chunk, ...rest);
  });
  vi.spyOn(socket, '_writev').mockImplementation(function (this: Socket, chunks, done) {
    messages.push(chunks.map(({ chunk }) => String(chunk)).join(''));
    return writeAll!.call(this, chunks, done);
  });
  return messages;
}
const scope = async (db: Knex): Promise<string> =>
  ((await db.raw(`select current_setting('app.scope', true) as scope`)) as { rows: [{ scope: string }] }).rows[0].scope;

test('the first statement already has the scope, and the next user of the connection has none', async () => {
  const [seen, again] = await withScope(pool, { kind: 'agency', tenant: 7 }, (trx) => Promise.all([scope(trx), scope(trx)]));
  expect([seen, again, await scope(pool)]).toEqual(['agency', 'agency', '']);
});

test('a transaction begins in one message with its first statement, and soon where that is late', async () => {
  const messages = writesTo(Socket.prototype);
  // What is asked side by side is built in a later turn than the beginning.
  const work = (trx: Knex.Transaction) => sideBySide(trx, [() => trx.raw('select 1 as first'), () => trx.raw('select 2 as second')]);
  await withScope(pool, { kind: 'agency', tenant: 7 }, work, { reads: true });
  expect(messages.filter((text) => text.includes('as first'))).toEqual([expect.stringContaining('begin;')]);

  await withScope(pool, { kind: 'agency', tenant: 8 }, async (trx) => {
    await vi.waitFor(() => expect(messages.join()).toContain("'8'"));
    await trx.raw('select 2 as late');
  });
  expect(messages.filter((text) => text.includes("'8'")).join()).not.toContain('as late');
});

test('what fails is undone, also when it was sent together with what did not', async () => {
  const work = withScope(pool, { kind: 'agency', tenant: 7 }, (trx) =>
    Promise.all([trx('note').insert({ text: 'gone' }), trx.raw('select 1/0')]),
  );
  await expect(work).rejects.toThrow('division by zero');
  expect(await notes()).toEqual([]);
});

test('a beginning that fails fails the whole, keeps nothing of it, and spoils no connection', async () => {
  const work = within('begin; select 1/0', async (trx) => {
    await trx('note').insert({ text: 'gone' });
  });
  await expect(work).rejects.toThrow('division by zero');
  await withScope(pool, { kind: 'platform', tenant: 0 }, (trx) => trx('note').insert({ text: 'kept' }));
  expect(await notes()).toEqual(['kept']);
});

test('a prepared statement that comes again and again is planned once for a connection, whatever its values', async () => {
  const add = (n: number): Promise<{ rows: [{ sum: number }] }> => pool.raw('select ?::int + 1 as sum', [n]).options({ prepare: true });
  const prepared = async () =>
    ((await pool.raw(`select from pg_prepared_statements where statement like '%+ 1 as sum'`)) as { rows: unknown[] }).rows.length;
  expect([await add(1), await add(2)].map(({ rows }) => rows[0].sum)).toEqual([2, 3]);
  expect(await prepared()).toBe(0);
  expect([await add(3), await add(4)].map(({ rows }) => rows[0].sum)).toEqual([4, 5]);
  expect(await prepared()).toBe(1);
});

test('what changes rows is planned once without saying so, but not for a long list or where all columns are asked for', async () => {
  const times = async (work: () => Promise<unknown>): Promise<string[]> => {
    for (let n = 0; n < 4; n++) await work();
    return (
      (await pool.raw(`select statement from pg_prepared_statements order by prepare_time`)) as { rows: { statement: string }[] }
    ).rows.map(({ statement }) => statement);
  };
  const before = await times(() => pool('note').where({ text: 'nobody' }).select('text'));
  const long = Array.from({ length: 201 }, (_, n) => `n${n}`);
  const unplanned = await times(async () => {
    await pool('note').whereIn('text', long).update({ text: 'changed' });
    await pool('note').where({ text: 'nobody' }).update({ text: 'changed' }).returning('*');
  });
  expect(unplanned).toEqual(before);
  const planned = await times(async () => {
    await pool('note').where({ text: 'nobody' }).update({ text: 'changed' });
    await pool.raw('update note set text = repeat(?, 2 * length(text)) where text = ? returning text, (select count(*) from note)', [
      'x',
      'nobody',
    ]);
  });
  expect(planned.slice(before.length)).toEqual([
    expect.stringContaining('update "note" set "text" = $1 where "text" = $2'),
    expect.stringContaining('2 * length(text)'),
  ]);
});

test('what only reads is planned once in a pool that says so, but not two statements, nor where all columns are asked for', async () => {
  const kernel = openPool({ url: databaseUrl, max: 1, name: 'kernel', plansReadsOnce: true });
  try {
    for (let n = 0; n < 4; n++) {
      await kernel('note')
        .where({ text: `n${n}` })
        .select('text');
      await kernel.raw('select count(*) from note');
      await kernel('note')
        .whereExists(kernel('note').where({ text: 'x' }))
        .select('text');
      await kernel.raw(`delete from note where text = 'nobody'`);
      await withScope(kernel, { kind: 'agency', tenant: 7 }, (trx) => enterScope(trx, { kind: 'agency', tenant: 8 }));
      await kernel('note').where({ text: 'nobody' });
      await kernel.raw('select 1 as one; select 2 as two');
    }
    const { rows } = (await kernel.raw('select statement from pg_prepared_statements order by 1')) as { rows: { statement: string }[] };
    expect(rows.map(({ statement }) => statement)).toEqual([
      `delete from note where text = 'nobody'`,
      'select "text" from "note" where "text" = $1',
      'select "text" from "note" where exists (select * from "note" where "text" = $1)',
      'select count(*) from note',
    ]);
  } finally {
    await kernel.destroy();
  }
});

test('a list of values is one parameter, whatever it holds', async () => {
  const texts = ['plain', '', 'with "quotes", commas and {braces}', 'NULL', 'back\\slash', "o'clock"];
  await withScope(pool, { kind: 'platform', tenant: 0 }, (trx) => trx('note').insert([...texts, 'other'].map((text) => ({ text }))));
  const found = (): Knex.QueryBuilder => pool('note').whereIn('text', texts).orderBy('text');
  expect(found().toSQL()).toMatchObject({ sql: 'select * from "note" where "text" = any(?) order by "text" asc', bindings: [texts] });
  expect(await found().pluck('text')).toEqual(texts.toSorted());
  expect(
    await pool('note')
      .whereNotIn('text', [...texts, 'kept'])
      .pluck('text'),
  ).toEqual(['other']);
  expect(await pool('note').whereIn('text', []).pluck('text')).toEqual([]);
  expect(
    await pool('note')
      .whereIn('text', pool('note').where({ text: 'other' }).select('text'))
      .pluck('text'),
  ).toEqual(['other']);
});

test('a transaction without a statement of its own begins and ends', async () => {
  expect(await withScope(pool, { kind: 'none', tenant: 0 }, () => Promise.resolve(1))).toBe(1);
  expect(await scope(pool)).toBe('');
});

test('nobody waits for the end of what only read, but for that of what changed something although it was to read', async () => {
  await pool.raw(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused at the end'; end $$;
    create constraint trigger refuse after insert on note deferrable initially deferred for each row when (new.text = 'refused') execute function refuse()`);
  const reading = <R>(work: (trx: Knex.Transaction) => Promise<R>): Promise<R> =>
    withScope(pool, { kind: 'platform', tenant: 0 }, work, { reads: true });
  const ends = endsOf(pg.Client.prototype);

  await reading((trx) => trx('note').pluck('text'));
  expect(ends).toEqual(['sent']);
  // The only connection is the next one's, whose scope is its own.
  expect(await scope(pool)).toBe('');
  expect(ends).toEqual(['sent', 'answered']);

  const refused = (db: Knex): Promise<void> => db('note').insert({ text: 'refused' });
  await expect(reading(refused)).rejects.toThrow('refused at the end');
  await expect(reading((trx) => trx.transaction(refused))).rejects.toThrow('refused at the end');
});

test('how few rows are wanted stands in the text for the pages that tables offer, where the statement says so', () => {
  const limit = (...how: [number, { skipBinding: true }?]) =>
    pool('note')
      .limit(...how)
      .offset(50)
      .toSQL()
      .toNative();
  expect(limit(25, { skipBinding: true })).toMatchObject({ sql: 'select * from "note" limit 25 offset $1', bindings: [50] });
  expect(limit(26, { skipBinding: true })).toMatchObject({ sql: 'select * from "note" limit $1 offset $2', bindings: [26, 50] });
  expect(limit(25)).toMatchObject({ sql: 'select * from "note" limit $1 offset $2', bindings: [25, 50] });
});
