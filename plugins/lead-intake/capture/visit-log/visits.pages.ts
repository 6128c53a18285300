import type { Action, Binding, Block, Severity, Source, State, When } from '../../../../core/contract.ts';
import { FIGURES_TOPIC } from '../../leads/contract.ts';
import type { Result } from './visits.store.ts';

const SEVERITIES: Record<Result, Severity> = { lead: 'good', repeat: 'good', none: 'neutral', held: 'warn', waiting: 'info' };
const states: Record<string, State> = Object.fromEntries(
  Object.entries(SEVERITIES).map(([result, severity]) => [result, { title: `capture.visits.${result}`, severity }]),
);
const asked: Source['query'] = { campaignId: { from: 'row', field: 'leadspeek_api_id' }, period: { from: 'query', field: 'period' } };
/** Leads to another tab of the page, for those rows of which the condition holds. */
const toTab = (name: string, tab: string, when: When, query: Record<string, Binding> = {}): Action => ({
  id: `capture.${name}`,
  title: `capture.visits.${name}`,
  ability: name === 'to-settings' ? ['update', 'Campaign'] : ['read', 'Visit'],
  when,
  do: { role: 'campaigns.campaign', params: { tab: { value: tab }, period: { from: 'query', field: 'period' }, ...query } },
});

/** The visits of the campaign whose page it is, as they come, each with what became of it and why. */
export const visitLog: Block[] = [
  {
    as: 'stream',
    title: 'capture.visits.title',
    source: { route: 'capture.visits', query: asked, live: FIGURES_TOPIC },
    key: 'id',
    at: 'at',
    heading: 'page',
    total: 'total',
    facts: [
      { field: 'reason', title: 'capture.visits.reason', as: 'text' },
      { field: 'came_from', title: 'capture.visits.from', as: 'text' },
      { field: 'place', title: 'capture.visits.place', as: 'text', narrow: 'hide' },
      { field: 'device', title: 'capture.visits.device', as: 'text', narrow: 'hide' },
    ],
    state: { field: 'result', states },
    filters: [
      {
        name: 'result',
        title: 'capture.visits.result',
        options: Object.keys(SEVERITIES).map((value) => ({ value, title: `capture.visits.${value}` })),
      },
      {
        name: 'outcome',
        also: 'outcome',
        title: 'capture.visits.reason',
        source: { route: 'capture.visit-outcomes', query: asked },
      },
    ],
    open: {
      blocks: [
        {
          as: 'detail',
          source: { route: 'capture.visit', params: { id: { from: 'row', field: 'id' } } },
          fields: [
            { field: 'reason', title: 'capture.visits.reason', as: 'text' },
            { field: 'why', title: 'capture.visits.why', as: 'text' },
            { field: 'rule', title: 'capture.visits.rule', as: 'fields' },
            { field: 'page', title: 'capture.visits.page', as: 'code' },
            { field: 'came_from', title: 'capture.visits.from', as: 'text' },
            { field: 'place', title: 'capture.visits.place', as: 'text' },
            { field: 'device', title: 'capture.visits.device', as: 'text' },
            { field: 'at', title: 'capture.visits.at', as: 'time' },
          ],
          actions: [
            toTab('to-lead', 'leads', { field: 'lead_id', is: null, not: true }, { open: { from: 'row', field: 'lead_id' } }),
            toTab('to-source', 'source', { field: 'remedy', is: 'source' }),
            toTab('to-settings', 'settings', { field: 'remedy', is: 'settings' }, { edit: { from: 'row', field: 'setting' } }),
          ],
        },
      ],
    },
    empty: { title: 'capture.visits.empty', help: 'capture.visits.empty.help' },
  },
];
