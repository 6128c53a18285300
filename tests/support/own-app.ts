import { inject } from 'vitest';
import type { Config } from '../../config/default.ts';
import { INSTALLED } from '../../config/plugins.ts';
import { prepareDatabase } from '../../core/boot/database.ts';
import { firstOfEachName, type Loaded } from '../../core/boot/load.ts';
import { serve } from '../../core/boot/serve.ts';
import { startKernel } from '../../core/boot/start.ts';
import type { Plugin } from '../../core/contract.ts';
import { loadUnread, TestApp } from '../../core/testing/app.ts';
import { testLog } from '../../core/testing/test-log.ts';
import { cloneTemplate, testConfig } from '../../core/testing/template.ts';
import { makeFixtures } from '../../core/testing/fixtures.ts';
import { MONEY } from './money-plugins.ts';

export interface AppOptions {
  /** Plugins of the test's own. */
  plugins?: readonly Plugin[];
  config?: Partial<Config>;
}

/** A `TestApp` of the named plugins alone, with those of the test besides, over the given database; `drop` ends what holds that. */
export async function startAppOn(
  database: { url: string; drop(): Promise<void> },
  names: readonly string[],
  options: AppOptions,
): Promise<TestApp> {
  const own: Loaded[] = (options.plugins ?? []).map((plugin) => ({ name: plugin.manifest.id, plugin, problem: null, milliseconds: 0 }));
  const loaded = [...(await loadUnread(names)), ...own];
  const config = testConfig(database.url, options.config);
  const { faults } = await prepareDatabase(
    config,
    database.url,
    firstOfEachName(loaded).map((l) => l.plugin),
  );
  let app: TestApp | null = null;
  const kernel = await startKernel(config, loaded, {
    log: testLog(),
    now: () => new Date(Date.now() + (app?.clockOffset ?? 0)),
    faults,
  });
  const fixtures = await makeFixtures(kernel);
  const serving = await serve(kernel, { host: 'localhost', schedule: false });
  app = new TestApp({ kernel, serving, databaseUrl: database.url, fixtures, drop: database.drop });
  return app;
}

/** A product with no plugins but those of the wallet: its background work is done several times faster. */
export const startMoneyApp = async (options: AppOptions = {}): Promise<TestApp> =>
  startAppOn(await cloneTemplate(inject('adminUrl')), MONEY, options);

/** The whole product over a database of its own. */
export const startWholeApp = (database: { url: string; drop(): Promise<void> }, options: AppOptions = {}): Promise<TestApp> =>
  startAppOn(database, INSTALLED, options);
