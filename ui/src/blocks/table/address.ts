import type { WireTable } from '../../../../core/contract/wire.ts';

/** What a table shows, as its address says it. */
export interface TableState {
  page: number;
  per: number;
  sort: string;
  order: 'asc' | 'desc';
  search: string;
  filters: Record<string, string>;
  /** Key of the opened row. */
  open: string;
  /** Whether the form for a new row is open. */
  add: boolean;
}

type Addressed = Pick<WireTable, 'columns' | 'filters' | 'pageSize'>;
const SIZES = [10, 25, 50, 100];

const whole = (text: string | null, fallback: number): number => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : fallback);

/** Reads a table's state; anything that is not its own, such as an unknown sort, counts as absent. `prefix` keeps two tables of a page apart. */
export function readState(query: URLSearchParams, prefix: string, table: Addressed): TableState {
  const sort = query.get(`${prefix}sort`) ?? '';
  const per = whole(query.get(`${prefix}per`), table.pageSize ?? 10);
  const filters: Record<string, string> = {};
  for (const filter of table.filters ?? []) {
    const value = query.get(`${prefix}f-${filter.name}`);
    if (value && filter.options.some((option) => option.value === value)) filters[filter.name] = value;
  }
  return {
    page: whole(query.get(`${prefix}page`), 1),
    per: SIZES.includes(per) ? per : 10,
    sort: table.columns.some((column) => column.sort && column.field === sort) ? sort : '',
    order: query.get(`${prefix}order`) === 'desc' ? 'desc' : 'asc',
    search: query.get(`${prefix}q`) ?? '',
    filters,
    open: query.get(`${prefix}open`) ?? '',
    add: query.has(`${prefix}add`),
  };
}

/**
 * The address with some of the state changed; of the filters only the named ones, an empty value taking one away.
 * Whatever narrows or reorders the list goes back to its first page and closes the row.
 */
export function writeState(query: URLSearchParams, prefix: string, patch: Partial<TableState>): URLSearchParams {
  const next = new URLSearchParams(query);
  const put = (name: string, value: string): void => (value ? next.set(prefix + name, value) : next.delete(prefix + name));
  const moved = Object.keys(patch).some((name) => name !== 'open' && name !== 'add');
  if (moved) {
    put('page', '');
    put('open', '');
  }
  if (patch.page !== undefined) put('page', patch.page > 1 ? String(patch.page) : '');
  if (patch.per !== undefined) put('per', String(patch.per));
  if (patch.sort !== undefined) {
    put('sort', patch.sort);
    put('order', patch.sort && patch.order === 'desc' ? 'desc' : '');
  }
  if (patch.search !== undefined) put('q', patch.search.trim());
  if (patch.open !== undefined) put('open', patch.open);
  if (patch.add !== undefined) put('add', patch.add ? '1' : '');
  for (const [name, value] of Object.entries(patch.filters ?? {})) put(`f-${name}`, value);
  return next;
}

/** The change of filters that takes all of them away. */
export const cleared = (filters: TableState['filters']): TableState['filters'] =>
  Object.fromEntries(Object.keys(filters).map((name) => [name, '']));

/** The names under which a list's route takes the state. */
export function asQuery(state: TableState): Record<string, string> {
  return {
    Page: String(state.page),
    PerPage: String(state.per),
    ...(state.sort ? { sortby: state.sort, order: state.order } : {}),
    ...(state.search ? { search: state.search } : {}),
    ...state.filters,
  };
}

/** The next step of a column's sort: none, ascending, descending, none. */
export function nextSort(state: Pick<TableState, 'sort' | 'order'>, field: string): Pick<TableState, 'sort' | 'order'> {
  if (state.sort !== field) return { sort: field, order: 'asc' };
  return state.order === 'asc' ? { sort: field, order: 'desc' } : { sort: '', order: 'asc' };
}

/** At most five page numbers around the current one. */
export function pageWindow(page: number, last: number): number[] {
  const count = Math.min(5, last);
  const first = Math.max(1, Math.min(page - 2, last - count + 1));
  return Array.from({ length: count }, (_, at) => first + at);
}
