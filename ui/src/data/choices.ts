import { queryOptions } from '@tanstack/react-query';
import type { Call } from '../../../core/contract/wire.ts';
import { call } from '../api/call.ts';
import type { Values } from '../api/url.ts';

export interface Choice {
  value: string;
  label: string;
  note?: string;
}
/** How many choices there are to a page. */
export const CHOICES = 20;
const MINUTE_MS = 60_000;

/** What a list of choices asks: the call with what is bound, and a key of that. */
export interface Asking {
  call: Call;
  key: readonly unknown[];
  params: Values;
  /** With what is searched, which page of it, or the value that is to be named. */
  query(extra: Values): Values;
}

/** Asks for some of the choices. */
export const choicesQuery = ({ call: source, key, params, query }: Asking, extra: Values) =>
  queryOptions({
    queryKey: ['choices', ...key, extra],
    queryFn: ({ signal }) => call<{ options: Choice[] }>(source, { params, query: query(extra), signal }),
    staleTime: MINUTE_MS,
  });
