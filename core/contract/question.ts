import { type Static, type TSchema, Type as T } from 'typebox';
import type { Ctx } from './context.ts';
import { termsOf } from './rehearsal.ts';
import type { RouteDef, RouteInput } from './route.ts';

/** What a person is asked before a call: texts in their language. */
export const Question = T.Object({ title: T.String(), body: T.String(), button: T.String() });
export type Question = Static<typeof Question>;
export const Asked = T.Object({ question: T.Union([Question, T.Null()]) });

type Opt = TSchema | undefined;

/**
 * The route, and beside it the one that says what is asked before it: of the same path, input and rights, never changing anything. Null:
 * nothing needs to be asked.
 */
export const asking = <P extends Opt, Q extends Opt, B extends Opt, R extends TSchema>(
  route: RouteDef<P, Q, B, R>,
  question: (ctx: Ctx, input: RouteInput<P, Q, B>) => Promise<Question | null>,
): [RouteDef, RouteDef] => [
  { ...route, asks: `${route.id}-question` },
  {
    // What a charge would be is found out by beginning it and taking that back: it may charge as well.
    ...termsOf(route),
    id: `${route.id}-question`,
    method: 'POST',
    path: `${route.path}/question`,
    summary: `What a person is asked before: ${route.summary}`,
    db: 'intent',
    unlogged: 'it only asks, and changes nothing',
    ...(route.ability === 'public' ? { spends: [] } : {}),
    // Who asks and decides has not used up a try.
    ...(route.rate ? { countedApart: true as const } : {}),
    response: Asked,
    handler: async (ctx, input) => ({ question: await question(ctx, input as RouteInput<P, Q, B>) }),
  },
];
