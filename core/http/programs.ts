import { NO_RIGHTS, NOBODY, type Principal } from '../access/principal.ts';
import { type BasicCredentials, type Ctx, Problem, type Program, type RateDef, type RouteDef, type RouteInput } from '../contract.ts';
import type { Kernel } from '../kernel.ts';

/** Calls of one program. The sandbox is counted apart, for its credentials are others. */
export const PROGRAM_RATE: RateDef = { id: 'core.programs', points: 600, seconds: 60, by: 'account' };

/** Counts a call of a program, and says in the answer's headers how many are left. Throws 429. */
export async function takeProgramRate(
  kernel: Kernel,
  { id }: Program,
  answer: { set(headers: Record<string, string>): void },
): Promise<void> {
  const { points, seconds } = PROGRAM_RATE;
  const policy = `"default";q=${points};w=${seconds}`;
  try {
    const left = await kernel.limiter.take(PROGRAM_RATE, id);
    answer.set({ 'ratelimit-policy': policy, ratelimit: `"default";r=${left.points};t=${left.seconds}` });
  } catch (error) {
    if (error instanceof Problem)
      answer.set({ 'ratelimit-policy': policy, ratelimit: `"default";r=0;t=${error.headers['retry-after'] ?? seconds}` });
    throw error;
  }
}

/**
 * The caller of a route, where they are a program: itself where the route answers programs and the token is good for it, nobody in particular where
 * the route answers anybody, and refused everywhere else.
 */
export function asProgram(caller: Principal, { programs, ability }: RouteDef): Principal {
  if (!caller.program) return caller;
  if (programs) {
    const { scope } = programs;
    if (scope === null || caller.program.scopes.includes(scope)) return caller;
    throw new Problem(403, 'core.problem.program-scope', {
      params: { scope },
      headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
    });
  }
  if (ability !== 'public') throw new Problem(403, 'core.problem.program');
  return { ...caller, actor: NOBODY, tenant: caller.host, rights: NO_RIGHTS, session: null, program: null };
}

type Handler = (ctx: Ctx, input: RouteInput<any, any, any>) => Promise<unknown>;

/** What runs for the caller. For a program of the sandbox that is never the handler itself. */
export function handlerOf(route: RouteDef, { program }: Principal): Handler {
  if (!program?.sandbox) return route.handler;
  if (!route.programs) throw new Error(`${route.id} has nothing for the sandbox`);
  return route.programs.sandbox;
}

/** Under which a repeated call is found again; what was done in the sandbox was not done elsewhere. */
export const operationOf = (route: RouteDef, { actor, program }: Principal): string =>
  `${route.id}:${actor.id}${program?.sandbox ? ':sandbox' : ''}`;

/** Id and secret of HTTP's Basic authentication, as OAuth encodes them (RFC 6749, 2.3.1); empty texts where there are none. */
export function basicOf(header = ''): BasicCredentials {
  const [, packed = ''] = /^Basic ([A-Za-z0-9+/=]{1,1000})$/i.exec(header) ?? [];
  const [id = '', ...rest] = Buffer.from(packed, 'base64').toString('utf8').split(':');
  return { id: decoded(id), secret: decoded(rest.join(':')) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return '';
  }
}
