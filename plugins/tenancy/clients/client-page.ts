import { type Binding, type Block, definePage, removeAction, type Section, type Source } from '../../../core/contract.ts';
import { resendInvitation } from './clients.pages.ts';
import { company, switches } from './client-choices.pages.ts';

const ofPath: Record<string, Binding> = { companyId: { from: 'path', field: 'id' } };
const one: Source = { route: 'clients.overview', params: ofPath, live: 'clients.list' };
/** A form of the settings beneath its line. */
const form = (id: `clients.${string}`): Block => ({
  as: 'form',
  form: id,
  prefill: { route: 'clients.one', params: company, live: 'clients.list' },
  fixed: company,
  after: 'reload',
});
const section = (id: string, blocks: Block[]): Section => ({
  id,
  title: `clients.section.${id}`,
  ability: ['update', 'Client'],
  summary: id,
  blocks,
});

/** One client: how it stands, and a tab for each thing that its agency looks after; other plugins put theirs between these. */
export const clientPage = definePage({
  id: 'clients.page',
  roles: ['companies.client'],
  path: '/configuration/client-management/:id',
  title: 'clients.page.title',
  ability: ['list', 'Client'],
  period: true,
  above: { page: 'clients.list' },
  head: {
    source: one,
    heading: 'company_name',
    state: {
      field: 'state',
      note: 'statetext',
      states: {
        active: { title: 'clients.access.active', severity: 'good' },
        invited: { title: 'clients.access.invited', severity: 'info' },
        suspended: { title: 'clients.access.suspended', severity: 'bad' },
        payment_failed: { title: 'clients.card.failed', severity: 'bad' },
      },
    },
    facts: [
      { field: 'name', title: 'clients.page.owner', as: 'text' },
      { field: 'email', title: 'clients.column.email', as: 'text', note: 'email_note' },
      { field: 'termstext', title: 'clients.tab.terms', as: 'text' },
      { field: 'website', title: 'clients.edit.ClientDomain', as: 'link' },
      { field: 'created_at', title: 'clients.page.since', as: 'date' },
    ],
    actions: [
      { ...resendInvitation, id: 'clients.resend-invitation-here', group: 'core.group.access' },
      {
        ...removeAction({
          id: 'clients.remove-client-here',
          texts: 'clients.remove',
          ability: ['delete', 'Client'],
          failed: 'agencies.problem.busy',
          call: 'clients.remove',
          params: company,
        }),
        group: 'core.group.access',
        after: { page: 'clients.list' },
      },
    ],
    actionsOf: 'companies.client-list',
  },
  blocks: [
    {
      as: 'tabs',
      address: true,
      tabs: [
        {
          id: 'settings',
          title: 'clients.tab.settings',
          order: 60,
          ability: ['update', 'Client'],
          blocks: [
            {
              as: 'sections',
              source: { route: 'clients.settings', params: company, live: 'clients.list' },
              sections: [
                section('contact', [form('clients.contact-form')]),
                section('website', [form('clients.website-form')]),
                section('permissions', [form('clients.permissions-form')]),
                section('products', [switches('product')]),
                section('terms', [switches('term')]),
              ],
            },
          ],
        },
      ],
    },
  ],
});
