import type { Credentials } from 'google-auth-library';
import type { Ctx } from '../../../../core/contract.ts';
import { type Fault, faultOf } from '../faults.ts';
import { type GoogleApi, type GoogleKeys, googleOf } from '../google.ts';
import { type AccountRow, openToken } from './account.store.ts';

/** Access tokens of this process, by refresh token: an hour each, and never stored. */
const tokens = new Map<string, Credentials>();
const MOST_TOKENS = 1_000;

/** Makes calls in the name of an account. Answers what they do, or the fault that the first of them ended with. Never inside a transaction. */
export async function callsAs<R extends object>(
  ctx: Ctx,
  keys: GoogleKeys,
  account: AccountRow,
  work: (google: GoogleApi) => Promise<R>,
): Promise<R | Fault> {
  let refresh: string;
  try {
    refresh = await openToken(ctx, account);
  } catch {
    return { kind: 'reauthorise', after: null, note: '' };
  }
  const google = await googleOf(ctx.http, keys, { ...tokens.get(refresh), refresh_token: refresh });
  try {
    return await work(google);
  } catch (error) {
    return faultOf(error, ctx.now.getTime(), [refresh, google.oauth.credentials.access_token ?? '', keys.clientSecret]);
  } finally {
    keep(refresh, google.oauth.credentials);
  }
}

export const isFault = (result: object): result is Fault => 'kind' in result && 'note' in result && 'after' in result;

function keep(refresh: string, { access_token: access, expiry_date: until }: Credentials): void {
  tokens.delete(refresh);
  if (!access || !until) return;
  if (tokens.size >= MOST_TOKENS) tokens.clear();
  tokens.set(refresh, { access_token: access, expiry_date: until });
}
