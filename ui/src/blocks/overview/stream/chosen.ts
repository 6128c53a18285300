import { readState, writeState } from '../../table/address.ts';
import type { ListedFilter } from '../../table/filters.tsx';

type Chosen = Record<string, string>;

/** What a stream is narrowed to. Other than in tables, a filter's further name is one of the page's address, for links from other blocks. */
export function chosenIn(query: URLSearchParams, prefix: string, filters: readonly ListedFilter[]): Chosen {
  const linked = new URLSearchParams();
  for (const { name, also } of filters) if (also && query.has(also)) linked.set(`f-${name}`, query.get(also)!);
  const read = (from: URLSearchParams, before: string): Chosen => readState(from, before, { columns: [], filters: [...filters] }).filters;
  return { ...read(linked, ''), ...read(query, prefix) };
}

/** The address with some filters changed; what a link had narrowed is taken over by the stream. */
export function withChosen(query: URLSearchParams, prefix: string, filters: readonly ListedFilter[], change: Chosen): URLSearchParams {
  const next = writeState(query, prefix, { filters: change });
  for (const { name, also } of filters) if (also && name in change) next.delete(also);
  return next;
}
