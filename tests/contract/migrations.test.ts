import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { definePlugin, type Plugin } from '../../core/contract.ts';
import { openPool } from '../../core/data/knex.ts';
import { migrate, missingMigrations } from '../../core/data/migrate.ts';

const folder = (name: string): URL => new URL(`../support/migrations/${name}/`, import.meta.url);
const plugin = (id: string, requires: Record<string, string> = {}): Plugin =>
  definePlugin({ manifest: { id, version: '1.0.0', core: '^1', scope: 'platform', requires }, migrations: folder(id) });
const first = plugin('first');
const second = plugin('second', { first: '^1' });

let owner: Knex;
let name: string;
const onAdmin = async (sql: string): Promise<void> => {
  const client = new Client({ connectionString: inject('adminUrl') });
  await client.connect();
  await client.query(sql).finally(() => client.end());
};
const urlOf = (database: string): string => Object.assign(new URL(inject('adminUrl')), { pathname: `/${database}` }).href;

beforeEach(async () => {
  name = `test_${randomUUID().replaceAll('-', '')}`;
  await onAdmin(`create database ${name}`);
  owner = openPool({ url: urlOf(name), max: 2, name: 'owner', scope: 'platform' });
});
afterEach(async () => {
  await owner.destroy();
  await onAdmin(`drop database ${name} with (force)`);
});

test("an empty database gets core's steps, then those of plugins by what they require, whatever order they are given in", async () => {
  const ran = await migrate(owner, [second, first]);
  const own = ran.filter((step) => step.startsWith('core/'));
  expect(ran).toEqual([...own, 'first/0001-same.ts', 'second/0001-same.ts']);
  expect(own).toEqual([...own].sort());
  expect(own.length).toBeGreaterThan(1);
});

test('a second run does nothing', async () => {
  await migrate(owner, [first]);
  expect(await migrate(owner, [first])).toEqual([]);
});

test('a plugin that comes later runs its steps, although others ran before', async () => {
  await migrate(owner, [first]);
  expect(await migrate(owner, [first, second])).toEqual(['second/0001-same.ts']);
});

test('a plugin that was removed leaves its tables, is reported, and stops nobody', async () => {
  await migrate(owner, [first, second]);
  expect(await migrate(owner, [first])).toEqual([]);
  expect(await missingMigrations(owner, [first])).toEqual(['second/0001-same.ts']);
  expect(await owner.schema.hasTable('second_thing')).toBe(true);
  expect(await missingMigrations(owner, [first, second])).toEqual([]);
});

test('two plugins of one name are refused before anything runs', async () => {
  await expect(migrate(owner, [first, plugin('first')])).rejects.toThrow('Two migrations are called first/0001-same.ts.');
  expect(await owner.schema.hasTable('core_tenant')).toBe(false);
});

test('a step that fails takes its whole run back, and the next run begins there', async () => {
  await migrate(owner, []);
  await expect(migrate(owner, [plugin('second')])).rejects.toThrow(/first_thing/);
  expect(await owner.schema.hasTable('second_thing')).toBe(false);
  expect(await migrate(owner, [first, second])).toEqual(['first/0001-same.ts', 'second/0001-same.ts']);
});

test('a process that died while it migrated does not keep the next from starting', async () => {
  await migrate(owner, []);
  await owner('core_migration_lock').update({ is_locked: 1 });
  expect(await migrate(owner, [first])).toEqual(['first/0001-same.ts']);
});

test('two processes that start at once run each step once', async () => {
  const other = openPool({ url: urlOf(name), max: 2, name: 'other', scope: 'platform' });
  try {
    const [one, two] = await Promise.all([migrate(owner, [first]), migrate(other, [first])]);
    expect([one.length, two.length].sort()[0]).toBe(0);
    expect([...one, ...two]).toContain('first/0001-same.ts');
  } finally {
    await other.destroy();
  }
});
