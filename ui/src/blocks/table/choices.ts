import type { WireFilter } from '../../../../core/contract/wire.ts';
import type { BindingContext } from '../../data/bindings.ts';
import type { Asking } from '../../data/choices.ts';
import { asked, sourceKey } from '../../data/use-source.ts';

/** A filter whose choices the server knows. */
export type Choices = Extract<WireFilter, { source: unknown }>;

/** How a filter's choices are asked for where it stands. */
export function askingOf({ source }: Choices, context: BindingContext): Asking {
  const bound = asked(source, context);
  return { call: source.call, key: sourceKey(source, bound), params: bound.params, query: (extra) => asked(source, context, extra).query };
}
