import { existsSync } from 'node:fs';
import type { Serving } from '../../core/boot/serve.ts';
import { pluginFolders } from '../../core/boot/plugin-folders.ts';
import type { RunningKernel } from '../../core/boot/start.ts';
import type { Bootstrap } from '../../core/contract/wire.ts';
import type { Fixture } from '../../core/testing/fixture.ts';
import { createDatabase } from '../../core/testing/template.ts';
import { TestApp } from '../../core/testing/test-app.ts';
import { makeFixtures, type Person } from '../../core/testing/fixtures.ts';
import type { Opened } from './messages.ts';

/** The database of a plugin's test data, beside the one of the demo; begun anew unless it was filled before. */
export async function fixtureDatabase(plugin: string, demoUrl: string, isFilled: boolean): Promise<string> {
  const name = `dev_${plugin.replaceAll('-', '_')}`;
  if (!isFilled) return createDatabase(demoUrl, name);
  const url = new URL(demoUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Makes the fixtures of tests and the plugin's data in an empty database; answers where to look at it, and as whom. */
export async function fillFixture(
  plugin: string,
  { kernel, serving, databaseUrl }: { kernel: RunningKernel; serving: Serving; databaseUrl: string },
): Promise<Omit<Opened, 'token'>> {
  const fixtures = await makeFixtures(kernel);
  const app = new TestApp({ kernel, serving, databaseUrl, fixtures, drop: async () => undefined });
  const { as, page, fill } = await fixtureOf(plugin);
  await fill?.(app);
  await app.settle();
  const people = as ? [as(fixtures)] : [fixtures.a.clients[0]!.user, fixtures.a.owner, fixtures.operator];
  for (const person of people) {
    const path = page ?? (await firstPage(app, plugin, person));
    if (path) return { page: path, email: person.email, accountId: person.id };
  }
  return { page: '/', email: people.at(-1)!.email, accountId: people.at(-1)!.id };
}

async function fixtureOf(plugin: string): Promise<Fixture> {
  const folder = pluginFolders().get(plugin);
  const file = folder && new URL('fixture.fake.ts', folder);
  return file && existsSync(file) ? ((await import(file.href)) as { default: Fixture }).default : {};
}

async function firstPage(app: TestApp, plugin: string, person: Person): Promise<string | undefined> {
  const { pages } = (await app.call('GET', '/api/ui/bootstrap', person)).body as Bootstrap;
  return pages.find(({ id, path, layout, access }) => id.startsWith(`${plugin}.`) && !path.includes(':') && layout === 'app' && access.open)
    ?.path;
}
