import type { WireFilter, WireTable } from '../../../../core/contract/wire.ts';

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
  /** Fields of the columns that are shown; null where the address says nothing of it. */
  columns: string[] | null;
  compact: boolean | null;
}

type Addressed = Pick<WireTable, 'columns' | 'filters' | 'pageSize' | 'lines'>;
const SIZES = [10, 25, 50, 100];

const whole = (text: string | null, fallback: number): number => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : fallback);

/** Reads a table's state; anything that is not its own, such as an unknown sort, counts as absent. `prefix` keeps two tables of a page apart. */
export function readState(query: URLSearchParams, prefix: string, table: Addressed): TableState {
  const sort = query.get(`${prefix}sort`) ?? '';
  const per = whole(query.get(`${prefix}per`), table.pageSize ?? 10);
  const filters: Record<string, string> = {};
  for (const filter of table.filters ?? []) {
    const value = query.get(`${prefix}f-${filter.name}`) ?? (filter.also === undefined ? null : query.get(prefix + filter.also));
    if (value && isValueOf(filter, value)) filters[filter.name] = value;
  }
  const columns =
    table.lines &&
    query
      .get(`${prefix}cols`)
      ?.split(',')
      .filter((field) => table.columns.some((column) => column.field === field));
  const density = table.lines ? query.get(`${prefix}rows`) : null;
  return {
    page: whole(query.get(`${prefix}page`), 1),
    per: SIZES.includes(per) ? per : 10,
    sort: table.columns.some((column) => column.sort && column.field === sort) ? sort : '',
    order: query.get(`${prefix}order`) === 'desc' ? 'desc' : 'asc',
    search: query.get(`${prefix}q`) ?? '',
    filters,
    open: query.get(`${prefix}open`) ?? '',
    add: query.has(`${prefix}add`),
    columns: columns && columns.length > 0 ? columns : null,
    compact: density === 'compact' ? true : density === 'wide' ? false : null,
  };
}

/** What the server would not know for a value of the filter counts as absent; whether it has the choice is for the server to say. */
function isValueOf(filter: WireFilter, value: string): boolean {
  if ('options' in filter) return filter.options.some((option) => option.value === value);
  // Days that are none are for the server to refuse: other blocks of the page read them too.
  return 'source' in filter ? value.length <= 100 : value.length <= 30;
}

/** What an address asks of a table that it does not have, each as the table calls it, by the names in the address. */
export interface Unknown {
  columns: string[];
  sort: string;
  filters: { name: string; title: string; value: string }[];
}

/** What of an address counts as absent, to be said; null where there is nothing. */
export function unknownIn(query: URLSearchParams, prefix: string, table: Addressed): Unknown | null {
  const has = (field: string): boolean => table.columns.some((column) => column.field === field);
  const sort = query.get(`${prefix}sort`) ?? '';
  const found: Unknown = {
    columns: table.lines ? (query.get(`${prefix}cols`) ?? '').split(',').filter((field) => field && !has(field)) : [],
    sort: table.columns.some((column) => column.sort && column.field === sort) ? '' : sort,
    filters: (table.filters ?? []).flatMap((filter) => {
      const value = query.get(`${prefix}f-${filter.name}`);
      return value && !isValueOf(filter, value) ? [{ name: filter.name, title: filter.title, value }] : [];
    }),
  };
  return found.columns.length > 0 || found.sort || found.filters.length > 0 ? found : null;
}

/** The address without what a table does not have. */
export function withoutUnknown(query: URLSearchParams, prefix: string, table: Addressed): URLSearchParams {
  const unknown = unknownIn(query, prefix, table);
  const next = new URLSearchParams(query);
  const known = (next.get(`${prefix}cols`) ?? '').split(',').filter((field) => field && !unknown?.columns.includes(field));
  if (known.length > 0) next.set(`${prefix}cols`, known.join(','));
  else next.delete(`${prefix}cols`);
  if (unknown?.sort) for (const name of ['sort', 'order']) next.delete(prefix + name);
  for (const { name } of unknown?.filters ?? []) next.delete(`${prefix}f-${name}`);
  return next;
}

/** What changes neither which rows there are nor their order. */
const STANDING = new Set(['open', 'add', 'columns', 'compact']);

/**
 * The address with some of the state changed; of the filters only the named ones, an empty value taking one away.
 * Whatever narrows or reorders the list goes back to its first page and closes the row.
 */
export function writeState(
  query: URLSearchParams,
  prefix: string,
  patch: Partial<TableState>,
  filters: readonly WireFilter[] = [],
): URLSearchParams {
  const next = new URLSearchParams(query);
  const put = (name: string, value: string): void => (value ? next.set(prefix + name, value) : next.delete(prefix + name));
  const moved = Object.keys(patch).some((name) => !STANDING.has(name));
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
  if (patch.columns !== undefined) put('cols', patch.columns?.join(',') ?? '');
  if (patch.compact !== undefined) put('rows', patch.compact === null ? '' : patch.compact ? 'compact' : 'wide');
  for (const [name, value] of Object.entries(patch.filters ?? {})) {
    put(`f-${name}`, value);
    const also = filters.find((filter) => filter.name === name)?.also;
    if (also !== undefined) put(also, '');
  }
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
