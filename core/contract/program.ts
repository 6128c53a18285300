import type { Static, TSchema } from 'typebox';
import type { Ctx } from './context.ts';
import type { RouteInput } from './route.ts';

type Opt = TSchema | undefined;

/** A piece of software that calls the API with credentials of its own, in the name of whoever made these. */
export interface Program {
  /** Of its credentials, a uuid. */
  readonly id: string;
  readonly name: string;
  /** What its token is good for. */
  readonly scopes: readonly string[];
  /** It works on made-up data: no handler of a route runs for it, only what the route has for the sandbox. */
  readonly sandbox: boolean;
}

/**
 * That a route answers programs too; all others refuse them. The scope takes the place of a fresh password: it was granted with one, when the
 * credentials were made.
 */
export interface ProgramUse<P extends Opt, Q extends Opt, B extends Opt, R extends TSchema> {
  /** What the token must be good for, such as `notes:read`; null: any token of the company. */
  scope: string | null;
  /** Its heading in the reference of the API, and what is to be known beside the summary. */
  group: string;
  description?: string;
  /** What takes the place of the handler for a program of the sandbox. It charges nothing and sends nothing. */
  sandbox(ctx: Ctx, input: RouteInput<P, Q, B>): Promise<Static<R>>;
}

/** Id and secret as HTTP's Basic authentication carries them; empty where a call brings none. */
export interface BasicCredentials {
  readonly id: string;
  readonly secret: string;
}
