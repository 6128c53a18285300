import type { Binding, Link, PageValue } from '../../../core/contract.ts';

type Narrowed = Record<string, Binding | PageValue>;
/** The period of the page whose figure it is. */
const ofPage: Narrowed = { 'f-period': { from: 'query', field: 'period' } };
// What the page itself states has become a value before browsers see it.
const query = (narrowed: Narrowed): Record<string, Binding> => narrowed as Record<string, Binding>;

/** The leads behind a figure: as many as it says, for test leads are in none. */
export const toLeads = (narrowed: Narrowed = {}): Link => ({
  page: 'reports.leads',
  query: query({ ...ofPage, ...narrowed, 'f-test': { value: 'no' } }),
});
/** The days behind a figure of visits. */
export const toDays = (narrowed: Narrowed = {}): Link => ({ page: 'reports.days-page', query: query({ ...ofPage, ...narrowed }) });
/** The lines behind an amount. */
export const toSpend = (narrowed: Narrowed = {}): Link => ({ page: 'reports.spend-page', query: query({ ...ofPage, ...narrowed }) });
