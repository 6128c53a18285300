import type { Binding, Block, Source, TabsBlock } from '../../../../core/contract.ts';

const part = (name?: string): Source => ({ route: 'products.back-test', ...(name === undefined ? {} : { part: name }) });

const results = (product: string): Block[] => [
  {
    as: 'stats',
    title: 'products.back-test.results',
    source: part(),
    items: [
      { field: 'leads', title: 'products.back-test.leads', as: 'number', severity: 'good' },
      { field: 'cost_cents', title: 'products.back-test.cost', as: 'money' },
      { field: 'price_cents', title: 'products.back-test.cost-per-lead', as: 'money' },
      { field: 'observed', title: `${product}.back-test.observed`, as: 'number' },
    ],
  },
  {
    as: 'notice',
    severity: 'info',
    text: 'products.back-test.stands-for',
    source: part(),
    when: { field: 'standsFor', is: '', not: true },
    stays: true,
  },
  {
    as: 'notice',
    severity: 'warn',
    text: 'products.back-test.not-known',
    source: part(),
    when: { field: 'notKnown', is: 0, not: true },
    stays: true,
  },
  {
    as: 'chart',
    title: 'products.back-test.by-day',
    source: part('days'),
    shape: 'bar',
    x: 'day',
    series: [{ field: 'leads', title: 'products.back-test.leads' }],
  },
  {
    as: 'table',
    title: 'products.back-test.reasons',
    source: part('reasons'),
    key: 'outcome',
    columns: [
      { field: 'title', title: 'products.back-test.reason', as: 'text', note: 'why', narrow: 'first' },
      { field: 'count', title: 'products.back-test.count', as: 'number' },
    ],
    empty: { title: 'products.back-test.no-reasons' },
  },
];

/** Where other settings of a campaign are tried on what happened before. */
export const backTestTab = (product: string, prefill: Source, campaign: Binding): TabsBlock['tabs'][number] => ({
  id: 'estimate',
  title: 'products.tab.estimate',
  ability: ['update', 'Campaign'],
  blocks: [
    { as: 'notice', severity: 'neutral', text: `${product}.back-test.intro`, stays: true },
    { as: 'form', form: `${product}.back-test`, prefill, fixed: { leadspeekID: campaign }, answer: results(product) },
  ],
});
