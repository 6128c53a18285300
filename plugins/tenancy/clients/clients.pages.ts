import { type Action, definePage, type MenuDef, removeAction, type TableBlock } from '../../../core/contract.ts';
import { company, switches } from './client-choices.pages.ts';

const add: Action = {
  id: 'clients.add-client',
  title: 'clients.add.title',
  icon: 'plus',
  emphasis: 'primary',
  ability: ['create', 'Client'],
  do: { form: 'clients.add', as: 'under' },
  failed: 'agencies.problem.busy',
  after: 'reload',
};

const filters: TableBlock['filters'] = [
  {
    name: 'CardStatus',
    title: 'clients.filter.card',
    options: ['set', 'none', 'failed'].map((value) => ({ value, title: `clients.card.${value}` })),
  },
  {
    name: 'CampaignStatus',
    title: 'clients.filter.campaigns',
    options: ['draft', 'scheduled', 'active', 'paused', 'needs_attention', 'limit_reached', 'ended', 'stopped', 'archived'].map(
      (value) => ({
        value,
        title: `clients.campaigns.${value}`,
      }),
    ),
  },
];

export const resendInvitation: Action = {
  id: 'clients.resend-invitation',
  title: 'clients.resend.title',
  icon: 'mail-forward',
  ability: ['update', 'Client'],
  when: { field: 'status_acc', is: 'invited' },
  do: { call: 'people.resend-invitation', body: { ClientID: { from: 'row', field: 'id' } } },
  confirm: { title: 'clients.resend.confirm', body: 'clients.resend.body', button: 'clients.resend.title' },
};

const actions: Action[] = [
  resendInvitation,
  removeAction({
    id: 'clients.remove-client',
    texts: 'clients.remove',
    ability: ['delete', 'Client'],
    failed: 'agencies.problem.busy',
    call: 'clients.remove',
    params: company,
  }),
];

export const clientPages = [
  definePage({
    id: 'clients.list',
    roles: ['companies.client-list', 'accounts.list'],
    path: '/configuration/client-management',
    title: 'clients.list.title',
    ability: ['list', 'Client'],
    blocks: [
      {
        as: 'table',
        key: 'company_id',
        pageSize: 10,
        search: true,
        filters,
        source: { route: 'clients.rows', live: 'clients.list' },
        columns: [
          {
            field: 'company_name',
            title: 'clients.column.company',
            as: 'text',
            sort: true,
            narrow: 'first',
            to: { page: 'clients.page', params: { id: { from: 'row', field: 'company_id' } } },
          },
          { field: 'name', title: 'clients.column.full-name', as: 'text', sort: true },
          { field: 'email', title: 'clients.column.email', as: 'text', note: 'email_note', sort: true },
          { field: 'phonenum', title: 'clients.column.phone', as: 'text', sort: true, narrow: 'hide' },
          {
            field: 'status_acc',
            title: 'clients.column.access',
            as: 'state',
            narrow: 'hide',
            states: {
              active: { title: 'clients.access.active', severity: 'good' },
              invited: { title: 'clients.access.invited', severity: 'info', help: 'clients.access.invited.help' },
              suspended: { title: 'clients.access.suspended', severity: 'bad' },
            },
          },
          {
            field: 'payment_status',
            title: 'clients.column.card',
            as: 'state',
            narrow: 'hide',
            states: {
              active: { title: 'clients.card.active', severity: 'good' },
              failed: { title: 'clients.card.failed', severity: 'bad' },
            },
          },
          { field: 'created_at', title: 'clients.column.created', as: 'date', sort: true, narrow: 'hide' },
        ],
        row: {
          where: 'under',
          open: {
            blocks: [
              {
                as: 'tabs',
                tabs: [
                  {
                    id: 'edit',
                    title: 'clients.tab.edit',
                    ability: ['update', 'Client'],
                    blocks: [
                      {
                        as: 'form',
                        form: 'clients.edit',
                        prefill: { route: 'clients.one', params: company },
                        fixed: company,
                        failed: 'agencies.problem.busy',
                      },
                    ],
                  },
                  {
                    id: 'products',
                    title: 'clients.tab.products',
                    ability: ['update', 'Client'],
                    blocks: [{ as: 'notice', severity: 'info', text: 'clients.product.notice' }, switches('product')],
                  },
                  {
                    id: 'terms',
                    title: 'clients.tab.terms',
                    ability: ['update', 'Client'],
                    blocks: [{ as: 'notice', severity: 'info', text: 'clients.term.notice' }, switches('term')],
                  },
                ],
              },
            ],
          },
          actions,
        },
        add,
        empty: { title: 'clients.empty.title', help: 'clients.empty.help', action: add },
        noMatch: { title: 'clients.no-match.title', help: 'clients.no-match.help' },
      },
    ],
  }),
];

export const clientMenu: MenuDef[] = [
  {
    id: 'clients.menu',
    parent: 'core.menu-people',
    title: 'clients.list.title',
    icon: 'users',
    order: 50,
    ability: ['list', 'Client'],
    page: 'clients.list',
  },
];
