import { type Action, definePage, type MenuDef, type State } from '../../../../core/contract.ts';
import { B2B_FEATURE } from '../agreement.ts';
import { VISITING_TOPIC } from './topic.ts';

const one = { id: { from: 'row' as const, field: 'id' } };
const states: Record<string, State> = {
  seen: { title: 'b2b-id.companies.state.seen', severity: 'neutral' },
  searching: { title: 'b2b-id.companies.state.searching', severity: 'info' },
  found: { title: 'b2b-id.companies.state.found', severity: 'good' },
  searched: { title: 'b2b-id.companies.state.searched', severity: 'neutral' },
};
/** The server asks for the price first. */
const find: Action = {
  id: 'b2b-id.find',
  title: 'b2b-id.find',
  icon: 'user-search',
  ability: ['update', 'VisitingCompany'],
  emphasis: 'primary',
  when: { field: 'state', is: 'seen' },
  do: { call: 'b2b-id.find-contacts', params: one },
  after: 'reload',
};

export const companiesPage = definePage({
  id: 'b2b-id.companies-page',
  path: '/{b2b}/visiting-companies',
  title: 'b2b-id.companies.title',
  ability: ['read', 'VisitingCompany'],
  feature: B2B_FEATURE,
  blocks: [
    { as: 'notice', severity: 'info', text: 'b2b-id.companies.help', stays: true },
    {
      as: 'table',
      source: { route: 'b2b-id.companies', live: VISITING_TOPIC },
      key: 'id',
      search: true,
      filters: [
        {
          name: 'state',
          title: 'b2b-id.companies.state',
          options: Object.entries(states).map(([value, { title }]) => ({ value, title })),
        },
      ],
      columns: [
        { field: 'name', title: 'b2b-id.companies.name', as: 'text', note: 'domain', sort: true, narrow: 'first' },
        { field: 'client', title: 'b2b-id.companies.client', as: 'text', narrow: 'hide' },
        { field: 'visits', title: 'b2b-id.companies.visits', as: 'number', sort: true },
        { field: 'views', title: 'b2b-id.companies.views', as: 'number', sort: true, narrow: 'hide' },
        { field: 'last_seen_at', title: 'b2b-id.companies.last', as: 'time', sort: true },
        { field: 'confidence', title: 'b2b-id.companies.confidence', as: 'number' },
        { field: 'state', title: 'b2b-id.companies.state', as: 'state', states },
      ],
      row: {
        where: 'under',
        open: {
          blocks: [
            {
              as: 'table',
              title: 'b2b-id.pages.title',
              source: { route: 'b2b-id.visited-pages', params: one, live: VISITING_TOPIC },
              key: 'url',
              columns: [
                { field: 'url', title: 'b2b-id.pages.url', as: 'text', narrow: 'first' },
                { field: 'views', title: 'b2b-id.companies.views', as: 'number' },
                { field: 'last_at', title: 'b2b-id.companies.last', as: 'time' },
              ],
              empty: { title: 'b2b-id.pages.empty' },
            },
          ],
        },
        actions: [find],
      },
      empty: { title: 'b2b-id.companies.empty', help: 'b2b-id.companies.empty.help' },
      noMatch: { title: 'b2b-id.companies.no-match' },
    },
  ],
});

export const companiesMenu: MenuDef = {
  id: 'b2b-id.companies-entry',
  parent: 'core.menu-work',
  title: 'b2b-id.companies.title',
  icon: 'building-community',
  order: 38,
  ability: ['read', 'VisitingCompany'],
  feature: B2B_FEATURE,
  page: 'b2b-id.companies-page',
};
