import { inject } from 'vitest';
import type { Config } from '../../config/default.ts';
import { INSTALLED } from '../../config/plugins.ts';
import { firstOfEachName, type Loaded, loadPlugins } from '../boot/load.ts';
import { prepareDatabase } from '../boot/database.ts';
import { serve } from '../boot/serve.ts';
import { startKernel } from '../boot/start.ts';
import type { Plugin } from '../contract.ts';
import { cloneTemplate, testConfig } from './template.ts';
import { TestApp } from './test-app.ts';
import { testLog } from './test-log.ts';
import { makeFixtures } from './fixtures.ts';

export { type Answer, type CallOptions, TestApp } from './test-app.ts';

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string;
  }
}

/** Plugins without their folders: `definitions.test.ts` looks at what their code names, which takes longer than all else at a start. */
export const loadUnread = async (names: readonly string[]): Promise<Loaded[]> =>
  (await loadPlugins(names)).map(({ folder: _folder, ...loaded }) => loaded);

/**
 * Starts the product with its installed plugins and those given besides, over a copy of the template database with a small
 * fixtures in it: one root, two agencies, two clients each, somebody of every user type. A given plugin takes the place of an
 * installed one of the same id, so that a test can stand in for a neighbour. Throws when a plugin cannot run, unless the test is about that
 * (`withFaults`).
 */
export async function startTestApp(
  options: { plugins?: readonly Plugin[]; config?: Partial<Config>; withFaults?: true } = {},
): Promise<TestApp> {
  const { url, drop } = await cloneTemplate(inject('adminUrl'));
  const extra: Loaded[] = (options.plugins ?? []).map((plugin) => {
    const name = plugin.manifest.id;
    return { name, plugin, standsIn: INSTALLED.includes(name), problem: null, milliseconds: 0 };
  });
  const loaded = [...(await loadUnread(INSTALLED.filter((name) => !extra.some((e) => e.name === name)))), ...extra];
  const config = testConfig(url, options.config);
  const prepared =
    extra.length > 0
      ? await prepareDatabase(
          config,
          url,
          firstOfEachName(loaded).map((l) => l.plugin),
        )
      : null;
  let app: TestApp | null = null;
  const kernel = await startKernel(config, loaded, {
    log: testLog(),
    now: () => new Date(Date.now() + (app?.clockOffset ?? 0)),
    faults: prepared?.faults ?? [],
  });
  const failed = kernel.registry.report.filter(({ state }) => state === 'failed');
  if (failed.length > 0 && !options.withFaults) throw new Error(failed.map(({ id, problem }) => `${id}: ${problem}`).join('\n'));
  const fixtures = await makeFixtures(kernel);
  const serving = await serve(kernel, { host: 'localhost', schedule: false });
  app = new TestApp({ kernel, serving, databaseUrl: url, fixtures, drop });
  return app;
}
