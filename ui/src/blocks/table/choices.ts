import { queryOptions } from '@tanstack/react-query';
import type { WireFilter } from '../../../../core/contract/wire.ts';
import { call } from '../../api/call.ts';
import type { Values } from '../../api/url.ts';
import type { BindingContext } from '../../data/bindings.ts';
import { asked, sourceKey } from '../../data/use-source.ts';

/** A filter whose choices the server knows. */
export type Choices = Extract<WireFilter, { source: unknown }>;
export interface Choice {
  value: string;
  label: string;
  note?: string;
}
/** How many choices there are to a page. */
export const CHOICES = 20;

const MINUTE_MS = 60_000;

/** Asks for some of a filter's choices; `extra` is what is searched, which page of it, or the value that is to be named. */
export function choicesQuery({ source }: Choices, context: BindingContext, extra: Values) {
  const ask = asked(source, context, extra);
  return queryOptions({
    queryKey: ['choices', ...sourceKey(source, ask)],
    queryFn: ({ signal }) => call<{ options: Choice[] }>(source.call, { ...ask, signal }),
    staleTime: MINUTE_MS,
  });
}
