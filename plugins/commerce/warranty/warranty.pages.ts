import { type Action, type Block, type Column, definePage, type MenuDef, type PageExtension } from '../../../core/contract.ts';
import { sinceBegun } from '../../reporting/reports/shared.ts';
import { STATES, TOPIC } from './terms.ts';

const column = (field: string, as: Column['as'], more: Partial<Column> = {}): Column => ({
  field,
  title: `warranty.field.${field}`,
  as,
  ...more,
});
const states = {
  open: { title: 'warranty.state.open', severity: 'info' as const },
  credited: { title: 'warranty.state.credited', severity: 'good' as const },
  declined: { title: 'warranty.state.declined', severity: 'neutral' as const },
};
const id = { from: 'row', field: 'id' } as const;

const answer = (to: 'approve' | 'decline', many: 'one' | 'many'): Action => ({
  id: `warranty.${to}-${many}`,
  title: `warranty.${to}.title`,
  icon: to === 'approve' ? 'check' : 'x',
  ...(to === 'decline' ? { emphasis: 'danger' } : {}),
  ability: ['update', 'LeadReturn'],
  when: { field: 'state', is: 'open' },
  do: { form: `warranty.${to}-form`, as: 'modal', fixed: { id } },
  after: 'reload',
});

/** What is known of the case whose row is open. */
const detail: Block = {
  as: 'detail',
  source: { route: 'warranty.return', params: { id }, live: TOPIC },
  fields: [
    column('name', 'text'),
    column('email', 'text'),
    column('client', 'text'),
    column('campaign', 'text'),
    column('why', 'text'),
    column('note', 'text'),
    column('evidence', 'text'),
    column('cents', 'money'),
    column('state', 'state', { states }),
    column('asked', 'time'),
    column('answer', 'text'),
    column('answered', 'time'),
    column('lead', 'code'),
  ],
};

export const returnsPage = definePage({
  id: 'warranty.returns-page',
  path: '/lead-returns',
  title: 'warranty.page.title',
  ability: ['read', 'LeadReturn'],
  blocks: [
    {
      as: 'table',
      source: { route: 'warranty.returns', live: TOPIC },
      key: 'id',
      pageSize: 25,
      columns: [
        column('name', 'text', { note: 'email', narrow: 'first' }),
        column('client', 'text'),
        column('campaign', 'text', { narrow: 'hide' }),
        column('why', 'text'),
        column('cents', 'money'),
        column('asked', 'time', { narrow: 'hide' }),
        column('state', 'state', { states }),
      ],
      filters: [
        {
          name: 'state',
          title: 'warranty.field.state',
          options: STATES.map((state) => ({ value: state, title: `warranty.state.${state}` })),
        },
      ],
      row: { open: { blocks: [detail] }, where: 'under', actions: [answer('approve', 'one'), answer('decline', 'one')] },
      bulk: [answer('approve', 'many'), answer('decline', 'many')],
      empty: { title: 'warranty.empty', help: 'warranty.empty.help' },
      noMatch: { title: 'warranty.no-match' },
    },
  ],
});

export const warrantyMenu: MenuDef[] = [
  {
    id: 'warranty.menu',
    parent: 'core.menu-work',
    title: 'warranty.page.title',
    icon: 'receipt-refund',
    order: 45,
    ability: ['read', 'LeadReturn'],
    page: 'warranty.returns-page',
  },
];

const giveBack = (many: 'one' | 'many'): Action => ({
  id: `warranty.open-give-back-${many}`,
  title: 'warranty.give-back.title',
  icon: 'arrow-back-up',
  ability: ['create', 'LeadReturn'],
  when: { field: 'mayReturn', is: true },
  do: { form: 'warranty.give-back-form', as: 'modal', fixed: { lead: id } },
  after: 'reload',
});

/** What became of the lead whose row is open. */
const returnsOfLead: Block = {
  as: 'table',
  title: 'warranty.of-lead.title',
  source: { route: 'warranty.lead', params: { lead: id }, live: TOPIC },
  key: 'id',
  columns: [
    column('why', 'text', { narrow: 'first' }),
    column('state', 'state', { states }),
    column('cents', 'money'),
    column('asked', 'time'),
    column('answer', 'text'),
  ],
  empty: { title: 'warranty.of-lead.empty' },
};

/** Clients give a lead back where they see it, and whoever looks at what leads cost sees what was given back beside it. */
export const extensions: PageExtension[] = [
  { role: 'reports.lead-list', order: 50, blocks: [], actions: [giveBack('one')], bulk: [giveBack('many')], opened: [returnsOfLead] },
  {
    role: 'campaigns.dashboard',
    order: 60,
    blocks: [
      sinceBegun([
        {
          as: 'stats',
          title: 'warranty.figures.title',
          source: { route: 'warranty.figures', query: { product: { from: 'page', field: 'product' } }, live: TOPIC },
          items: [
            { field: 'credited', title: 'warranty.figures.credited', as: 'number' },
            { field: 'cents', title: 'warranty.figures.cents', as: 'money', help: 'warranty.figures.cents.help' },
            { field: 'open', title: 'warranty.figures.open', as: 'number' },
          ],
        },
      ]),
    ],
  },
];
