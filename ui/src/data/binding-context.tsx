import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useActor } from '../shell/bootstrap.tsx';
import type { BindingContext, Row } from './bindings.ts';

/** The list a row belongs to, so that an action may show its effect before the server has answered. */
export interface RowHost {
  /** Shows other fields in the row; answers how to take that back. */
  patch: (row: Row, fields: Row) => () => void;
  remove: (row: Row) => void;
}

interface Place {
  path: BindingContext['path'];
  row: Row | null;
  table: Record<string, string>;
  host: RowHost | null;
  /** Opens the form for a new row in place, where the table has one. */
  under: (() => void) | null;
  /** What `period` of the query is where the address has none; null: nothing. */
  period: string | null;
}
const PlaceContext = createContext<Place>({ path: {}, row: null, table: {}, host: null, under: null, period: null });

/** Adds what is known from here on down: the page's path, a table's state, a row. */
export function BindingProvider({ children, ...given }: Partial<Place> & { children: ReactNode }): ReactNode {
  const outer = useContext(PlaceContext);
  const { path = outer.path, row = outer.row, table = outer.table, host = outer.host, under = outer.under, period = outer.period } = given;
  const place = useMemo(() => ({ path, row, table, host, under, period }), [path, row, table, host, under, period]);
  return <PlaceContext value={place}>{children}</PlaceContext>;
}

/** What a descriptor may bind to at this place. */
export function useBindings(): BindingContext & Pick<Place, 'host' | 'under' | 'period'> {
  const place = useContext(PlaceContext);
  const actor = useActor();
  const [address] = useSearchParams();
  return useMemo(() => ({ ...place, actor, query: withPeriod(address, place.period) }), [place, actor, address]);
}

/** The address' query, with the days that the page begins with where it names none. */
function withPeriod(address: URLSearchParams, period: string | null): URLSearchParams {
  if (period === null || address.has('period')) return address;
  const query = new URLSearchParams(address);
  query.set('period', period);
  return query;
}
