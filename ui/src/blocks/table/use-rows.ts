import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { WireTable } from '../../../../core/contract/wire.ts';
import { fieldOf, type Row } from '../../data/bindings.ts';
import type { RowHost } from '../../data/binding-context.tsx';
import { useSource } from '../../data/use-source.ts';
import { asQuery, type TableState } from './address.ts';

export interface ListAnswer {
  data: Row[];
  current_page: number;
  per_page: number;
  total: number;
  total_is_least?: boolean;
  last_page: number;
}

export const keyOf = (table: Pick<WireTable, 'key'>, row: Row): string => String(fieldOf(row, table.key) ?? '');

const FRESH_MS = 2_500;

/** The rows of a table, ways to show a change before the server has answered, and the keys that just arrived. */
export function useRows(table: WireTable, state: TableState) {
  const client = useQueryClient();
  const { key, ...result } = useSource<ListAnswer>(table.source, { extra: asQuery(state) });
  const place = JSON.stringify(key);
  const host = useMemo<RowHost>(() => {
    const change = (edit: (rows: ListAnswer) => ListAnswer): void => void client.setQueryData<ListAnswer>(key, (old) => old && edit(old));
    const put = (id: string, fields: Row): void =>
      change((old) => ({ ...old, data: old.data.map((row) => (keyOf(table, row) === id ? { ...row, ...fields } : row)) }));
    return {
      patch: (row, fields) => {
        const before = Object.fromEntries(Object.keys(fields).map((name) => [name, row[name]]));
        put(keyOf(table, row), fields);
        return () => put(keyOf(table, row), before);
      },
      remove: (row) =>
        change((old) => ({ ...old, total: old.total - 1, data: old.data.filter((other) => keyOf(table, other) !== keyOf(table, row)) })),
    };
    // The key is compared by its content: it is a new array on every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [client, place, table]);
  const fresh = useFresh(place, result.isPlaceholderData ? undefined : result.data?.data.map((row) => keyOf(table, row)));
  return { ...result, host, fresh };
}

/** Keys that were not there when the same list was read before; forgotten after a moment. */
export function useFresh(place: string, keys: string[] | undefined): ReadonlySet<string> {
  const seen = useRef<{ place: string; keys: Set<string> } | null>(null);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const joined = keys?.join('\n');
  useEffect(() => {
    if (joined === undefined) return;
    const now = joined ? joined.split('\n') : [];
    const before = seen.current?.place === place ? seen.current.keys : null;
    seen.current = { place, keys: new Set(now) };
    const arrived = before ? now.filter((key) => !before.has(key)) : [];
    if (!arrived.length) return;
    setFresh(new Set(arrived));
    const timer = setTimeout(() => setFresh(new Set()), FRESH_MS);
    return () => clearTimeout(timer);
  }, [place, joined]);
  return fresh;
}
