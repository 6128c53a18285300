import type { Knex } from 'knex';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { openPool } from './knex.ts';
import { sideBySide } from './side-by-side.ts';
import { PLATFORM_SCOPE, withScope } from './tenant.ts';
import { cloneTemplate } from '../testing/template.ts';
import { type FoundPage, pageOfFound, pageWalked, rowsAndTotal } from '../contract/list-page.ts';

let drop: () => Promise<void>;
let pool: Knex;
beforeAll(async () => {
  const database = await cloneTemplate(inject('adminUrl'));
  drop = database.drop;
  pool = openPool({ url: database.url, max: 1, name: 'list-page' });
  await pool.raw(`create table note (id int, said text, about int);
    insert into note values (1, 'b', 1), (2, null, 1), (3, 'a', 2), (4, 'a', 1), (5, 'c', 2), (6, 'a', 1)`);
});
afterAll(async () => {
  await pool.destroy();
  await drop();
});

const bySaid = (said: 'asc' | 'desc', at: Omit<FoundPage, 'order'>): FoundPage => ({
  order: [
    ['note.said', said],
    ['note.id', 'desc'],
  ],
  ...at,
});

test('a page of what was found comes in its order, nulls last whichever way it goes, with the number of all', async () => {
  const page = (order: 'asc' | 'desc', offset: number) =>
    pageOfFound<number>(pool, pool('note').where({ about: 1 }), bySaid(order, { perPage: 3, offset }));
  expect(await page('asc', 0)).toEqual({ ids: [6, 4, 1], total: 4 });
  expect(await page('asc', 3)).toEqual({ ids: [2], total: 4 });
  expect(await page('desc', 0)).toEqual({ ids: [1, 6, 4], total: 4 });
  expect(await page('desc', 4)).toEqual({ ids: [], total: 4 });
});

test('a page that is walked says the same of rows without nulls', async () => {
  const found = pool('note').whereNotNull('said');
  const at = bySaid('asc', { perPage: 2, offset: 1 });
  expect(await pageWalked<number>(pool, found, at)).toEqual({ ids: [4, 3], total: 5 });
  expect(await pageOfFound<number>(pool, found, at)).toEqual({ ids: [4, 3], total: 5 });
});

test('rows and their number are one statement of a transaction that reads', async () => {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  const answer = await withScope(
    pool,
    PLATFORM_SCOPE,
    (trx) => {
      const ctx = { together: (parts: never) => sideBySide(trx, parts) } as unknown as Parameters<typeof rowsAndTotal>[0];
      const notes = trx('note').where({ about: 1 });
      return rowsAndTotal<{ id: number }>(ctx, notes, (found) => found.orderBy('id', 'desc'), { perPage: 2, offset: 1 });
    },
    { reads: true },
  );
  expect(answer).toMatchObject({ rows: [{ id: 4 }, { id: 2 }], total: 4 });
  expect(sent.mock.calls.filter(([asked]) => JSON.stringify(asked).includes('from \\"note\\"'))).toHaveLength(1);
  sent.mockRestore();
});
