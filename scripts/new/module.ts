import type { Imports } from './imports.ts';
import { catalogues, type Files, type Names } from './names.ts';

/** The files of a small working plugin with one table, route, form and page. */
export function moduleFiles(names: Names, from: Imports): Files {
  const { id: name, title, arabic, camel: variable } = names;
  const table = `${names.snake}_item`;
  const subject = `${names.pascal}Item`;

  return {
    'index.ts': `import { definePlugin } from '${from.contract}';
import { ${variable}Abilities } from './${name}.abilities.ts';
import { ${variable}Forms } from './${name}.forms.ts';
import { ${variable}Menu, ${variable}Pages } from './${name}.pages.ts';
import { ${variable}Routes } from './${name}.routes.ts';

export default definePlugin({
  manifest: { id: '${name}', version: '1.0.0', core: '^1', level: 'agency', title: '${name}.title' },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: { ${table}: 'delete' },
  subjects: { ${subject}: { table: '${table}', fields: ['id', 'company_id', 'agency_id', 'root_id'] } },
  actions: { ${subject}: ['read', 'create', 'delete'] },
  abilities: ${variable}Abilities,
  routes: ${variable}Routes,
  forms: ${variable}Forms,
  pages: ${variable}Pages,
  menu: ${variable}Menu,
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
`,
    'migrations/0001-items.ts': `import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(\`
    create table ${table} (id int generated always as identity primary key, name text not null, created_at timestamptz not null default now());
    select core_tenant_table('${table}');
    create index on ${table} (company_id, id);
  \`);
}
`,
    [`${name}.abilities.ts`]: `import { type AbilityRules, ownedBy } from '${from.contract}';

export const ${variable}Abilities: AbilityRules = ({ can }, { tenant, rights }) => {
  if (rights.Settings.enable) can('read', '${subject}', ownedBy(tenant));
  if (rights.Settings.create) can('create', '${subject}', ownedBy(tenant));
  if (rights.Settings.delete) can('delete', '${subject}', ownedBy(tenant));
};
`,
    [`${name}.routes.ts`]: `import { defineRoute, likeOf, List, ListQuery, listOf, notFound, pageOf, T } from '${from.contract}';

const Item = T.Object({ id: T.Integer(), name: T.String(), created_at: T.String() });
const Name = T.String({ minLength: 1, maxLength: 100, pattern: '\\\\S' });

export const ${variable}Routes = [
  defineRoute({
    id: '${name}.list', method: 'GET', path: '/${name}', summary: 'The items of the company', ability: ['read', '${subject}'],
    query: T.Object(ListQuery(['name', 'created_at'])), response: List(Item),
    async handler(ctx, { query }) {
      const at = pageOf(query);
      const found = ctx.query('${subject}').modify((q) => void (query.search && q.whereRaw('name ilike ?', [likeOf(query.search)])));
      const [{ count }] = (await found.clone().count()) as [{ count: string }];
      const rows = (await found.orderBy(query.sortby ?? 'id', query.order ?? 'desc').limit(at.perPage).offset(at.offset)) as { id: number; name: string; created_at: Date }[];
      return listOf(rows.map((r) => ({ id: r.id, name: r.name, created_at: r.created_at.toISOString() })), Number(count), at);
    },
  }),
  defineRoute({
    id: '${name}.create', method: 'POST', path: '/${name}', summary: 'Add an item', ability: ['create', '${subject}'], audit: '${name}.created',
    body: T.Object({ name: Name }), response: T.Object({ message: T.String() }),
    async handler(ctx, { body }) {
      await ctx.db('${table}').insert({ company_id: ctx.tenant.id, name: body.name });
      return { message: ctx.t('${name}.created') };
    },
  }),
  defineRoute({
    id: '${name}.remove', method: 'DELETE', path: '/${name}/:id', summary: 'Remove an item', ability: ['delete', '${subject}'], audit: '${name}.removed',
    params: T.Object({ id: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) }), response: T.Object({ message: T.String() }),
    async handler(ctx, { params }) {
      if ((await ctx.query('${subject}', 'delete').where({ id: params.id }).delete()) === 0) throw notFound();
      return { message: ctx.t('${name}.removed') };
    },
  }),
];
`,
    [`${name}.forms.ts`]: `import { defineForm, T } from '${from.contract}';

export const ${variable}Forms = [
  defineForm({
    id: '${name}.form', version: 1, title: '${name}.add', submit: '${name}.create', ability: ['create', '${subject}'],
    schema: T.Object({ name: T.String({ minLength: 1, maxLength: 100 }) }),
    ui: { name: { widget: 'text' } },
    open: { name: ['title', 'help'] },
  }),
];
`,
    [`${name}.pages.ts`]: `import { definePage, type MenuDef } from '${from.contract}';

export const ${variable}Pages = [
  definePage({
    id: '${name}.page', path: '/${name}', title: '${name}.title', ability: ['read', '${subject}'],
    blocks: [{
      as: 'table', source: { route: '${name}.list' }, key: 'id', search: true,
      columns: [
        { field: 'name', title: '${name}.column.name', as: 'text', sort: true, narrow: 'first' },
        { field: 'created_at', title: '${name}.column.created', as: 'time', sort: true },
      ],
      add: { id: '${name}.add-action', title: '${name}.add', ability: ['create', '${subject}'], do: { form: '${name}.form', as: 'drawer' }, after: 'reload' },
      row: {
        actions: [{
          id: '${name}.remove-action', title: '${name}.remove', ability: ['delete', '${subject}'], emphasis: 'danger',
          do: { call: '${name}.remove', params: { id: { from: 'row', field: 'id' } } },
          confirm: { title: '${name}.remove', body: '${name}.remove.body', button: '${name}.remove', final: true }, after: 'remove-row',
        }],
      },
      empty: { title: '${name}.empty', help: '${name}.empty.help' },
    }],
  }),
];

export const ${variable}Menu: MenuDef[] = [
  { id: '${name}.entry', title: '${name}.title', icon: 'puzzle', order: 100, ability: ['read', '${subject}'], page: '${name}.page' },
];
`,
    ...catalogues(
      name,
      {
        title: [title, arabic],
        add: ['Add item', 'إضافة عنصر'],
        created: ['Data has been added successfully', 'تمت إضافة البيانات بنجاح'],
        removed: ['Deleted!', 'تم الحذف!'],
        remove: ['Remove', 'إزالة'],
        'remove.body': ['Remove {name}?', 'إزالة {name}؟'],
        'column.name': ['Name', 'الاسم'],
        'column.created': ['Created', 'تاريخ الإنشاء'],
        'form.name': ['Name', 'الاسم'],
        empty: ['Nothing here yet', 'لا يوجد شيء بعد'],
        'empty.help': ['Add the first item to begin.', 'أضف أول عنصر للبدء.'],
      },
      { created: [`${title}: item added`, `${arabic}: أضيف عنصر`], removed: [`${title}: item removed`, `${arabic}: أزيل عنصر`] },
    ),
    [`${name}.test.ts`]: `${from.testing('afterAll', 'beforeAll', 'expect', 'test', 'conformance', 'startTestApp', 'type TestApp')}
import plugin from './index.ts';

conformance(plugin);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [plugin] });
});
afterAll(() => app.close());

test('what one agency adds, another does not see', async () => {
  const { a, b } = app.fixtures;
  expect((await app.call('POST', '/api/${name}', a.owner, { body: { name: 'First' } })).status).toBe(200);
  expect((await app.call('GET', '/api/${name}', a.owner)).body.total).toBe(1);
  expect((await app.call('GET', '/api/${name}', b.owner)).body.total).toBe(0);
});
`,
    'README.md': `# ${title}\n\nWhat it does, in a sentence.\n\n- Routes: \`/api/${name}\`\n- Events: none\n- Ports: none\n- Settings: none\n`,
  };
}
