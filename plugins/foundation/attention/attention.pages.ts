import type { Contributions, PageExtension, Source } from '../../../core/contract.ts';
import { AttentionSources } from './contract.ts';

const MOST = 4;

/** The list on the pages that people open first, and a line that leads there on the others. */
export function attentionExtensions(from: Contributions): PageExtension[] {
  const live = [...new Set(from.of(AttentionSources).flatMap((source) => source.live))];
  const source = (route: Source['route']): Source => ({ route, live, query: { product: { from: 'page', field: 'product' } } });
  return [
    {
      role: 'attention.list',
      order: -30,
      blocks: [
        {
          as: 'health',
          title: 'attention.title',
          source: source('attention.list'),
          key: 'id',
          name: 'title',
          text: 'text',
          since: 'since',
          state: {
            field: 'urgency',
            states: {
              bad: { title: 'attention.urgency.bad', severity: 'bad' },
              warn: { title: 'attention.urgency.warn', severity: 'warn' },
              info: { title: 'attention.urgency.info', severity: 'info' },
            },
          },
          parts: 'parts',
          count: 'count',
          remedy: 'remedy',
          most: MOST,
          empty: { title: 'attention.empty' },
        },
      ],
    },
    {
      role: 'attention.line',
      order: -30,
      blocks: [
        {
          as: 'notice',
          severity: 'warn',
          text: 'attention.filled',
          source: source('attention.count'),
          when: { field: 'count', is: 0, not: true },
          stays: true,
          action: { id: 'attention.show', title: 'attention.show', ability: ['read', 'Attention'], do: { role: 'attention.list' } },
        },
      ],
    },
  ];
}
