import type { Block, Source } from '../../../../core/contract.ts';

/** Of which days a report is, and whose days they are; the source answers `period` and `zone`. */
export const daysOf = (route: Source['route'], query: NonNullable<Source['query']>): Block => ({
  as: 'detail',
  source: { route, query },
  fields: [
    { field: 'period', title: 'reports.fact.period', as: 'text' },
    { field: 'zone', title: 'reports.fact.zone', as: 'text' },
  ],
});
