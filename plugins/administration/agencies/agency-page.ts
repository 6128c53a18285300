import { AGENCY_NEWS } from '../../foundation/companies/contract.ts';
import { definePage, type PageExtension, type Source } from '../../../core/contract.ts';
import { PLAN_STATES } from '../../tenancy/agency-plans/contract.ts';
import { rowActions } from './agencies.actions.ts';
import { billing, editForm, modules } from './agencies.row.ts';

const one: Source = { route: 'agencies.overview', params: { companyId: { from: 'path', field: 'id' } }, live: AGENCY_NEWS };

/** One agency: how it stands, and a tab for each thing that operators look after; other plugins put theirs between these. */
export const agencyPage = definePage({
  id: 'agencies.page',
  roles: ['companies.agency'],
  path: '/configuration/agency-list/:id',
  title: 'agencies.page.title',
  ability: ['read', 'Agency'],
  period: true,
  above: { page: 'agencies.list' },
  head: {
    source: one,
    heading: 'company_name',
    state: {
      field: 'state',
      note: 'statetext',
      states: {
        active: { title: 'agencies.state.active', severity: 'good' },
        invited: { title: 'agencies.state.invited', severity: 'info' },
        suspended: { title: 'agencies.state.suspended', severity: 'bad' },
        payment_failed: { title: 'agencies.filter.card.failed', severity: 'bad' },
      },
    },
    facts: [
      { field: 'name', title: 'agencies.page.owner', as: 'text' },
      { field: 'email', title: 'agencies.edit.ClientEmail', as: 'text', note: 'email_note' },
      { field: 'plan', title: 'agencies.edit.package_id', as: 'state', states: PLAN_STATES },
      { field: 'terms', title: 'agencies.settings.payment-terms', as: 'text' },
      { field: 'clients', title: 'agencies.overview.clients', as: 'number' },
      { field: 'created_at', title: 'agencies.page.since', as: 'date' },
    ],
    actions: rowActions.map((action) => ({
      ...action,
      id: `${action.id}-here` as const,
      ...(action.after === 'remove-row' && { after: { page: 'agencies.list' as const }, group: 'core.group.access' }),
    })),
    actionsOf: 'companies.agency-list',
  },
  blocks: [
    {
      as: 'tabs',
      address: true,
      tabs: [
        {
          id: 'modules',
          title: 'agencies.tab.modules',
          order: 30,
          ability: ['oversee', 'Agency'],
          blocks: [{ as: 'notice', severity: 'info', text: 'agencies.module.notice' }, modules],
        },
        { id: 'billing', title: 'agencies.tab.charges', order: 40, ability: ['oversee', 'Agency'], blocks: [billing] },
        { id: 'settings', title: 'agencies.tab.edit', order: 65, ability: ['update', 'Agency'], blocks: [editForm] },
      ],
    },
  ],
});

/** What is known of it, beneath the figures that other plugins have. */
export const agencyFacts: PageExtension = {
  role: 'companies.agency',
  order: 20,
  blocks: [],
  tabs: [
    {
      id: 'overview',
      title: 'agencies.tab.overview',
      order: 10,
      blocks: [
        {
          as: 'detail',
          source: one,
          fields: [
            { field: 'company_id', title: 'agencies.overview.id', as: 'code' },
            { field: 'hosts', title: 'agencies.overview.hosts', as: 'tags' },
            { field: 'phonenum', title: 'agencies.overview.phone', as: 'text' },
            { field: 'sales', title: 'agencies.page.sales', as: 'tags' },
          ],
        },
      ],
    },
  ],
};
