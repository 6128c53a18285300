import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { Receiver } from '../../plugins/connectors/integrations/receiver.fake.ts';
import { Clone, type ServingClone } from '../support/clone.ts';
import { Stage } from './support.ts';
import { workerBrowser } from './worker-browser.ts';

/** A plugin by somebody else: packed, installed into a clone of the product, used in a browser, and taken out again. */
const NAME = 'lead-platform-call-list';
let clone: Clone;
/** Has the people; the clone serves its database. */
let app: TestApp;
let dialer: Receiver;
let stage: Stage;
let client: Person;
beforeAll(async () => {
  clone = Clone.make();
  const folder = join(clone.above, 'call-list');
  cpSync(join(clone.root, 'examples/call-list'), folder, { recursive: true });
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(clone.root, join(folder, 'node_modules/lead-platform'));
  symlinkSync(join(clone.root, 'scripts/lead-platform.cjs'), join(folder, 'node_modules/.bin/lead-platform'));
  clone.install(folder);
  for (const [name, file, text] of [
    ['broken-one', 'index.js', `throw new Error('it wants something that nobody has');`],
    ['misspelt-one', 'index.js', 'export default {\n  manifest: {;\n};\n'],
    ['uncompiled-one', 'index.ts', 'export default {} as object;'],
  ] as const) {
    const broken = join(clone.root, 'node_modules', name);
    mkdirSync(broken);
    writeFileSync(join(broken, 'package.json'), JSON.stringify({ name, type: 'module', exports: `./${file}` }));
    writeFileSync(join(broken, file), text);
  }
  dialer = await Receiver.start();
  dialer.answer('/contacts', ({ headers }) => (headers.authorization === 'Bearer a-key-that-works' ? 200 : 401));
  app = await startTestApp({ config: { roles: ['web'] } });
  client = app.fixtures.a.clients[0]!.user;
  stage = new Stage(app, await workerBrowser());
});
afterAll(async () => {
  await stage?.close();
  dialer?.stop();
  clone?.remove();
});

const serve = (plugins: string): Promise<ServingClone> => clone.serve(app.databaseUrl, { PLUGINS: plugins, EGRESS_ALLOW: dialer.host });

test('an installed package has its card, its page and its rows, beside a broken one that is off and named', async () => {
  const serving = await serve(`${NAME},broken-one,misspelt-one,uncompiled-one,not-installed`);
  try {
    expect(serving.said()).not.toContain('Plugin call-list is off');
    expect(serving.said()).toContain('Plugin broken-one is off: it wants something that nobody has');
    expect(serving.said()).toMatch(
      /Plugin misspelt-one is off: cannot be parsed: Unexpected token ';' \[.*node_modules\/misspelt-one\/index\.js:2\]/,
    );
    expect(serving.said()).toContain('Plugin uncompiled-one is off: is TypeScript');
    expect(serving.said()).toContain('Plugin not-installed is off: is neither a folder in plugins/ nor an installed package');
    const page = await stage.open(`${serving.origin}/integrations`, client);
    // In development the browser shows what is wrong first.
    await page.getByRole('heading', { name: 'broken-one' }).waitFor();
    await page.getByRole('main').getByRole('link').click();
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Dialer' }) });
    await card.getByRole('button', { name: 'Connect' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Address').fill(dialer.url('/contacts'));
    await drawer.getByLabel('API key').fill('a-key-that-works');
    await drawer.getByRole('button', { name: 'Connect' }).click();
    await page.waitForURL(/\/integrations\/\d+/);
    await page.getByText('Working').first().waitFor();

    await page.goto(`${serving.origin}/call-list`);
    await page.getByRole('button', { name: 'Skip a number' }).first().click();
    await page.getByRole('dialog').getByLabel('Phone number').fill('+1 555 555 0100');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('table').getByText('+1 555 555 0100').first().waitFor();
    expect(stage.complaints).toEqual([]);
    await stage.leave(page);
  } finally {
    await serving.stop();
  }
});

test('without the package its connection shows as not available, its page is gone, and its rows stay until they are purged', async () => {
  const serving = await serve('');
  try {
    expect(serving.said()).toContain('Tables of plugins that are no longer installed stay: call-list/0001-skipped-numbers.ts');
    const page = await stage.open(`${serving.origin}/integrations`, client);
    await page.getByText('Not available').first().waitFor();
    await page.goto(`${serving.origin}/call-list`);
    await page
      .getByText(/doesn.t exist/)
      .first()
      .waitFor();
    expect(stage.complaints).toEqual([]);
    await stage.leave(page);
  } finally {
    await serving.stop();
  }
  expect(await app.kernel.platform.schema.hasTable('call_list_skipped')).toBe(true);
  const settings = { NODE_ENV: 'development', DATABASE_URL: app.databaseUrl, SHOP_PORT: '0' };
  const remove = `${process.execPath} scripts/plugin.ts remove call-list --purge --yes`;
  expect(() => clone.run(remove, { env: { ...settings, PLUGINS: NAME } })).toThrow('Take it out of config/plugins.ts or PLUGINS');
  expect(clone.run(remove, { env: settings })).toContain('table call_list_skipped: 1 row');
  expect(await app.kernel.platform.schema.hasTable('call_list_skipped')).toBe(false);
});
