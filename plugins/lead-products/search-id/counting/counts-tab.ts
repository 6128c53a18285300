import type { Action, Block, State } from '../../../../core/contract.ts';
import { COUNTS_TOPIC } from './topic.ts';

const campaign = { from: 'row', field: 'leadspeek_api_id' } as const;
const states: Record<string, State> = {
  success: { title: 'search-id.counts.success', severity: 'good' },
  no_result: { title: 'search-id.counts.no-result', severity: 'neutral' },
  error: { title: 'search-id.counts.failed', severity: 'bad', help: 'search-id.counts.failed.help' },
  pending: { title: 'search-id.counts.pending', severity: 'info' },
  delayed: { title: 'search-id.counts.pending', severity: 'warn', help: 'search-id.counts.pending.help' },
};
const count: Action = {
  id: 'search-id.count',
  title: 'search-id.counts.button',
  icon: 'users',
  ability: ['update', 'Campaign'],
  do: { call: 'search-id.count-people', body: { leadspeek_api_id: campaign } },
  after: 'reload',
};
const retry = (id: 'search-id.retry' | 'search-id.retry-later', is: 'yes' | 'busy'): Action => ({
  id,
  title: 'search-id.counts.retry',
  icon: 'refresh',
  ability: ['update', 'Campaign'],
  when: { field: 'retry', is },
  ...(is === 'busy' && { blocked: 'search-id.counts.busy' }),
  do: { call: 'search-id.retry-count', body: { leadspeek_api_id: campaign, id: { from: 'row', field: 'id' } } },
  after: 'reload',
});

/** The tab of a campaign with its keywords and how many people there are for each. */
export const countsTab: Block[] = [
  { as: 'notice', severity: 'neutral', text: 'search-id.counts.help', stays: true },
  {
    as: 'table',
    source: { route: 'search-id.counts', params: { leadspeek_api_id: campaign }, live: COUNTS_TOPIC },
    key: 'id',
    search: true,
    filters: [
      {
        name: 'status',
        title: 'search-id.counts.status',
        options: [
          { value: 'Success', title: 'search-id.counts.success' },
          { value: 'NoResult', title: 'search-id.counts.no-result' },
          { value: 'Failed', title: 'search-id.counts.failed' },
          { value: 'Pending', title: 'search-id.counts.pending' },
        ],
      },
    ],
    columns: [
      { field: 'keyword', title: 'search-id.counts.keyword', as: 'text', narrow: 'first' },
      { field: 'target_text', title: 'search-id.counts.target', as: 'text', note: 'where' },
      { field: 'count_without_geo_text', title: 'search-id.counts.national', as: 'text' },
      { field: 'count_text', title: 'search-id.counts.local', as: 'text', sort: true },
      { field: 'shown', title: 'search-id.counts.status', as: 'state', states },
      { field: 'as_of', title: 'search-id.counts.as-of', as: 'time', narrow: 'hide' },
      { field: 'created_at', title: 'search-id.counts.created', as: 'time', narrow: 'hide' },
    ],
    row: { actions: [retry('search-id.retry', 'yes'), retry('search-id.retry-later', 'busy')] },
    add: count,
    empty: { title: 'search-id.counts.empty', help: 'search-id.counts.empty.help', action: count },
    noMatch: { title: 'search-id.counts.no-match' },
  },
];
