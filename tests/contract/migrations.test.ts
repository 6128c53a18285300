import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { prepareDatabase } from '../../core/boot/database.ts';
import { sentenceOf } from '../../core/boot/fault.ts';
import { type Plugin } from '../../core/contract.ts';
import { openPool } from '../../core/data/knex.ts';
import { migrate, missingMigrations } from '../../core/data/migrate.ts';
import { APP_ROLE } from '../../core/data/roles.ts';
import { OlderThanSchema } from '../../core/data/schema-age.ts';
import { testConfig } from '../../core/testing/template.ts';
import { smallPlugin } from '../support/small-plugin.ts';

const folder = (name: string): URL => new URL(`../support/migrations/${name}/`, import.meta.url);
const plugin = (id: string, requires: Record<string, string> = {}): Plugin => smallPlugin(id, { migrations: folder(id) }, { requires });
const first = plugin('first');
const second = plugin('second', { first: '^1' });

declare module 'vitest' {
  interface TaskMeta {
    /** Begins in a database without any table. */
    empty?: true;
  }
}
const empty = { meta: { empty: true } } as const;

let owner: Knex;
let name: string;
const onAdmin = async (sql: string): Promise<void> => {
  const client = new Client({ connectionString: inject('adminUrl') });
  await client.connect();
  await client.query(sql).finally(() => client.end());
};
const urlOf = (database: string): string => Object.assign(new URL(inject('adminUrl')), { pathname: `/${database}` }).href;

const newName = (): string => `test_${randomUUID().replaceAll('-', '')}`;
const open = (database: string): Knex => openPool({ url: urlOf(database), max: 2, name: 'owner', scope: 'platform' });

/** A database in which the kernel's own steps ran, in batch 1: each test has a copy. */
const kernelOnly = newName();
beforeAll(async () => {
  await onAdmin(`create database ${kernelOnly}`);
  const pool = open(kernelOnly);
  await migrate(pool, []);
  await pool.destroy();
});
afterAll(() => onAdmin(`drop database ${kernelOnly} with (force)`));

beforeEach(async ({ task }) => {
  name = newName();
  await onAdmin(`create database ${name}${task.meta.empty ? '' : ` template ${kernelOnly}`}`);
  owner = open(name);
});
afterEach(async () => {
  await owner.destroy();
  await onAdmin(`drop database ${name} with (force)`);
});

test(
  "an empty database gets core's steps, then those of plugins by what they require, whatever order they are given in",
  empty,
  async () => {
    const { ran } = await migrate(owner, [second, first]);
    const own = ran.filter((step) => step.startsWith('core/'));
    expect(ran).toEqual([...own, 'first/0001-same.ts', 'second/0001-same.ts']);
    expect(own).toEqual([...own].sort());
    expect(own.length).toBeGreaterThan(1);
  },
);

test('a second run does nothing', async () => {
  await migrate(owner, [first]);
  expect((await migrate(owner, [first])).ran).toEqual([]);
});

test('a plugin that comes later runs its steps, although others ran before', async () => {
  await migrate(owner, [first]);
  expect((await migrate(owner, [first, second])).ran).toEqual(['second/0001-same.ts']);
});

test('a plugin that was removed leaves its tables, is reported, and stops nobody', async () => {
  await migrate(owner, [first, second]);
  expect((await migrate(owner, [first])).ran).toEqual([]);
  expect(await missingMigrations(owner, [first])).toEqual(['second/0001-same.ts']);
  expect(await owner.schema.hasTable('second_thing')).toBe(true);
  expect(await missingMigrations(owner, [first, second])).toEqual([]);
});

describe('a step that fails', () => {
  const faulty = plugin('faulty');
  const above = plugin('second', { faulty: '^1' });

  test('is named with its file, line and statement, and leaves nothing of its plugin', async () => {
    const { ran, faults } = await migrate(owner, [faulty, first]);
    expect(ran).toContain('first/0001-same.ts');
    expect(faults).toMatchObject([{ code: 'migration', plugin: 'faulty', definition: 'migration "0002-more.ts"' }]);
    const [fault] = faults;
    expect(sentenceOf(fault!)).toMatch(/failed: relation "nowhere" does not exist, in: insert into nowhere \(text\) values \(…\)/);
    expect(fault!.file).toMatch(/migrations\/faulty\/0002-more\.ts:9$/);
    expect(await owner.schema.hasTable('faulty_thing')).toBe(false);
    expect(await owner('core_migration').where('name', 'like', 'faulty/%')).toEqual([]);
  });

  test('is found where the database points at nothing, and no stored value is repeated', async () => {
    await owner.raw('create table faulty_thing (id int)');
    const [fault] = (await migrate(owner, [faulty])).faults;
    expect(sentenceOf(fault!)).toMatch(
      /^migration "0001-things\.ts" failed: relation "faulty_thing" already exists, in: create table faulty_thing/,
    );
  });

  test('keeps those that require the plugin from running theirs', async () => {
    const { ran, faults } = await migrate(owner, [above, faulty]);
    expect(faults.map((fault) => fault.plugin)).toEqual(['faulty']);
    expect(ran.filter((step) => !step.startsWith('core/'))).toEqual([]);
  });

  test('runs again with the next start, from where the plugin stood', async () => {
    await migrate(owner, [plugin('second')]);
    expect(await owner.schema.hasTable('second_thing')).toBe(false);
    expect((await migrate(owner, [first, second])).ran).toEqual(['first/0001-same.ts', 'second/0001-same.ts']);
  });

  test('is one that makes a table by the name of another plugin', async () => {
    const { faults } = await migrate(owner, [smallPlugin('other', { migrations: folder('first') })]);
    expect(faults.map(sentenceOf)).toEqual([expect.stringContaining('makes the table first_thing, whose name must begin with "other_"')]);
    expect(await owner.schema.hasTable('first_thing')).toBe(false);
  });
});

describe('code that is older than the database', () => {
  /** What another release ran, after all that this one knows. */
  const ranElsewhere = (batch: number, ...names: string[]): Promise<unknown> =>
    owner('core_migration').insert(names.map((step) => ({ name: step, batch, migration_time: new Date() })));

  test('serves beside the release after it', async () => {
    await migrate(owner, [first]);
    await ranElsewhere(3, 'first/0002-next.ts', 'core/9000-next.ts');
    expect(await migrate(owner, [first])).toMatchObject({ ran: [], ahead: ['first/0002-next.ts', 'core/9000-next.ts'] });
  });

  test('refuses when it is two releases behind, before it changes anything', async () => {
    await migrate(owner, [first]);
    await ranElsewhere(3, 'first/0002-next.ts');
    await ranElsewhere(4, 'first/0003-last.ts');
    await expect(migrate(owner, [first, second])).rejects.toThrow(
      /^This code is older than the database by more than one release\. It does not know: first\/0002-next\.ts, first\/0003-last\.ts\./,
    );
    expect(await owner.schema.hasTable('second_thing')).toBe(false);
  });

  test('refuses a database that a newer release made', async () => {
    await migrate(owner, [first]);
    await ranElsewhere(1, 'core/9000-newer.ts');
    await expect(migrate(owner, [first])).rejects.toThrow(OlderThanSchema);
  });

  test('is not code without a plugin that was there once', async () => {
    await migrate(owner, [first, second]);
    await ranElsewhere(2, 'gone/0001-one.ts');
    await ranElsewhere(3, 'gone/0002-two.ts');
    expect((await migrate(owner, [first])).ahead).toEqual([]);
  });
});

test('all that one start runs counts as one release', async () => {
  await migrate(owner, [first, second]);
  const batches = (await owner('core_migration').whereNot('name', 'like', 'core/%').pluck('batch')) as number[];
  expect(batches).toEqual([2, 2]);
});

test('a process that died while it migrated does not keep the next from starting', async () => {
  await owner('core_migration_lock').update({ is_locked: 1 });
  expect((await migrate(owner, [first])).ran).toEqual(['first/0001-same.ts']);
});

describe('processes that start at once', () => {
  const start = () => prepareDatabase(testConfig(urlOf(name)), urlOf(name), [first]);

  test('run each step once', empty, async () => {
    const started = await Promise.all(Array.from({ length: 4 }, start));
    const ran = started.flatMap((prepared) => prepared.ran);
    expect(ran).toContain('first/0001-same.ts');
    expect(ran).toEqual([...new Set(ran)]);
  });

  test('change no right that is as it should be, which one of them may be changing too', async () => {
    await start();
    await owner.transaction(async (trx) => {
      await trx.raw('grant usage on schema public to ??', [APP_ROLE]);
      await trx.raw(`revoke temporary on database ${name} from public`);
      expect((await start()).ran).toEqual([]);
    });
  });
});
