import { AGENCY_NEWS } from '../../foundation/companies/contract.ts';
import { definePage, type MenuDef } from '../../../core/contract.ts';
import { LIST_STATES } from '../../campaign-management/campaigns/contract.ts';
import { add, bulkActions, rowActions } from './agencies.actions.ts';
import { reportAs, reportByMail } from './report.actions.ts';
import { listHelp } from './agencies.help.ts';
import { agencyRow } from './agencies.row.ts';
import { agencyPage } from './agency-page.ts';
import { betaPage } from './beta.pages.ts';

const developerFilter = (name: string, title: string) => ({
  name,
  title,
  ability: ['oversee', 'Agency'] as const,
  options: [{ value: 'T', title: 'agencies.filter.yes' }],
});

const list = definePage({
  id: 'agencies.list',
  roles: ['companies.agency-list', 'accounts.list'],
  path: '/configuration/agency-list',
  title: 'agencies.list.title',
  ability: ['read', 'Agency'],
  blocks: [
    {
      as: 'table',
      key: 'company_id',
      pageSize: 10,
      search: true,
      source: { route: 'agencies.rows', live: AGENCY_NEWS },
      columns: [
        {
          field: 'company_name',
          title: 'agencies.column.company',
          as: 'text',
          sort: true,
          narrow: 'first',
          note: 'package_label',
          to: { page: 'agencies.page', params: { id: { from: 'row', field: 'company_id' } } },
        },
        { field: 'name', title: 'agencies.column.full-name', as: 'text', sort: true },
        { field: 'email', title: 'agencies.column.email', as: 'text', note: 'email_note', sort: true },
        { field: 'actions', title: 'agencies.column.action', as: 'actions', sort: true },
        { field: 'sales', title: 'agencies.column.sales', as: 'tags', sort: true, narrow: 'hide' },
        { field: 'created_at', title: 'agencies.column.created', as: 'date', sort: true, narrow: 'hide' },
      ],
      filters: [
        {
          name: 'CardStatus',
          title: 'agencies.filter.card',
          ability: ['oversee', 'Agency'],
          options: ['set', 'none', 'failed'].map((value) => ({ value, title: `agencies.filter.card.${value}` })),
        },
        {
          name: 'CampaignStatus',
          title: 'agencies.filter.campaigns',
          options: LIST_STATES.filter((state) => state !== 'removed').map((value) => ({
            value,
            title: `agencies.filter.campaigns.${value}`,
          })),
        },
        developerFilter('apiKey', 'agencies.filter.api-key'),
        developerFilter('developerMode', 'agencies.filter.developer-mode'),
      ],
      row: { where: 'under', open: { blocks: agencyRow }, actions: rowActions },
      add,
      download: reportAs('csv'),
      more: [reportAs('xlsx'), reportAs('pdf'), reportByMail],
      bulk: bulkActions,
      empty: { title: 'agencies.empty.title', help: 'agencies.empty.help', action: add },
      noMatch: { title: 'agencies.no-match.title', help: 'agencies.no-match.help' },
    },
  ],
  help: listHelp,
});

const plans = definePage({
  id: 'agencies.plans',
  path: '/configuration/agency-plans',
  title: 'agencies.plans.title',
  ability: ['update', 'Agency'],
  blocks: [
    { as: 'notice', severity: 'info', text: 'agencies.plans.purpose' },
    { as: 'form', title: 'agency-plans.plans-form.title', form: 'agency-plans.plans-form', prefill: { route: 'agency-plans.plans' } },
    {
      as: 'form',
      title: 'agency-plans.minimum-default-form.title',
      form: 'agency-plans.minimum-default-form',
      prefill: { route: 'agency-plans.minimum-default' },
    },
  ],
});

export const agencyPages = [list, agencyPage, betaPage, plans];

export const agencyMenu: MenuDef[] = [
  {
    id: 'agencies.menu',
    parent: 'core.menu-people',
    title: 'agencies.list.title',
    icon: 'building-community',
    order: 60,
    ability: ['read', 'Agency'],
    page: 'agencies.list',
  },
  {
    id: 'agencies.beta-menu',
    parent: 'core.menu-configuration',
    title: 'agencies.beta.title',
    icon: 'flask',
    order: 40,
    ability: ['oversee', 'Agency'],
    page: 'agencies.beta',
  },
  {
    id: 'agencies.plans-menu',
    parent: 'core.menu-configuration',
    title: 'agencies.plans.title',
    icon: 'tags',
    order: 20,
    ability: ['update', 'Agency'],
    page: 'agencies.plans',
  },
];
