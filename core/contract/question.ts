import { type Static, type TSchema, Type as T } from 'typebox';
import type { Ctx } from './context.ts';
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
): [RouteDef, RouteDef] => {
  const { ability, feature, params, body, scope, rate, anyAal, stepUp, withoutStepUp, sensitive, viewMode } = route;
  const terms = { ability, feature, params, body, scope, rate, anyAal, stepUp, withoutStepUp, sensitive, viewMode };
  return [
    { ...route, asks: `${route.id}-question` },
    {
      ...(Object.fromEntries(Object.entries(terms).filter(([, term]) => term !== undefined)) as typeof terms & {
        ability: RouteDef['ability'];
      }),
      id: `${route.id}-question`,
      method: 'POST',
      path: `${route.path}/question`,
      summary: `What a person is asked before: ${route.summary}`,
      db: 'intent',
      unlogged: 'it only asks, and changes nothing',
      // Who asks and decides has not used up a try.
      ...(route.rate ? { countedApart: true as const } : {}),
      // What a charge would be is found out by beginning it and taking that back.
      ...(route.charges ? { charges: true as const } : {}),
      response: Asked,
      handler: async (ctx, input) => ({ question: await question(ctx, input) }),
    },
  ];
};

/** What the work would answer; whatever it writes is taken back. Never inside a transaction. */
export async function rehearsed<A>(ctx: Ctx, work: (inner: Ctx) => Promise<A>): Promise<A> {
  const done = new Done<A>();
  await ctx
    .transaction(async (inner) => {
      done.answer = await work(inner);
      throw done;
    })
    .catch((error: unknown) => {
      if (error !== done) throw error;
    });
  return done.answer;
}
/** Thrown to end a rehearsal. */
class Done<A> extends Error {
  declare answer: A;
}
