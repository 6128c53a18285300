import { describe, expect, test } from 'vitest';
import { type Ability, type Block, type Ctx, definePage } from '../contract.ts';
import type { Kernel } from '../kernel.ts';
import { callOf } from './wire-call.ts';
import { wirePage } from './wire-page.ts';

const route = (path: string, ability: Ability, more: object = {}) => ({ plugin: 'p', def: { method: 'GET', path, ability, ...more } });
const routes = new Map(
  Object.entries({
    'p.list': route('/list', 'signed-in'),
    'p.one': route('/one/:id{/:part}', 'signed-in'),
    'p.secret': route('/secret', ['see', 'Secret']),
    'p.trial': route('/trial', 'signed-in', { feature: 'p.trial' }),
    'off.list': { ...route('/off', 'signed-in'), plugin: 'off' },
  }),
);
const forms = new Map(
  Object.entries({
    'p.form': { plugin: 'p', def: { ability: 'signed-in', submit: 'p.list' } },
    'p.secret-form': { plugin: 'p', def: { ability: ['see', 'Secret'], submit: 'p.list' } },
  }),
);
const extension = (plugin: string, role: string, text: string) => ({
  plugin,
  def: { role, order: 1, blocks: [{ as: 'notice', severity: 'info', text }] },
});
const kernel = {
  registry: {
    routes,
    forms,
    extensions: [extension('p', 'p.page', 'added'), extension('off', 'p.page', 'never'), extension('p', 'p.other', 'elsewhere')],
  },
  features: { isOn: (plugin: string) => plugin !== 'off', isFeatureOn: () => false },
} as unknown as Kernel;
const ctx = {
  tenant: {},
  actor: { kind: 'user' },
  ability: { can: (action: string) => action !== 'see' },
  t: (key: string) => `<${key}>`,
} as unknown as Ctx;

/** The blocks as they reach the browser. */
const seen = (...blocks: unknown[]): unknown[] => {
  const page = definePage({ id: 'p.page', roles: ['p.page'], path: '/p', title: 'page', ability: 'signed-in', blocks: blocks as Block[] });
  return wirePage(kernel, ctx, { plugin: 'p', def: page }).blocks.slice(0, -1); // the last is the extension
};
const action = (id: string, what: object, more: object = {}) => ({ id, title: 'go', ability: 'signed-in', do: what, ...more });
const list = { call: { method: 'GET', path: '/api/list' } };

describe('what an actor gets of a page', () => {
  test('in what a table row opens, blocks of others beneath its own', () => {
    const notice = (text: string) => ({ as: 'notice', severity: 'info', text });
    const table = { as: 'table', source: { route: 'p.list' }, key: 'id', columns: [], empty: { title: 'none' } };
    const rowsOpen = (row: object) => {
      const opening = { plugin: 'p', def: { role: 'p.page', order: 1, blocks: [], opened: [notice('of others')] } };
      const page = definePage({
        id: 'p.page',
        roles: ['p.page'],
        path: '/p',
        title: 'page',
        ability: 'signed-in',
        blocks: [
          { ...table, row },
          { ...table, row },
        ] as unknown as Block[],
      });
      const wired = wirePage({ ...kernel, registry: { ...kernel.registry, extensions: [opening] } } as unknown as Kernel, ctx, {
        plugin: 'p',
        def: page,
      });
      return (wired.blocks as unknown as { row: { open: unknown } }[]).map((block) => block.row.open);
    };
    expect(rowsOpen({ open: { blocks: [notice('own')] } })).toEqual([
      { blocks: [notice('<own>'), notice('<of others>')] },
      { blocks: [notice('<own>')] },
    ]);
    expect(rowsOpen({ open: { form: 'p.form' } })).toEqual([{ form: 'p.form' }, { form: 'p.form' }]);
  });

  test('texts in their language, routes as calls', () => {
    expect(
      seen({ as: 'stats', title: 'numbers', source: { route: 'p.list' }, items: [{ field: 'n', title: 'count', as: 'number' }] }),
    ).toEqual([{ as: 'stats', title: '<numbers>', source: list, items: [{ field: 'n', title: '<count>', as: 'number' }] }]);
  });

  test.for(['p.secret', 'p.trial', 'off.list', 'p.gone'] as const)('no block whose source is %s', (id) => {
    expect(seen({ as: 'stats', source: { route: id }, items: [] }, { as: 'notice', severity: 'info', text: 'stays' })).toEqual([
      { as: 'notice', severity: 'info', text: '<stays>' },
    ]);
  });

  test('no step of a wizard that holds nothing for them', () => {
    const step = (title: string, form: string) => ({ title, blocks: [{ as: 'form', form }] });
    const wizard = {
      as: 'wizard',
      steps: [step('you', 'p.form'), step('company', 'p.secret-form')],
      finish: { title: 'go', do: { page: 'p.page' } },
    };
    expect(seen(wizard)).toMatchObject([{ steps: [{ title: '<you>', blocks: [{ form: 'p.form' }] }] }]);
  });

  test('no action, form or tab that they may not use, and the rest of the block', () => {
    const table = {
      as: 'table',
      source: { route: 'p.list' },
      key: 'id',
      columns: [],
      empty: { title: 'none', action: action('p.x', { call: 'p.secret' }) },
      row: {
        actions: [
          action('p.a', { call: 'p.list' }),
          action('p.b', { call: 'p.secret' }),
          action('p.c', { form: 'p.secret-form', as: 'modal' }),
          { ...action('p.d', { call: 'p.list' }), ability: ['see', 'Secret'] },
        ],
      },
      add: action('p.e', { form: 'p.form', as: 'drawer' }),
    };
    expect(seen(table)).toMatchObject([
      { row: { actions: [{ id: 'p.a' }] }, add: { id: 'p.e', do: { form: 'p.form' } }, empty: { title: '<none>' } },
    ]);
    expect(JSON.stringify(seen(table))).not.toMatch(/secret|p\.[bcdx]"|ability/);
    const tabs = {
      as: 'tabs',
      tabs: [
        { id: 'a', title: 'a', blocks: [] },
        { id: 'b', title: 'b', ability: ['see', 'Secret'], blocks: [] },
      ],
    };
    expect(seen(tabs)).toMatchObject([{ tabs: [{ id: 'a' }] }]);
  });

  test('an action together with the one that takes it back', () => {
    const notice = (id: string, call: string, more: object = {}) => ({
      as: 'notice',
      severity: 'info',
      text: id,
      action: action(id, { call }, more),
    });
    const [first] = seen(notice('p.do', 'p.list', { undo: 'p.undo' }), notice('p.undo', 'p.list')) as {
      action: { undoAction: { id: string } };
    }[];
    expect(first!.action.undoAction.id).toBe('p.undo');
    const [alone] = seen(notice('p.do', 'p.list', { undo: 'p.undo' }), notice('p.undo', 'p.secret')) as { action: object }[];
    expect(alone!.action).not.toHaveProperty('undoAction');
  });

  test('values as they are, and the titles of choices in their language', () => {
    const table = {
      as: 'table',
      source: { route: 'p.one', params: { id: { from: 'path', field: 'title' }, part: { value: 'title' } } },
      key: 'id',
      columns: [],
      empty: { title: 'none' },
      filters: [{ name: 'state', title: 'state', options: [{ value: 'on', title: 'switched-on' }] }],
    };
    expect(seen(table)).toMatchObject([
      {
        source: { params: { id: { from: 'path', field: 'title' }, part: { value: 'title' } } },
        filters: [{ title: '<state>', options: [{ value: 'on', title: '<switched-on>' }] }],
      },
    ]);
  });

  test("a card's text is the name of a field", () => {
    expect(
      seen({ as: 'cards', source: { route: 'p.list' }, key: 'id', heading: 'name', text: 'about', empty: { title: 'none' } }),
    ).toMatchObject([{ heading: 'name', text: 'about' }]);
  });

  test('what other plugins add to it, where they are on', () => {
    const { blocks } = wirePage(kernel, ctx, {
      plugin: 'p',
      def: { id: 'p.page', roles: ['p.page'], path: '/p', title: 'page', ability: 'public', blocks: [] },
    });
    expect(blocks).toEqual([{ as: 'notice', severity: 'info', text: '<added>' }]);
  });

  test('what the page states in place of what its blocks ask it for', () => {
    const source = { route: 'p.list', query: { product: { from: 'page', field: 'product' }, n: { value: 1 } } } as const;
    const { blocks } = wirePage(kernel, ctx, {
      plugin: 'p',
      def: {
        id: 'p.page',
        path: '/p',
        title: 'page',
        ability: 'public',
        values: { product: 'local' },
        blocks: [{ as: 'stats', source, items: [] }],
      },
    });
    expect(blocks).toMatchObject([{ source: { query: { product: { value: 'local' }, n: { value: 1 } } } }]);
  });

  test('the pages that it can be changed for, in their order, of those that are on and open to them', () => {
    const variant = (plugin: string, id: `${string}.${string}`, order: number, ability: Ability = 'signed-in') => ({
      plugin,
      def: definePage({ id, roles: ['p.page'], path: `/${id}`, title: 'page', ability, variant: { title: id, order }, blocks: [] }),
    });
    const [first, second] = [variant('p', 'p.first', 2), variant('q', 'q.second', 1)];
    const variants = (...pages: (typeof first)[]) => {
      const registry = { ...kernel.registry, pages: new Map(pages.map((p) => [p.def.id, p])) };
      return wirePage(Object.assign(Object.create(kernel), { registry }), ctx, first).variants;
    };
    expect(variants(first, second, variant('off', 'off.third', 3), variant('p', 'p.secret', 4, ['see', 'Secret']))).toEqual([
      { page: 'q.second', title: '<q.second>', path: '/q.second' },
      { page: 'p.first', title: '<p.first>', path: '/p.first' },
    ]);
    expect(variants(first)).toEqual([]);
  });

  test('notices that stand together by gravity, red first, each kind in its order and each group where it stands', () => {
    const notice = (severity: string, text: string) => ({ as: 'notice', severity, text }) as const;
    const figures = { as: 'stats', source: { route: 'p.list' }, items: [] };
    const blocks = seen(
      notice('neutral', 'a'),
      notice('warn', 'b'),
      notice('info', 'c'),
      notice('bad', 'd'),
      notice('warn', 'e'),
      figures,
      notice('good', 'f'),
      notice('bad', 'g'),
      figures,
    ) as { as: string; text?: string }[];
    expect(blocks.map(({ as, text }) => text ?? as)).toEqual(['<d>', '<b>', '<e>', '<c>', '<a>', 'stats', '<g>', '<f>', 'stats']);
  });
});

test('a call names its parameters, and those that may be left out', () => {
  expect(callOf(kernel, ctx, 'p.one')).toEqual({ method: 'GET', path: '/api/one/:id/:part', optional: ['part'] });
});

describe('what an actor gets of an overview', () => {
  const head = (more: object = {}) => ({
    source: { route: 'p.list', query: { compare: { from: 'query', field: 'compare' } } },
    heading: 'name',
    actions: [action('p.secret', { call: 'p.secret' })],
    ...more,
  });
  const headed = (more: object) =>
    wirePage(kernel, ctx, {
      plugin: 'p',
      def: definePage({ id: 'p.one', path: '/p/:id', title: 'page', ability: 'signed-in', blocks: [], ...more } as never),
    });

  test('the head of a page, in which the name of a field stays a name', () => {
    expect(headed({ head: head() }).head).toMatchObject({ source: list, heading: 'name', actions: [] });
    expect(headed({ head: head({ source: { route: 'p.secret' } }) })).not.toHaveProperty('head');
  });

  test('the head offers what other plugins put onto the page, and onto the rows of the list that it names', () => {
    const offers = (role: string, id: string) => ({
      plugin: 'p',
      def: { role, order: 1, blocks: [], actions: [action(id, { call: 'p.list' })] },
    });
    const extensions = [offers('p.one', 'p.here'), offers('p.rows', 'p.of-row'), offers('p.other', 'p.elsewhere')];
    const { head: wired, blocks } = wirePage({ ...kernel, registry: { ...kernel.registry, extensions } } as unknown as Kernel, ctx, {
      plugin: 'p',
      def: definePage({
        id: 'p.one',
        roles: ['p.one'],
        path: '/p/:id',
        title: 'page',
        ability: 'signed-in',
        head: head({ actionsOf: 'p.rows' }),
        blocks: [{ as: 'cards', source: { route: 'p.list' }, key: 'id', heading: 'name', text: 'about', empty: { title: 'none' } }],
      } as never),
    });
    expect(wired!.actions!.map(({ id }) => id)).toEqual(['p.here', 'p.of-row']);
    expect(wired).not.toHaveProperty('actionsOf');
    expect(blocks[0]).not.toHaveProperty('actions');
  });

  test('a link to that page of a role which a value of the row names', () => {
    const page = (plugin: string, id: `${string}.${string}`, product: string) => ({
      plugin,
      def: definePage({ id, roles: ['p.thing'], values: { product }, path: `/${id}/:id`, title: 'page', ability: 'signed-in', blocks: [] }),
    });
    const pages = [page('p', 'p.red-thing', 'red'), page('p', 'p.blue-thing', 'blue'), page('off', 'off.thing', 'off')];
    const registry = { ...kernel.registry, pages: new Map(pages.map((one) => [one.def.id, one])) };
    const to = { role: 'p.thing', by: { value: 'product', field: 'kind' }, params: { id: { from: 'row', field: 'id' } } };
    const table = {
      as: 'table',
      source: { route: 'p.list' },
      key: 'id',
      columns: [{ field: 'name', title: 'name', as: 'text', to }],
      empty: { title: 'none' },
    };
    const { blocks } = wirePage(Object.assign(Object.create(kernel), { registry }), ctx, {
      plugin: 'p',
      def: definePage({ id: 'p.page', path: '/p', title: 'page', ability: 'signed-in', blocks: [table as never] }),
    });
    expect(blocks).toMatchObject([
      { columns: [{ to: { params: to.params, by: { field: 'kind', pages: { red: 'p.red-thing', blue: 'p.blue-thing' } } } }] },
    ]);
  });

  test('a choice of days, and of comparing where a source asks for it', () => {
    expect(headed({}).period).toBeUndefined();
    expect(headed({ period: true }).period).toBeUndefined();
    const asks: Block = {
      as: 'stats',
      source: { route: 'p.list', query: { period: { from: 'query', field: 'period' } } },
      items: [{ field: 'n', title: 'n', as: 'number' }],
    };
    expect(headed({ period: true, blocks: [asks] }).period).toEqual({ name: '30d', compares: false });
    expect(headed({ period: '7d', head: head() }).period).toEqual({ name: '7d', compares: true });
  });

  test('columns without the blocks that they may not see', () => {
    const notice = { as: 'notice', severity: 'info', text: 'all' };
    const secret = {
      as: 'ranking',
      title: 'x',
      source: { route: 'p.secret' },
      key: 'id',
      name: 'name',
      value: { field: 'n', as: 'number' },
    };
    expect(seen({ as: 'columns', blocks: [[notice, secret], [secret]] })).toEqual([
      { as: 'columns', blocks: [[{ ...notice, text: '<all>' }], []] },
    ]);
  });

  test('fields of rows by their names, also where other blocks have texts', () => {
    const [timeline, health] = seen(
      { as: 'timeline', source: { route: 'p.list' }, key: 'id', at: 'at', heading: 'what', text: 'why', empty: { title: 'none' } },
      { as: 'health', title: 'all', source: { route: 'p.list' }, key: 'id', name: 'name', text: 'why', state: { field: 's', states: {} } },
    );
    expect(timeline).toMatchObject({ heading: 'what', text: 'why', empty: { title: '<none>' } });
    expect(health).toMatchObject({ title: '<all>', name: 'name', text: 'why' });
  });
});
