import { conflict, type Ctx, invalid, Problem } from '../../../../core/contract.ts';
import { type Fault, faultOf } from '../faults.ts';
import { Google, type GoogleApi, type GoogleKeys, googleOf, SCOPE } from '../google.ts';
import {
  accountById,
  accountOf,
  type AccountRow,
  forgetAccount,
  noteAccount,
  openToken,
  restAccount,
  saveAccount,
} from './account.store.ts';
import { begun, challengeOf, isOfSession, readState, verifierOf } from '../../integrations/shared.ts';
import { STATE_KEY } from './callback.raw.ts';
import { callsAs, isFault } from './calls.ts';
import { TOPIC } from '../topic.ts';

/** The platform's registration with Google; throws 409 where the operator has not set it. */
export function keysOf(ctx: Ctx): GoogleKeys {
  const keys = ctx.service(Google);
  if (!keys) throw conflict('connector-google-sheets.problem.unconfigured');
  return keys;
}

/** Answers the address at Google where the person chooses an account. Nothing is stored until they come back. */
export async function beginAuthorization(ctx: Ctx): Promise<string> {
  const keys = keysOf(ctx);
  const key = ctx.secrets.key(STATE_KEY);
  const origin = await ctx.transaction((tx) => tx.origin());
  const state = begun(key, { companyId: ctx.tenant.id, sessionId: ctx.sessionId ?? '', origin, now: ctx.now.getTime() });
  const { oauth } = await googleOf(ctx.http, keys);
  return oauth.generateAuthUrl({
    access_type: 'offline',
    // Google gives a refresh token only to somebody whom it asks.
    prompt: 'consent',
    include_granted_scopes: false,
    scope: [SCOPE],
    state,
    code_challenge: challengeOf(verifierOf(key, state)),
    code_challenge_method: 'S256' as never,
  });
}

/** Exchanges what Google gave the browser. Only the session that began may finish, within ten minutes; Google takes each code once. */
export async function finishAuthorization(ctx: Ctx, code: string, state: string): Promise<{ email: string }> {
  const keys = keysOf(ctx);
  const key = ctx.secrets.key(STATE_KEY);
  const begunBy = readState(key, state, ctx.now.getTime());
  if (!begunBy || !isOfSession(begunBy, ctx.tenant.id, ctx.sessionId ?? ''))
    throw invalid('state', 'connector-google-sheets.problem.state');
  const google = await googleOf(ctx.http, keys);
  const { refresh, access } = await exchanged(ctx, google, code, verifierOf(key, state));
  google.oauth.setCredentials({ access_token: access, refresh_token: refresh });
  const email = await emailOf(ctx, google);
  await ctx.transaction(async (tx) => {
    const id = await saveAccount(tx, email, refresh);
    await tx.audit({
      action: 'connector-google-sheets.connected',
      description: `Connected the Google account ${email}`,
      target: String(id),
      params: { email },
    });
    await tx.live(TOPIC, tx.tenant.id);
  });
  return { email };
}

async function exchanged(ctx: Ctx, { oauth }: GoogleApi, code: string, codeVerifier: string): Promise<{ refresh: string; access: string }> {
  const { tokens } = await oauth.getToken({ code, codeVerifier }).catch((error: unknown) => {
    throw refusal(faultOf(error, ctx.now.getTime(), [code, codeVerifier]));
  });
  const { refresh_token: refresh, access_token: access, scope } = tokens;
  // Google lets people untick what is asked for.
  if (refresh && access && scope?.split(' ').includes(SCOPE)) return { refresh, access };
  if (refresh ?? access) await oauth.revokeToken((refresh ?? access)!).catch(() => undefined);
  throw new Problem(422, 'connector-google-sheets.problem.scope');
}

async function emailOf(ctx: Ctx, { drive }: GoogleApi): Promise<string> {
  try {
    const { data } = await drive.about.get({ fields: 'user(emailAddress)' });
    if (data.user?.emailAddress) return data.user.emailAddress;
  } catch (error) {
    throw refusal(faultOf(error, ctx.now.getTime()));
  }
  throw new Problem(422, 'connector-google-sheets.problem.refused', { params: { response: 'no e-mail address' } });
}

const refusal = ({ kind, note }: Fault): Problem =>
  kind === 'rest'
    ? new Problem(422, 'connector-google-sheets.problem.unanswered')
    : new Problem(422, 'connector-google-sheets.problem.refused', { params: { response: note } });

/** Asks Google whether it still lets the platform in; writes nothing there. Throws 404 without an account. */
export async function checkAccount(ctx: Ctx): Promise<Fault | null> {
  const account = await ctx.transaction((tx) => accountOf(tx, ctx.tenant.id));
  if (!account || account.state === 'revoked') throw conflict('connector-google-sheets.problem.none');
  const fault = await callsAs(ctx, keysOf(ctx), account, ({ drive }) => drive.about.get({ fields: 'user(emailAddress)' }));
  await ctx.transaction(async (tx) => {
    await noteFault(tx, account, isFault(fault) ? fault : null);
    await tx.live(TOPIC, account.company_id);
  });
  return isFault(fault) ? fault : null;
}

/** Seconds for which nobody calls Google for an account after n failures in a row. */
const RESTS = [5, 15, 60, 300, 900];

/** What a call showed of the account itself; what concerns one spreadsheet shows that the account works. */
export async function noteFault(tx: Ctx, account: AccountRow, fault: Fault | null): Promise<void> {
  if (fault?.kind === 'reauthorise') {
    if (await noteAccount(tx, account, { state: 'reauthorise', note: fault.note })) await tx.wake(TELL);
  } else if (fault?.kind === 'rest') {
    const { failures = 0 } = (await accountById(tx, account.id)) ?? {};
    await restAccount(tx, account.id, fault.after ?? RESTS[Math.min(failures, RESTS.length - 1)]!, fault.note);
  } else await noteAccount(tx, account, { state: 'ok', note: fault?.note ?? '' });
}
/** The job that tells owners of what does not work. */
export const TELL = { id: 'connector-google-sheets.tell' } as const;

/** Gives access up, here at once and at Google as far as it answers. Answers whether Google took note. */
export async function revokeAccount(ctx: Ctx): Promise<boolean> {
  const account = await ctx.transaction(async (tx) => {
    const found = await accountOf(tx, ctx.tenant.id, true);
    if (!found || found.state === 'revoked') throw conflict('connector-google-sheets.problem.none');
    await forgetAccount(tx, found.id);
    await tx.audit({
      action: 'connector-google-sheets.revoked',
      description: `Disconnected the Google account ${found.email}`,
      target: String(found.id),
      params: { email: found.email },
    });
    await tx.live(TOPIC, tx.tenant.id);
    return found;
  });
  const keys = ctx.service(Google);
  if (!keys) return false;
  try {
    const { oauth } = await googleOf(ctx.http, keys);
    await oauth.revokeToken(await openToken(ctx, account));
    return true;
  } catch (error) {
    ctx.log.warn({ account: account.id, problem: faultOf(error, ctx.now.getTime()).kind }, 'Google did not take the revocation');
    return false;
  }
}
