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
import {
  type ConnectorDef,
  defineConnector,
  defineEvent,
  defineService,
  defineTrigger,
  type Manifest,
  type OAuthKeys,
  outcomeOf,
  type PageDef,
  type Plugin,
  runTrigger,
  T,
} from '../../core/contract.ts';
import { appUrl } from '../../core/data/roles.ts';
import { corePlugin } from '../../core/builtin/core.plugin.ts';
import { loadUnread } from '../../core/testing/app.ts';
import { cloneTemplate, testConfig } from '../../core/testing/template.ts';
import { smallPlugin, smallRoute } from '../support/small-plugin.ts';

type Id = `${string}.${string}`;
const page = (id: Id, path: string, more: Partial<PageDef> = {}): PageDef => ({
  id,
  path,
  title: `${id}.title`,
  ability: 'signed-in',
  blocks: [],
  ...more,
});

const Happened = defineEvent({ id: 'bad-connector.happened', version: 1, payload: T.Object({}) });
const Happening = defineTrigger({ id: 'thing.happened', title: 'bad-connector.happened', gives: T.Object({ email: T.String() }) });
const happening = (id: Id = Happening.id) =>
  runTrigger({ trigger: { ...Happening, id }, event: Happened, occasions: async () => [], read: async () => null, sample: () => ({}) });
const happenings = { events: [Happened], triggers: [happening()] };
const connector = (more: Partial<ConnectorDef>): ConnectorDef => ({
  ...defineConnector({
    id: 'bad-connector.crm',
    version: 1,
    title: 'bad-connector.title',
    summary: 'bad-connector.summary',
    egress: ['api.crm.example'],
    auth: { fields: T.Object({ apiKey: T.String() }), secret: ['apiKey'] },
    test: null,
    erase: null,
    actions: {
      add: {
        title: 'bad-connector.add',
        on: Happening,
        input: T.Object({}),
        run: async (client) => outcomeOf(await client.http({ method: 'POST', url: '' })),
      },
    },
  }),
  ...more,
});

const signedIn = (urls: { token?: string; revoke?: string }): ConnectorDef =>
  connector({
    auth: {
      fields: T.Object({}),
      secret: [],
      oauth: {
        service: defineService<OAuthKeys>('bad-connector'),
        authorize: 'https://crm.example/authorize',
        token: 'https://api.crm.example/token',
        scopes: [],
        ...urls,
      },
    },
  });

const broken = (folder: string): URL => new URL(`../support/broken/plugins/${folder}/`, import.meta.url);

/** One mistake each: the plugin, the fault's code, and what its sentence says. */
const mistakes: [plugin: Plugin, code: string, says: string | RegExp][] = [
  [
    smallPlugin('bad-source', {
      routes: [smallRoute('bad-source.list', '/bad-source')],
      pages: [
        page('bad-source.page', '/bad-source', {
          blocks: [{ as: 'stats', source: { route: 'bad-source.lst' }, items: [] }],
        }),
      ],
    }),
    'unknown-route',
    'page "bad-source.page" names the route "bad-source.lst", which nobody declares (did you mean "bad-source.list"?)',
  ],
  [
    smallPlugin('bad-period', { pages: [page('bad-period.page', '/bad-period', { period: true })] }),
    'unused-period',
    'page "bad-period.page" offers a choice of days, which none of its sources asks for',
  ],
  [
    smallPlugin('bad-stream', {
      routes: [smallRoute('bad-stream.list', '/bad-stream')],
      pages: [
        page('bad-stream.page', '/bad-stream-page', {
          blocks: [
            {
              as: 'stream',
              source: { route: 'bad-stream.list' },
              key: 'id',
              at: 'at',
              heading: 'who',
              facts: [],
              empty: { title: 'bad-stream.empty' },
            },
          ],
        }),
      ],
    }),
    'stream-without-cursor',
    'shows the route "bad-stream.list" as a stream, which takes no cursor',
  ],
  [
    smallPlugin('bad-columns', { pages: [page('bad-columns.page', '/bad-columns', { blocks: [{ as: 'columns', blocks: [[]] }] })] }),
    'wrong-columns',
    'page "bad-columns.page" has 1 columns side by side',
  ],
  [
    smallPlugin('bad-head', {
      pages: [page('bad-head.page', '/bad-head', { head: { source: { route: 'bad-head.lst' }, heading: 'name' } })],
    }),
    'unknown-route',
    'page "bad-head.page" names the route "bad-head.lst", which nobody declares',
  ],
  [
    smallPlugin('bad-column-source', {
      routes: [smallRoute('bad-column-source.list', '/bad-column-source')],
      pages: [
        page('bad-column-source.page', '/bad-column-source-page', {
          blocks: [
            {
              as: 'columns',
              blocks: [[], [{ as: 'trends', source: { route: 'bad-column-source.lst' }, items: [] }]],
            },
          ],
        }),
      ],
    }),
    'unknown-route',
    'names the route "bad-column-source.lst", which nobody declares (did you mean "bad-column-source.list"?)',
  ],
  [
    smallPlugin('bad-form', {
      forms: [
        { id: 'bad-form.form', version: 1, title: 'bad-form.title', submit: 'bad-form.save', ability: 'signed-in', schema: T.Object({}) },
      ],
    }),
    'unknown-route',
    'form "bad-form.form" names the route "bad-form.save"',
  ],
  [
    smallPlugin('bad-field', {
      routes: [smallRoute('bad-field.save', '/bad-field', { method: 'POST' })],
      forms: [
        {
          id: 'bad-field.form',
          version: 1,
          title: 'bad-field.title',
          submit: 'bad-field.save',
          ability: 'signed-in',
          schema: T.Object({ amount: T.Integer() }),
          ui: { amuont: { widget: 'money' } },
        },
      ],
    }),
    'unknown-field',
    'names the field "amuont", which its schema lacks (did you mean "amount"?)',
  ],
  [
    smallPlugin('bad-widget', {
      routes: [smallRoute('bad-widget.save', '/bad-widget', { method: 'POST' })],
      forms: [
        {
          id: 'bad-widget.form',
          version: 1,
          title: 'bad-widget.title',
          submit: 'bad-widget.save',
          ability: 'signed-in',
          schema: T.Object({ amount: T.Integer() }),
          ui: { amount: { widget: 'mony' } },
        },
      ],
    }),
    'unknown-widget',
    '(did you mean "money"?)',
  ],
  [smallPlugin('bad-path', { routes: [smallRoute('bad-path.list', '/user')] }), 'taken', /route "bad-path\.list" has the path of "/],
  [
    smallPlugin('bad-page-path', { pages: [page('bad-page-path.page', '/configuration/agency-list')] }),
    'taken',
    'has the path of "agencies.list',
  ],
  [
    smallPlugin('bad-menu', {
      pages: [page('bad-menu.page', '/bad-menu')],
      menu: [
        { id: 'bad-menu.entry', parent: 'core.menu-peple', title: 'bad-menu.title', order: 1, ability: 'signed-in', page: 'bad-menu.page' },
      ],
    }),
    'unknown-menu-entry',
    'names the menu entry "core.menu-peple", which nobody declares (did you mean "core.menu-people"?)',
  ],
  [
    smallPlugin('bad-extension', {
      extend: [{ role: 'accounts.lists', order: 1, blocks: [] }],
    }),
    'unknown-page-role',
    'names the page role "accounts.lists", which nobody declares (did you mean "accounts.list"?)',
  ],
  [
    smallPlugin(
      'bad-page-value',
      {
        extend: [
          {
            role: 'campaigns.dashboard',
            order: 1,
            blocks: [
              { as: 'stats', source: { route: 'reports.trends', query: { product: { from: 'page', field: 'prodct' } } }, items: [] },
            ],
          },
        ],
      },
      { uses: ['campaigns', 'reports'] },
    ),
    'unstated-page-value',
    'extension of "campaigns.dashboard" asks the page for the value "prodct", which no page of the role states',
  ],
  [
    smallPlugin(
      'bad-page-values',
      { pages: [page('bad-page-values.page', '/bad-page-values', { roles: ['campaigns.leads'] })] },
      { uses: ['campaigns'] },
    ),
    'unstated-page-value',
    'page "bad-page-values.page" does not state the value "product", which blocks on it ask for',
  ],
  [
    smallPlugin('bad-icon', {
      pages: [page('bad-icon.page', '/bad-icon')],
      menu: [{ id: 'bad-icon.entry', icon: 'hoome', title: 'bad-icon.title', order: 1, ability: 'signed-in', page: 'bad-icon.page' }],
    }),
    'unknown-icon',
    'has the icon "hoome"',
  ],
  [
    smallPlugin('bad-subject', { routes: [smallRoute('bad-subject.list', '/bad-subject', { ability: ['read', 'Campain'] })] }),
    'unknown-subject',
    '(did you mean "Campaign"?)',
  ],
  [
    smallPlugin(
      'bad-action',
      { routes: [smallRoute('bad-action.list', '/bad-action', { ability: ['raed', 'Campaign'] })] },
      { uses: ['campaigns'] },
    ),
    'unknown-ability-action',
    'asks for "raed", which nobody can do to Campaign (did you mean "read"?)',
  ],
  [
    smallPlugin('bad-area-asked', { abilities: (_can, { rights }) => void rights['Setings']!.enable }),
    'unknown-area',
    'its abilities ask for rights in the area "Setings", which no plugin declares (did you mean "Settings"?)',
  ],
  [
    smallPlugin('bad-area', { areas: [{ id: 'Settings', title: 'bad-area.title', order: 1, grants: ['enable'], viewMode: [] }] }),
    'taken',
    'area "Settings" is declared twice',
  ],
  [
    smallPlugin('bad-area-grants', {
      areas: [{ id: 'Desk', title: 'bad-area-grants.title', order: 1, grants: ['enable'], viewMode: ['enable', 'update'] }],
    }),
    'area-grants',
    'area "Desk" gives "update", which is not among its grants',
  ],
  [
    smallPlugin('bad-abilities', { abilities: () => (undefined as never as { no: () => void }).no() }),
    'abilities',
    'its abilities fail: TypeError',
  ],
  [
    smallPlugin('bad-area-neighbour', { abilities: (_can, { rights }) => void rights.LeadsPeek.enable }),
    'undeclared-plugin',
    'its abilities ask for rights in the area "LeadsPeek", of which the manifest says nothing; name companies',
  ],
  [
    smallPlugin(
      'bad-plugin-widget',
      {
        routes: [smallRoute('bad-plugin-widget.save', '/bad-plugin-widget', { method: 'POST' })],
        forms: [
          {
            id: 'bad-plugin-widget.form',
            version: 1,
            title: 'bad-plugin-widget.title',
            submit: 'bad-plugin-widget.save',
            ability: 'signed-in',
            schema: T.Object({ card: T.String() }),
            ui: { card: { widget: 'payments.crad' } },
          },
        ],
      },
      { uses: ['payments'] },
    ),
    'unknown-widget',
    'names the widget "payments.crad", which nobody declares (did you mean "payments.card"?)',
  ],
  ...[
    "'unsafe-inline'",
    'https:',
    'https://*',
    'https://*.example.com',
    'https://*.co.uk',
    'http://maps.example.com',
    'https://maps.example.com/embed',
    'https://10.0.0.1',
    'https://maps.example.com; script-src *',
  ].map((source): [Plugin, string, string] => [
    smallPlugin('bad-source-of-others', { contentSecurity: { sources: { 'script-src': [source] } } }),
    'content-security',
    `content security "script-src" lists "${source}"; name the origin of one host`,
  ]),
  [
    smallPlugin('bad-directive', { contentSecurity: { sources: { 'script-scr': ['https://maps.example.com'] } as object } }),
    'content-security',
    '(did you mean "script-src"?)',
  ],
  [
    smallPlugin('bad-derive', {
      derive() {
        throw new Error('nothing follows');
      },
    }),
    'malformed',
    'nothing follows',
  ],
  [
    smallPlugin('bad-derived', {
      derive: () => ({ routes: [smallRoute('bad-derived.list', '/bad-derived', { ability: ['read', 'Nothing'] })] }),
    }),
    'unknown-subject',
    'Nothing',
  ],
  [
    smallPlugin('bad-ability', { routes: [smallRoute('bad-ability.list', '/bad-ability', { ability: undefined as never })] }),
    'no-ability',
    'route "bad-ability.list" does not say who may use it',
  ],
  [
    smallPlugin('bad-cron', {
      jobs: [{ id: 'bad-cron.job', payload: T.Object({}), timeoutMs: 1_000, every: '61 25 * * *', run: async () => undefined }],
    }),
    'schedule',
    'runs every "61 25 * * *", which is neither an interval nor a cron line',
  ],
  [
    smallPlugin('bad-migration', { migrations: broken('misnamed') }),
    'migration-name',
    'migration "1-tables.ts" would never run; name it like 0001-what-it-does.ts',
  ],
  [smallPlugin('bad-table', { erasure: { campaigns_campaign: 'delete' } }), 'foreign-table', 'its own tables bear its name'],
  [
    smallPlugin('bad-connector', {
      ...happenings,
      connectors: [connector({ auth: { fields: T.Object({ apiKey: T.String() }), secret: ['apikey'] } })],
    }),
    'unknown-secret',
    '(did you mean "apiKey"?)',
  ],
  [
    smallPlugin('bad-connector', { ...happenings, connectors: [connector({ erase: undefined as never })] }),
    'no-erase',
    'says nothing of erasing a person',
  ],
  [
    smallPlugin('bad-connector', { ...happenings, connectors: [connector({ rate: { calls: 0, seconds: 10 } })] }),
    'rate',
    'has a rate that lets no call through',
  ],
  [
    smallPlugin('bad-connector', { ...happenings, connectors: [signedIn({ revoke: 'https://id.crm.example/revoke' })] }),
    'oauth-host',
    'asks id.crm.example for `revoke`, which is not in its egress',
  ],
  [
    smallPlugin('bad-connector', { ...happenings, connectors: [signedIn({ token: 'http://api.crm.example/token' })] }),
    'oauth-address',
    'signs people in with "http://api.crm.example/token" as `token`',
  ],
  [
    smallPlugin('bad-connector', { connectors: [connector({})] }),
    'unknown-trigger',
    'acts on "thing.happened" by "add", a trigger that no working plugin publishes',
  ],
  [
    smallPlugin('bad-connector', { ...happenings, events: [] }),
    'unknown-event',
    'trigger "thing.happened" names the event "bad-connector.happened", which nobody declares',
  ],
  [
    smallPlugin('bad-connector', { ...happenings, triggers: [happening('lead.created')] }),
    'taken',
    'trigger "lead.created" is published twice',
  ],
  [
    smallPlugin('bad-connector', { ...happenings, triggers: [happening('core.every')] }),
    'trigger-id',
    'has no name that other systems could be told',
  ],
  [
    smallPlugin('bad-connector', { ...happenings, connectors: [connector({ egress: ['https://api.crm.example/v1'] })] }),
    'egress',
    'may not call "https://api.crm.example/v1"',
  ],
  [
    smallPlugin('bad-connector', {
      ...happenings,
      connectors: [
        connector({
          actions: {
            add: {
              title: 'bad-connector.add',
              on: Happening,
              input: T.Object({ emial: T.String() }),
              run: async () => outcomeOf({ status: 200, headers: {}, text: '', at: 0 }),
            },
          },
        }),
      ],
    }),
    'unknown-input',
    'asks for "emial" as input of "add", which thing.happened does not give (did you mean "email"?)',
  ],
  [
    smallPlugin('bad-neighbour', {
      pages: [page('bad-neighbour.page', '/bad-neighbour', { blocks: [{ as: 'stats', source: { route: 'campaigns.list' }, items: [] }] })],
    }),
    'undeclared-plugin',
    'page "bad-neighbour.page" names the route "campaigns.list", of which the manifest says nothing; name campaigns in `requires`, or in `uses`',
  ],
];

/** One mistake each in the database. */
const inDatabase: [plugin: Plugin, code: string, says: string][] = [
  [
    smallPlugin('open-table', { migrations: broken('open-table'), tables: { open_table_note: ['select'] } }),
    'no-row-level-security',
    'table "open_table_note" has no row-level security; call core_tenant_table(',
  ],
  [
    smallPlugin('own-policy', { migrations: broken('own-policy'), erasure: { own_policy_note: 'delete' } }),
    'no-row-level-security',
    'table "own_policy_note" has other policies than the kernel’s',
  ],
  [
    smallPlugin('blind-view', {
      migrations: broken('blind-view'),
      erasure: { blind_view_note: 'delete' },
      tables: { blind_view_list: ['select'] },
    }),
    'no-row-level-security',
    'table "blind_view_list" is a view that asks nobody’s row-level security',
  ],
  [
    smallPlugin('secret-table', { migrations: broken('secret-table') }),
    'unregistered-table',
    'table "secret_table_note" exists and is not registered; name it in `erasure`',
  ],
  [
    smallPlugin('no-erasure', { migrations: broken('no-erasure'), tables: { no_erasure_note: ['select'] } }),
    'table-erasure',
    'table "no_erasure_note" has rows of companies and no erasure that says what becomes of them',
  ],
  [
    smallPlugin('bad-column', {
      migrations: broken('bad-column'),
      erasure: { bad_column_note: 'delete' },
      columns: { bad_column_note: { id: 'integer', count: 'integer' } },
    }),
    'column',
    'table "bad_column_note" has the column "count" as text, not integer',
  ],
  [smallPlugin('no-table', { erasure: { no_table_note: 'delete' } }), 'no-table', 'table "no_table_note" is registered and does not exist'],
  [
    smallPlugin('faulty', { migrations: new URL('../support/migrations/faulty/', import.meta.url) }),
    'migration',
    'migration "0002-more.ts" failed: relation "nowhere" does not exist, in: insert into nowhere (text) values (…)',
  ],
];

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
    const loaded = [...installed, ...inDatabase.map(([made]) => given(made))];
    const plugins = loaded.flatMap(({ plugin: made }) => (made && made.manifest.id !== 'core' ? [made] : []));
    ({ faults } = await prepareDatabase(testConfig(database.url), database.url, plugins));
    registry = buildRegistry(loaded, faults);
  });
  afterAll(() => database.drop());

  test.for(inDatabase.map(([made, code, says]) => [`${made.manifest.id}: ${code}`, made.manifest.id, code, says] as const))(
    '%s is named, and turns its plugin off',
    ([, id, code, says]) => {
      const found = registry.report.find((state) => state.id === id)!;
      expect([found.state, found.faults.map((fault) => fault.code)]).toEqual(['failed', [code]]);
      expect(found.problem).toContain(says);
    },
  );

  test('all of them leave every installed plugin on', () => {
    expect(faults).toHaveLength(inDatabase.length);
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
