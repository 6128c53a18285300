import type { Knex } from 'knex';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { asked } from '../../tests/support/asked.ts';
import { cloneTemplate } from '../testing/template.ts';
import { openPool } from './knex.ts';
import { readAhead, sideBySide } from './side-by-side.ts';
import { enterScope, type Scope, withScope } from './tenant.ts';

const AGENCY: Scope = { kind: 'agency', tenant: 7 };
const CLIENT: Scope = { kind: 'client', tenant: 8 };
let drop: () => Promise<void>;
let pool: Knex;
beforeAll(async () => {
  const database = await cloneTemplate(inject('adminUrl'));
  drop = database.drop;
  pool = openPool({ url: database.url, max: 1, name: 'reads' });
  await pool.raw('create table note (id int, text text, at timestamptz, cents bigint, more jsonb, bytes bytea)');
});
afterAll(async () => {
  await pool.destroy();
  await drop();
});
beforeEach(async () => {
  await pool('note').delete();
  await pool('note').insert({
    id: 1,
    text: "it's $1",
    at: new Date(0),
    cents: '90071992547409931',
    more: { a: [1] },
    bytes: Buffer.from('x'),
  });
  await pool('note').insert({ id: 2 });
});

const reading = <R>(work: (trx: Knex.Transaction) => Promise<R>): Promise<R> => withScope(pool, AGENCY, work, { reads: true });
const notes = (db: Knex) => db('note').orderBy('id');
const scope = async (db: Knex): Promise<string> =>
  ((await db.raw(`select current_setting('app.scope', true) as scope`)) as { rows: [{ scope: string }] }).rows[0].scope;

test('what is asked again is answered as before, and whoever changed their answer changed nobody else’s', async () => {
  const texts = await asked(() =>
    reading(async (trx) => {
      const [first] = (await notes(trx)) as { more: { a: number[] } }[];
      first!.more.a.push(2);
      const [again] = (await notes(trx)) as { more: { a: number[] } }[];
      expect(again!.more).toEqual({ a: [1] });
      expect(await trx('note').where({ id: 2 }).first('id')).toEqual({ id: 2 });
      expect(await trx('note').where({ id: 3 }).first('id')).toBeUndefined();
    }),
  );
  expect(texts).toHaveLength(3);
});

test('a transaction that may write asks each time', async () => {
  const texts = await asked(() =>
    withScope(pool, AGENCY, async (trx) => {
      await notes(trx);
      await notes(trx);
      expect(await sideBySide(trx, [() => scope(trx), () => scope(trx)])).toEqual(['agency', 'agency']);
      await readAhead(trx, [notes(trx)]);
    }),
  );
  expect(texts).toHaveLength(4);
});

test.for<[string, (trx: Knex.Transaction) => PromiseLike<unknown>]>([
  ['a change', (trx) => trx('note').where({ id: 1 }).update({ text: 'new' })],
  [
    'a change in a `with`',
    (trx) => trx.raw(`with changed as (update note set text = 'new' where id = 1 returning 1) select * from changed`),
  ],
  ['a lock', (trx) => trx('note').where({ id: 1 }).forUpdate().first()],
  ['what is done within a savepoint', (trx) => trx.transaction((inner) => inner('note').where({ id: 1 }).update({ text: 'new' }))],
])('%s makes it ask anew', async ([, change]) => {
  const texts = await asked(() =>
    reading(async (trx) => {
      await notes(trx);
      await change(trx);
      await notes(trx);
    }),
  );
  expect(texts.filter((text) => /order by "id"/.test(text))).toHaveLength(2);
});

test('each scope has its own answers', async () => {
  const seen = await reading(async (trx) => {
    const outer = await scope(trx);
    await enterScope(trx, CLIENT);
    const inner = await scope(trx);
    await enterScope(trx, AGENCY);
    return [outer, inner, await scope(trx)];
  });
  expect(seen).toEqual(['agency', 'client', 'agency']);
});

test('what is asked side by side is one statement, and each gets its own rows, in their order and with their types', async () => {
  let found: unknown[] = [];
  const texts = await asked(async () => {
    found = await reading((trx) =>
      sideBySide(trx, [
        async () => (await trx('note').orderBy('id', 'desc').select('id', 'at', 'cents', 'more', 'bytes')) as unknown,
        async () => (await trx('note').where({ id: 9 }).first()) as unknown,
        async () => (await trx('note').where('text', "it's $1").orWhere({ id: 2 }).orderBy('id').pluck('id')) as unknown,
        async () => (await trx.raw<{ rows: unknown[] }>(`select '$2' as text, ?::int as n`, [5])).rows,
      ]),
    );
  });
  expect(texts).toHaveLength(1);
  expect(found).toEqual([
    [
      { id: 2, at: null, cents: null, more: null, bytes: null },
      { id: 1, at: new Date(0), cents: '90071992547409931', more: { a: [1] }, bytes: Buffer.from('x') },
    ],
    undefined,
    [1, 2],
    [{ text: '$2', n: 5 }],
  ]);
});

test('what is made of several lists is asked side by side too', async () => {
  const [ids, text] = await reading((trx) =>
    sideBySide(trx, [
      async () => {
        const both = '(select id from note where id = ?) union all (select id from note where id = ?)';
        return (await trx.raw<{ rows: unknown[] }>(both, [1, 2])).rows;
      },
      async () => (await trx('note').where({ id: 2 }).first('id')) as unknown,
    ]),
  );
  expect([ids, text]).toEqual([[{ id: 1 }, { id: 2 }], { id: 2 }]);
});

test('what follows from an answer is asked with the others that do', async () => {
  const follow = async (trx: Knex.Transaction, id: number): Promise<unknown> => {
    const row = (await trx('note').where({ id }).first('id')) as { id: number };
    return trx('note').where('id', '>', row.id).pluck('id');
  };
  let found: unknown[] = [];
  const texts = await asked(async () => {
    found = await reading((trx) => sideBySide(trx, [() => follow(trx, 1), () => follow(trx, 2)]));
  });
  expect([texts.length, found]).toEqual([2, [[2], []]]);
});

test('what is read ahead is not asked any more', async () => {
  const texts = await asked(() =>
    reading(async (trx) => {
      await readAhead(trx, [notes(trx), trx('note').where({ id: 2 }).first('id'), notes(trx)]);
      expect(await notes(trx)).toHaveLength(2);
      expect(await trx('note').where({ id: 2 }).first('id')).toEqual({ id: 2 });
    }),
  );
  expect(texts).toHaveLength(1);
});

test.for<[string, (trx: Knex.Transaction) => PromiseLike<unknown>]>([
  ['a change', (trx) => trx('note').delete()],
  ['another scope', (trx) => enterScope(trx, CLIENT)],
])('%s has no place side by side with others', async ([, part]) => {
  const work = reading((trx) => sideBySide(trx, [async () => await notes(trx), async () => await part(trx)]));
  await expect(work).rejects.toThrow('only what reads');
  expect(await notes(pool)).toHaveLength(2);
});

test('a statement that fails fails all that were asked with it', async () => {
  const outcomes = await reading((trx) =>
    sideBySide(trx, [
      () =>
        notes(trx).then(
          () => 'read',
          (error: Error) => error.message,
        ),
      () =>
        trx.raw('select 1/0').then(
          () => 'read',
          (error: Error) => error.message,
        ),
    ]),
  ).catch(() => ['the transaction']);
  expect(outcomes.every((outcome) => /division by zero|the transaction/.test(outcome))).toBe(true);
});
