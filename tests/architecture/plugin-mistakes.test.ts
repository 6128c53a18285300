import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { INSTALLED } from '../../config/plugins.ts';
import { prepareDatabase } from '../../core/boot/database.ts';
import { type Fault, sentenceOf } from '../../core/boot/fault.ts';
import { type Loaded, loadPlugins } from '../../core/boot/load.ts';
import { buildRegistry, type Registry } from '../../core/boot/registry.ts';
import type { Manifest, Plugin } from '../../core/contract.ts';
import { appUrl } from '../../core/data/roles.ts';
import { corePlugin } from '../../core/builtin/core.plugin.ts';
import { loadUnread } from '../../core/testing/app.ts';
import { cloneTemplate, testConfig } from '../../core/testing/template.ts';
import { connectorMistakes } from '../support/mistakes/connectors.ts';
import { databaseMistakes } from '../support/mistakes/database.ts';
import { definitionMistakes } from '../support/mistakes/definitions.ts';
import { screenMistakes } from '../support/mistakes/screens.ts';

const mistakes = [...screenMistakes, ...definitionMistakes, ...connectorMistakes];
const given = (p: Plugin): Loaded => ({ name: p.manifest.id, plugin: p, problem: null, milliseconds: 0 });
let installed: Loaded[];
beforeAll(async () => {
  const core = corePlugin(() => {
    throw new Error('definitions need no kernel');
  });
  // What the code of the installed ones names is asked in definitions.test.ts, once: it takes longer than all else.
  installed = [given(core), ...(await loadUnread(INSTALLED))];
});

test.for(mistakes.map(([made, code, says]) => [`${made.manifest.id}: ${code}`, made, code, says] as const))(
  '%s is named, and harms its plugin alone',
  ([, made, code, says]) => {
    const { report } = buildRegistry([...installed, given(made)]);
    expect(report.filter(({ state }) => state === 'failed').map(({ id }) => id)).toEqual([made.manifest.id]);
    const { faults } = report.find(({ id }) => id === made.manifest.id)!;
    expect(faults.map((fault) => fault.code)).toEqual([code]);
    expect(sentenceOf(faults[0]!)).toMatch(says instanceof RegExp ? says : new RegExp(says.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  },
);

test('all of them at once leave every installed plugin on', () => {
  const { report, plugins } = buildRegistry([...mistakes.map(([made]) => given(made)), ...installed]);
  expect(plugins.map((p) => p.manifest.id).sort()).toEqual(installed.map((l) => l.name).sort());
  expect(report.filter(({ state }) => state === 'failed')).toHaveLength(mistakes.length);
});

describe('in the database', () => {
  let database: Awaited<ReturnType<typeof cloneTemplate>>;
  let registry: Registry;
  let faults: readonly Fault[];
  beforeAll(async () => {
    database = await cloneTemplate(inject('adminUrl'));
    const loaded = [...installed, ...databaseMistakes.map(([made]) => given(made))];
    const plugins = loaded.flatMap(({ plugin: made }) => (made && made.manifest.id !== 'core' ? [made] : []));
    ({ faults } = await prepareDatabase(testConfig(database.url), database.url, plugins));
    registry = buildRegistry(loaded, faults);
  });
  afterAll(() => database.drop());

  test.for(databaseMistakes.map(([made, code, says]) => [`${made.manifest.id}: ${code}`, made.manifest.id, code, says] as const))(
    '%s is named, and turns its plugin off',
    ([, id, code, says]) => {
      const found = registry.report.find((state) => state.id === id)!;
      expect([found.state, found.faults.map((fault) => fault.code)]).toEqual(['failed', [code]]);
      expect(found.problem).toContain(says);
    },
  );

  test('all of them leave every installed plugin on', () => {
    expect(faults).toHaveLength(databaseMistakes.length);
    expect(registry.plugins.map((p) => p.manifest.id).sort()).toEqual(installed.map((l) => l.name).sort());
  });

  test('none of their tables can be read by the serving role', async () => {
    const serving = new Client({ connectionString: appUrl(testConfig(database.url)), options: '-c app.scope=platform' });
    await serving.connect();
    try {
      for (const table of ['open_table_note', 'own_policy_note', 'blind_view_list', 'secret_table_note', 'no_erasure_note'])
        await expect(serving.query(`select from ${table}`), table).rejects.toMatchObject({ code: '42501' });
    } finally {
      await serving.end();
    }
  });

  test('a table of the kernel that nobody registers stops the start', async () => {
    const owner = new Client({ connectionString: database.url });
    await owner.connect();
    await owner.query('create table core_stray (id int)').finally(() => owner.end());
    await expect(prepareDatabase(testConfig(database.url), database.url, [])).rejects.toThrow(
      'table "core_stray" exists and is not registered; name it in `tables`',
    );
  });
});

test('an imported contract, even of types alone, is to be named in the manifest', async () => {
  const [silent] = await loadPlugins(['unsaid-import'], new URL('../support/broken/', import.meta.url));
  const { report } = buildRegistry([...installed, silent!]);
  expect(report.find(({ id }) => id === 'unsaid-import')!.problem).toMatch(
    /^index\.ts imports the contract of wallet, of which the manifest says nothing; name wallet in .*unsaid-import\/index\.ts:2\]$/,
  );
});

test('what a plugin changes of the kernel is to be named in the manifest', async () => {
  const [silent] = await loadPlugins(['unsaid-change'], new URL('../support/broken/', import.meta.url));
  const { report } = buildRegistry([...installed, silent!]);
  expect(report.find(({ id }) => id === 'unsaid-change')).toMatchObject({
    state: 'failed',
    problem: expect.stringMatching(
      /^index\.ts uses AccountsPort, of which the manifest says nothing; name 'accounts' in `changes` \[.*unsaid-change\/index\.ts:1\]$/,
    ) as string,
  });
});

test('a file that cannot be parsed is named with its line', async () => {
  const folder = join(import.meta.dirname, '../../.local/misspelt-plugin-test');
  await mkdir(join(folder, 'extensions/misspelt'), { recursive: true });
  await writeFile(join(folder, 'extensions/misspelt/index.ts'), "import { wrong } from './wrong.ts';\nexport default wrong;\n");
  await writeFile(join(folder, 'extensions/misspelt/wrong.ts'), 'export const wrong = {\n  one: 1\n  two: 2,\n};\n');
  // Node itself reads the files, as it does in a process that serves.
  const script = `import { loadPlugins } from '../../core/boot/load.ts';
    console.log(JSON.stringify(await loadPlugins(['misspelt'], new URL('./', 'file://' + process.cwd() + '/'))))`;
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: folder });
    expect(JSON.parse(stdout)).toMatchObject([
      { plugin: null, problem: expect.stringContaining('Expected'), file: 'extensions/misspelt/wrong.ts:3' },
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a fault says in which file and line its definition stands', async () => {
  const [named] = await loadPlugins(['named-nothing'], new URL('../support/broken/', import.meta.url));
  const { report } = buildRegistry([...installed, named!]);
  expect(report.find(({ id }) => id === 'named-nothing')!.problem).toMatch(/named-nothing\/index\.ts:\d+\]$/);
});

describe('the order in which plugins are installed', () => {
  /** What the registry holds, in the order in which it holds it. */
  const contents = (registry: Registry): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(registry)
        .filter(([name, value]) => name !== 'report' && typeof value !== 'function')
        .map(([name, value]) => [
          name,
          value instanceof Map || value instanceof Set
            ? [...(value as Map<string, unknown> | Set<string>).keys()]
            : (value as { manifest?: Manifest; plugin?: string; def?: { id?: string } }[]).map(
                (x) => x.manifest?.id ?? `${x.plugin} ${x.def?.id ?? ''}`,
              ),
        ]),
    );

  test('changes nothing', () => {
    const expected = contents(buildRegistry(installed));
    expect((expected['routes'] as string[]).length).toBeGreaterThan(300);
    let seed = 20_261_122;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    for (let round = 0; round < 20; round += 1) {
      const shuffled = installed.map((l) => ({ l, at: random() })).sort((a, b) => a.at - b.at);
      expect(contents(buildRegistry(shuffled.map(({ l }) => l)))).toEqual(expected);
    }
  });
});
