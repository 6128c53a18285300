import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Plugin } from '../../core/contract.ts';
import { migrate } from '../../core/data/migrate.ts';
import { openPool } from '../../core/data/knex.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { shelf } from '../../tests/support/shelf/index.ts';
import { removePlugin } from './remove.ts';

let app: TestApp;
let owner: Knex;
beforeAll(async () => {
  app = await startTestApp({ plugins: [shelf], config: { roles: ['web'] } });
  owner = openPool({ url: app.databaseUrl, max: 2, name: 'owner', scope: 'platform' });
});
afterAll(async () => {
  await owner.destroy();
  await app.close();
});

/** The installed plugins, and those besides. */
const installed = (...more: Plugin[]) =>
  [...app.kernel.registry.plugins.filter(({ manifest }) => manifest.id !== 'shelf'), ...more].map(({ manifest }) => ({
    id: manifest.id,
    requires: Object.keys(manifest.requires ?? {}),
  }));

/** Tries to remove a plugin's data; answers what was said, the refusal last. */
async function remove(name: string, yes: boolean, ...more: Plugin[]): Promise<string> {
  const said: string[] = [];
  const refusal = await removePlugin(owner, name, {
    installed: installed(...more),
    say: (line) => said.push(line),
    confirm: async () => yes,
  });
  return [...said, ...(refusal ? [refusal] : [])].join('\n');
}

/** `npm run plugin -- …` as a process of its own, with somebody who types an answer. */
const run = (args: string[], answer: string): Promise<{ code: number; out: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, NODE_ENV: 'test', DATABASE_URL: app.databaseUrl };
    const child = execFile(process.execPath, [join(import.meta.dirname, '../plugin.ts'), ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), out: stdout + stderr }),
    );
    child.stdin!.end(answer);
  });

/** Everything in the database that bears the plugin's name, its neighbour's apart. */
async function traces(): Promise<string[]> {
  const { rows } = (await owner.raw(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relname like 'shelf%' and relkind in ('r', 'p')
    union all select proname from pg_proc where proname like 'shelf%'
    union all select tgname from pg_trigger where tgname like 'shelf%'
    union all select 'setting ' || key from core_setting where key like 'shelf%'
    union all select 'switch ' || key from core_switch where key like 'shelf%'
    union all select 'form ' || form_id from core_form_layer where form_id like 'shelf%'
    union all select 'job ' || job from core_job_run where job like 'shelf%'
    union all select 'event ' || event from core_outbox where event like 'shelf%'
    union all select 'subscriber ' || subscriber from core_outbox_delivery where subscriber like 'shelf%'
    union all select 'migration ' || name from core_migration where name like 'shelf%'
    union all select 'append-only ' || relation::text from core_append_only where relation::text ~ '^(shelf|[0-9])'`)) as {
    rows: { name: string }[];
  };
  return rows.map(({ name }) => name).sort();
}
const NEIGHBOUR = ['migration shelf-life/0001-terms.ts', 'setting shelf-life.days', 'shelf_life_term'];

test('a plugin in use is not purged, and the sentence says what stands in the way', async () => {
  expect(await remove('wallet', true)).toMatch(/^wallet is required by .*prepaid/);
  expect(await remove('shelf', true, shelf)).toContain('Take it out of config/plugins.ts or PLUGINS');
  expect(await remove('core', true)).toBe('core is no plugin.');
  const unread = { installed: [], unread: ['acme-shelf'], say: () => undefined, confirm: async () => true };
  expect(await removePlugin(owner, 'shelf', unread)).toContain('acme-shelf cannot be loaded and may be shelf');
  expect(await remove('shelf', true)).toMatch(
    /^shelf still runs in process \d+ on .*\. Restart the product without it, and run this again\.$/,
  );
  expect(await owner.schema.hasTable('wallet_operation')).toBe(true);
  expect(await owner.schema.hasTable('shelf_item')).toBe(true);
});

test('what a removed plugin left is shown with its rows, goes after a yes and as a whole, and leaves its neighbours alone', async () => {
  const { a } = app.fixtures;
  await owner('core_process').update({ stopped_at: new Date() });
  for (const title of ['One', 'Two']) await app.call('POST', '/api/shelf', a.owner, { body: { title } });
  const company = { company_id: a.tenant.id };
  await owner('core_switch').insert({ ...company, key: 'shelf.labels', is_on: true });
  for (const key of ['shelf.size', 'shelf-life.days']) await owner('core_setting').insert({ ...company, key, value: '1' });
  await owner('core_form_layer').insert({
    ...company,
    form_id: 'shelf.item-form',
    revision: 1,
    state: 'draft',
    base_version: 1,
    ops: '[]',
  });
  await owner('core_job_run').insert({ ...company, job: 'shelf.tidy', run_key: 'x', payload: '{}' });
  await owner.raw(`
    create table shelf_life_term (id int);
    insert into core_migration (name, batch, migration_time) values ('shelf-life/0001-terms.ts', 1, now());
    create table shelf_book (id int); select core_tenant_table('shelf_book'); select core_append_only_table('shelf_book');
    create function shelf_open() returns trigger language plpgsql as $$ begin return new; end $$;
    create trigger shelf_account after insert on core_account for each row execute function shelf_open();
    create table other_note (item_id int);
    alter table shelf_item add unique (id);
    alter table other_note add foreign key (item_id) references shelf_item (id)`);
  const before = await traces();
  expect(before).toEqual(
    expect.arrayContaining(['event shelf.item-added', 'shelf_item', 'shelf_open', 'shelf_account', 'append-only shelf_book']),
  );

  expect(await remove('shelf', true)).toContain('needed by other_note');
  await owner.schema.dropTable('other_note');
  const refused = await remove('shelf', false);
  expect(refused).toContain('table shelf_item: 2 rows');
  expect(refused).toMatch(/in core_setting: 1 row\n.*trigger shelf_account on core_account.*Nothing was removed/s);
  expect(await traces()).toEqual(before);

  expect(await run(['remove', 'shelf', '--purge'], 'shelf\n')).toMatchObject({ code: 0, out: expect.stringContaining('shelf is gone') });
  expect(await traces()).toEqual(NEIGHBOUR);
  const logged = { action: 'core.plugin-purged', company_id: app.fixtures.root.id, target: 'shelf', user_type: 'system' };
  expect(await owner('core_audit').where({ action: 'core.plugin-purged' })).toMatchObject([logged]);
  const log = (await app.call('GET', `/api/configuration/user-log`, app.fixtures.operator)).text;
  expect(log.includes('Plugin removed for good') || log).toBe(true);
  expect(await remove('shelf', true)).toContain('Nothing of shelf');
  expect((await migrate(owner, [shelf])).ran).toEqual(['shelf/0001-shelf.ts']);
});
