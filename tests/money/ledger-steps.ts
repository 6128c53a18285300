import { fc } from '@fast-check/vitest';

const which = fc.nat({ max: 50 });
/** What may happen to a wallet; amounts are small against the balance at times, and larger at others. */
export const step = fc.oneof(
  fc.record({
    do: fc.constant('top up' as const),
    dollars: fc.constantFrom('250', '500'),
    times: fc.integer({ min: 1, max: 4 }),
    stop: fc.constantFrom('T', 'F', undefined),
    mischief: fc.constantFrom(null, null, 'drop-after' as const, 'error-after' as const),
  }),
  fc.record({ do: fc.constant('decline' as const) }),
  fc.record({ do: fc.constant('ask the holder' as const) }),
  fc.record({
    do: fc.constant('charge' as const),
    leads: fc.array(
      fc.record({ retail: fc.integer({ min: 0, max: 500 }), wholesale: fc.integer({ min: 0, max: 9_000 }), client: fc.constantFrom(0, 1) }),
      { minLength: 1, maxLength: 6 },
    ),
  }),
  fc.record({ do: fc.constant('sell' as const), want: fc.integer({ min: 1, max: 8 }), cents: fc.integer({ min: 1, max: 20_000 }) }),
  fc.record({ do: fc.constant('run low' as const), declinedFirst: fc.boolean() }),
  fc.record({ do: fc.constant('repeat' as const) }),
  fc.record({ do: fc.constant('switch' as const), on: fc.boolean() }),
  fc.record({ do: fc.constant('refund' as const), which }),
  // Done at the provider; the books hear of it with `hear`, as late as that may be.
  fc.record({ do: fc.constant('give back' as const), which, share: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ do: fc.constant('dispute' as const), which }),
  fc.record({ do: fc.constant('confirm' as const), which }),
  fc.record({ do: fc.constant('hear' as const), which, times: fc.integer({ min: 1, max: 3 }) }),
);
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
