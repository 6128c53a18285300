import { keepPreviousData, useQuery, type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import { createContext, useContext, useEffect } from 'react';
import type { WireSource } from '../../../core/contract/wire.ts';
import { call } from '../api/call.ts';
import { problemOf } from '../api/problem.ts';
import type { Values } from '../api/url.ts';
import { AnsweredContext } from './answered.ts';
import { fieldOf, values, type BindingContext } from './bindings.ts';
import { useBindings } from './binding-context.tsx';
import { useWaiting } from './settling.ts';

interface Asked {
  params: Values;
  query: Values;
}

/** What a source asks the server in a context; `extra` are query values that nothing in the source binds already. */
export function asked(source: WireSource, context: BindingContext, extra: Values = {}): Asked {
  const params = values(source.params, context);
  const query = values(source.query, context);
  const taken = new Set([...Object.keys(query), ...tableNames(source)]);
  return { params, query: { ...Object.fromEntries(Object.entries(extra).filter(([name]) => !taken.has(name))), ...query } };
}

/** Names of the table's state that the source itself binds somewhere. */
const tableNames = (source: WireSource): string[] =>
  Object.values({ ...source.params, ...source.query }).flatMap((binding) =>
    'from' in binding && binding.from === 'table' ? [binding.field] : [],
  );

export const sourceKey = (source: WireSource, { params, query }: Asked): QueryKey => [
  'source',
  source.live ?? null,
  source.call.path,
  params,
  query,
];

/** Tells the page around that its address names nothing. Dialogs stand over the page and have nobody to tell. */
export const NamesNothing = createContext<() => void>(() => undefined);

/** Tells a drawer with an address of its own that no row is called so. */
export const RowNamesNothing = createContext<() => void>(() => undefined);

const isOf = (place: 'path' | 'row', source: WireSource): boolean =>
  Object.values(source.params ?? {}).some((binding) => 'from' in binding && binding.from === place);

/** Reads a source, or takes what the form above answered. The old answer stays on screen while a new one is on its way. */
export function useSource<T = Record<string, unknown>>(
  source: WireSource | undefined,
  options: { extra?: Values; every?: number | false } = {},
): UseQueryResult<T> & { key: QueryKey } {
  const context = useBindings();
  const answered = useContext(AnsweredContext);
  const given = source && source.call.method !== 'GET' ? answered : null;
  const ask = source ? asked(source, context, options.extra) : { params: {}, query: {} };
  const key = source ? sourceKey(source, ask) : ['source', null, null];
  const result = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call<T>(source!.call, { ...ask, signal }),
    enabled: source !== undefined && source.call.method === 'GET',
    placeholderData: keepPreviousData,
    refetchInterval: options.every ?? false,
  });
  useWaiting(source !== undefined && !given && result.isPending && result.fetchStatus !== 'idle');
  const [pathNamesNothing, rowNamesNothing] = [useContext(NamesNothing), useContext(RowNamesNothing)];
  const unknown = result.data === undefined && source !== undefined && problemOf(result.error).code === 'core.problem.not-found';
  const whoAsked = !unknown ? null : isOf('path', source) ? pathNamesNothing : isOf('row', source) ? rowNamesNothing : null;
  useEffect(() => whoAsked?.(), [whoAsked]);
  if (!given) return { ...result, key };
  const data = source!.part === undefined ? given.answer : fieldOf(given.answer, source!.part);
  return { ...result, data, error: null, isPending: false, isPlaceholderData: false, key } as UseQueryResult<T> & { key: QueryKey };
}
