import type { Imports } from './imports.ts';
import { catalogues, type Files, type Names } from './names.ts';

/** What the tours of the dashboard and of the campaigns say of each place. */
const TOURS = {
  'dashboard.stats': ['The key figures of your campaigns, updated live.', 'أهم أرقام حملاتك، محدَّثة لحظيًا.'],
  'dashboard.chart': ['Leads, day by day.', 'العملاء المحتملون يومًا بيوم.'],
  'dashboard.table': ['Your newest leads. Click a row to see all details.', 'أحدث عملائك المحتملين. انقر على صف لعرض كل التفاصيل.'],
  'dashboard.menu': ['Go to your campaigns, clients and settings from here.', 'انتقل من هنا إلى حملاتك وعملائك وإعداداتك.'],
  'campaigns.table': ['All your campaigns with their status. Click a row to edit one.', 'كل حملاتك مع حالتها. انقر على صف لتعديل الحملة.'],
  'campaigns.search': ['Find a campaign by its name or ID.', 'ابحث عن حملة باسمها أو رقمها.'],
  'campaigns.add': ['Start a new campaign here.', 'ابدأ حملة جديدة من هنا.'],
} as const;

/** The files of a product that stands at `order` among the others: campaigns with words of their own, and people who were observed with one of them. */
export const productFiles =
  (order: number) =>
  (names: Names, from: Imports): Files => {
    const { id, title, arabic, pascal, camel, snake } = names;
    const type = id.replaceAll('-', '');
    return {
      'index.ts': `import { contribute, T } from '${from.contract}';
import { defineLeadSource, LeadSources } from '${from.contractOf('leads')}';
import { campaignProduct, listColumn } from '${from.sharedOf('products')}';

/** Somebody was observed with one of the campaign's words. */
export const ${pascal}Source = defineLeadSource({
  id: '${id}.observed',
  title: '${id}.observed',
  evidence: T.Object({ word: T.String({ title: '${id}.observed.word' }) }),
  listed: 'word',
  outcomes: {},
  sample: async () => ({ word: 'sample' }),
});

const group = '${id}.group';

export default campaignProduct(
  {
    id: '${id}',
    title: '${id}.name',
    icon: 'search',
    order: ${order},
    url: '${type}',
    wire: { type: '${type}', prefix: '${pascal}' },
    fields: { words: T.Array(T.String({ maxLength: 60 }), { minItems: 1, maxItems: 5 }) },
    ui: { words: { widget: 'tags', group } },
    table: {
      name: '${snake}_campaign',
      columns: {
        words: listColumn('words', {
          clean: (word) => word.trim().toLowerCase() || null,
          wrong: '${id}.problem.word',
          most: 5,
          tooMany: '${id}.problem.words',
        }),
      },
    },
    source: ${pascal}Source,
    pricing: {
      hasAdvancedPrice: false,
      hasMinimum: true,
      leadPrice: 'costSetCents',
      usual: { wholesaleCents: 70, retailCents: 210 },
    },
    guards: [
      async (ctx, campaign) => {
        const row = (await ctx.db('${snake}_campaign').where({ campaign_id: campaign.id }).first('words')) as { words: string[] } | undefined;
        return row?.words.length ? [] : [{ code: '${id}.guard.words' }];
      },
    ],
  },
  {
    manifest: { version: '1.0.0', requires: { leads: '^1' } },
    migrations: new URL('./migrations/', import.meta.url),
    contributions: [contribute(LeadSources, ${pascal}Source)],
    locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
  },
);
`,
      'migrations/0001-campaigns.ts': `import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(\`
    create table ${snake}_campaign (
      campaign_id int primary key references campaigns_campaign(id),
      words text[] not null default '{}'
    );
    select core_tenant_table('${snake}_campaign');
  \`);
}
`,
      ...catalogues(id, {
        name: [title, arabic],
        first: ['Create a campaign to begin.', 'أنشئ حملة للبدء.'],
        'empty.help': ['A campaign finds people by the words that you enter.', 'تعثر الحملة على أشخاص حسب الكلمات التي تدخلها.'],
        group: ['Words', 'الكلمات'],
        'field.words': ['Words', 'الكلمات'],
        'problem.word': ['Please enter a word.', 'يرجى إدخال كلمة.'],
        'problem.words': ['Please enter at most 5 words.', 'يرجى إدخال 5 كلمات على الأكثر.'],
        'guard.words': ['The campaign has no words.', 'لا تحتوي الحملة على كلمات.'],
        observed: ['Observation', 'رصد'],
        'observed.word': ['Word', 'الكلمة'],
        ...Object.fromEntries(Object.entries(TOURS).map(([place, texts]) => [`tour.${place}`, texts])),
      }),
      [`${id}.test.ts`]: `import { createHash } from 'node:crypto';
${from.testing('afterAll', 'beforeAll', 'expect', 'test', 'conformance', 'startTestApp', 'type TestApp')}
import { LeadIntake } from '${from.contractOf('leads')}';
import ${camel}, { ${pascal}Source } from './index.ts';

conformance(${camel});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [${camel}] });
});
afterAll(() => app.close());

test('somebody who was observed becomes a lead of the campaign, and of no other agency', async () => {
  const { a, b } = app.fixtures;
  const client = a.clients[0]!;
  await app.call('POST', '/api/general/create-connected-account', a.owner);
  await app.call('PUT', '/api/payments/sandbox-account', a.owner, { body: { status: 'completed' } });
  await app.call('PUT', '/api/payment/card', client.user, { body: { tokenid: 'approved' } });
  const made = await app.call('POST', '/api/leadspeek/client/create', a.owner, {
    body: { companyID: client.tenant.id, leadspeekType: '${type}', campaignName: 'First', words: ['Shoes'] },
  });
  expect(made.status, made.text).toBe(200);
  const campaignId = made.body.leadspeek_api_id as number;
  const active = await app.call('PUT', '/api/leadspeek/client/activepause', a.owner, { body: { leadspeekID: campaignId, status: 'active' } });
  expect(active.body.status, active.text).toBe('active');

  const person = { firstName: 'Ada', lastName: 'Known', email: 'ada@people.example', phone: '', company: '' };
  const at = { address: '', city: '', state: '', zip: '' };
  const ends = await app.inside(a.tenant, '${id}', (ctx) =>
    ctx.use(LeadIntake).take(${pascal}Source, [
      {
        ref: 'ada',
        campaignId,
        personKey: createHash('sha256').update('ada').digest(),
        person: { ...person, ...at },
        at: ctx.now,
        evidence: { word: 'shoes' },
      },
    ]),
  );
  expect(ends.map(({ name }) => name)).toEqual(['lead']);
  const leads = await app.call('GET', '/api/reports/leads?product=${type}', client.user);
  expect(leads.body.data).toMatchObject([{ email: 'ada@people.example' }]);
  expect((await app.call('GET', '/api/reports/leads?product=${type}', b.owner)).body.data).toEqual([]);
});
`,
      'README.md': `# ${title}\n\nA product: its campaigns have words, and people who were observed with one of them become leads.\n`,
    };
  };
