import { type Static, type TSchema, Type as T } from 'typebox';
import type { Ctx } from './context.ts';
import type { RouteDef } from './route.ts';

type Opt = TSchema | undefined;
/** What a route that goes before another has in common with it: input and rights. */
type Terms = Omit<Partial<RouteDef>, 'ability' | 'handler' | 'response'> & Pick<RouteDef, 'ability'>;

/** Input and rights of a route, for one that goes before it. */
export function termsOf<P extends Opt, Q extends Opt, B extends Opt, R extends TSchema>(route: RouteDef<P, Q, B, R>): Terms {
  const { ability, feature, params, body, scope, rate, anyAal, stepUp, withoutStepUp, sensitive, viewMode, charges } = route;
  const terms = { feature, params, body, scope, rate, anyAal, stepUp, withoutStepUp, sensitive, viewMode, charges };
  return { ability, ...Object.fromEntries(Object.entries(terms).filter(([, term]) => term !== undefined)) } as Terms;
}

/** What a rehearsal answers when nothing stands in the way; else it answers what the call would. */
export const Rehearsed = T.Object({ result: T.Literal('success') });

/**
 * The route, and beside it the one that says whether it would be refused: of the same path, input, rights and refusals, never changing
 * anything. With it people see what would become of many rows before they act on them.
 */
export const rehearsable = <P extends Opt, Q extends Opt, B extends Opt, R extends TSchema>(
  route: RouteDef<P, Q, B, R>,
): [RouteDef<P, Q, B, R>, RouteDef] => [
  { ...route, rehearsal: `${route.id}-rehearsal` },
  {
    ...termsOf(route),
    id: `${route.id}-rehearsal`,
    method: 'POST',
    path: `${route.path}/rehearsal`,
    summary: `Whether this would be refused: ${route.summary}`,
    db: 'intent',
    unlogged: 'what it does is taken back',
    response: Rehearsed,
    async handler(ctx, input): Promise<Static<typeof Rehearsed>> {
      await rehearsed(ctx, (inner) => route.handler(inner, input as never));
      return { result: 'success' };
    },
  },
];

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
