import { type Ctx, invalid } from '../../../core/contract.ts';
import { type ApiScope, ApiScopes } from './contract.ts';

/** What a program needs to sign people of clients in. */
export const SIGN_IN = 'users:sign-in';
export const signInScope: ApiScope = { id: SIGN_IN, title: 'developer.scope.sign-in' };

/** All scopes that keys may have, by name. */
export const scopesOf = (ctx: Ctx): ApiScope[] => [...ctx.contributions(ApiScopes)].sort((a, b) => a.id.localeCompare(b.id));

/** The scopes asked for, each once and in order; all that there are where none was asked for. Throws 422 for one that is not there. */
export function chosenScopes(ctx: Ctx, asked: readonly string[] | undefined): string[] {
  const known = scopesOf(ctx).map(({ id }) => id);
  if (!asked || asked.length === 0) return known;
  if (asked.some((id) => !known.includes(id))) throw invalid('scopes', 'developer.problem.scope');
  return known.filter((id) => asked.includes(id));
}
