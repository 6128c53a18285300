import type { Block, Severity, State } from '../../../core/contract.ts';
import { FIGURES_TOPIC } from '../../leads/contract.ts';
import type { Result } from './visits.store.ts';

const SEVERITIES: Record<Result, Severity> = { lead: 'good', repeat: 'good', none: 'neutral', held: 'warn', waiting: 'info' };
const states: Record<string, State> = Object.fromEntries(
  Object.entries(SEVERITIES).map(([result, severity]) => [result, { title: `capture.visits.${result}`, severity }]),
);

/** The visits of the campaign whose page it is, as they come, each with what became of it and why. */
export const visitLog: Block[] = [
  {
    as: 'stream',
    title: 'capture.visits.title',
    source: {
      route: 'capture.visits',
      query: { campaignId: { from: 'row', field: 'leadspeek_api_id' }, outcome: { from: 'query', field: 'outcome' } },
      live: FIGURES_TOPIC,
    },
    key: 'id',
    at: 'at',
    heading: 'page',
    facts: [
      { field: 'reason', title: 'capture.visits.reason', as: 'text' },
      { field: 'came_from', title: 'capture.visits.from', as: 'text' },
      { field: 'device', title: 'capture.visits.device', as: 'text', narrow: 'hide' },
    ],
    state: { field: 'result', states },
    filters: [
      {
        name: 'result',
        title: 'capture.visits.result',
        options: Object.keys(SEVERITIES).map((value) => ({ value, title: `capture.visits.${value}` })),
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
            { field: 'page', title: 'capture.visits.page', as: 'code' },
            { field: 'came_from', title: 'capture.visits.from', as: 'text' },
            { field: 'device', title: 'capture.visits.device', as: 'text' },
            { field: 'at', title: 'capture.visits.at', as: 'time' },
          ],
        },
      ],
    },
    empty: { title: 'capture.visits.empty', help: 'capture.visits.empty.help' },
  },
];
