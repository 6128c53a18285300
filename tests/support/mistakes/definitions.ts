import { type Plugin, T } from '../../../core/contract.ts';
import { smallPlugin, smallRoute } from '../small-plugin.ts';
import { broken } from './broken.ts';
import type { Mistake } from './mistake.ts';
import { page } from './page.ts';

/** Mistakes in rights, content security, derived values, jobs, migrations and what a manifest says. */
export const definitionMistakes: Mistake[] = [
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
    smallPlugin('bad-neighbour', {
      pages: [page('bad-neighbour.page', '/bad-neighbour', { blocks: [{ as: 'stats', source: { route: 'campaigns.list' }, items: [] }] })],
    }),
    'undeclared-plugin',
    'page "bad-neighbour.page" names the route "campaigns.list", of which the manifest says nothing; name campaigns in `requires`, or in `uses`',
  ],
];
