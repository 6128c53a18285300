import { type ConnectorDef, Connectors, type Ctx, conflict, denied, invalid, type Tokens } from '../../../../core/contract.ts';
import { addConnection, nameOf, refuseTooMany, refuseUnreachable, replaceCredentials, saidOfHeld } from '../keep-connection.ts';
import { connectionFor, type ConnectionRow } from '../connections.store.ts';
import type { ConnectionFields } from '../contract.ts';
import { generated, openAuth, splitFields, TOKENS } from '../credentials.ts';
import { provenOrThrow, refuseCredentials } from '../tests.service.ts';
import { begun, isOfSession, readState, verifierOf } from './authorization.ts';
import { type Begun, insertAuthorization, takeAuthorization } from './authorizations.store.ts';
import { STATE_KEY } from './callback.raw.ts';

/** Answers the address at the other system where the person lets the platform in. No connection is made until they come back. */
export async function beginAuthorization(ctx: Ctx, connector: ConnectorDef, fields: ConnectionFields): Promise<{ leave: string }> {
  refuseUnreachable(ctx, connector, fields);
  await ctx.transaction(refuseTooMany);
  const { config, secret } = splitFields(connector, fields);
  return leave(ctx, connector, { connector: connector.id, connection_id: null, name: nameOf(ctx, connector, fields), config, secret });
}

/** The same for a connection that there is, with the fields that it has. Throws 409 where its system is not signed in to. */
export async function authorizeAgain(ctx: Ctx, id: number): Promise<{ leave: string }> {
  const row = await ctx.transaction((tx) => connectionFor(tx, id, 'update'));
  const connector = ctx.use(Connectors).find(row.connector);
  if (!connector?.auth.oauth) throw conflict('integrations.no-authorization');
  return leave(ctx, connector, { connector: connector.id, connection_id: id, name: row.name, config: row.config, secret: {} });
}

async function leave(ctx: Ctx, connector: ConnectorDef, what: Begun): Promise<{ leave: string }> {
  const key = ctx.secrets.key(STATE_KEY);
  const { about, origin } = await ctx.transaction(async (tx) => ({
    about: await insertAuthorization(tx, what),
    origin: await tx.origin(),
  }));
  const state = begun(key, { companyId: ctx.tenant.id, sessionId: ctx.sessionId ?? '', origin, about, now: ctx.now.getTime() });
  return { leave: await ctx.use(Connectors).authorizeUrl(connector, { state, verifier: verifierOf(key, state) }) };
}

/**
 * Exchanges what the other system gave the browser, proves it and keeps it. Only the session that began may finish, within ten minutes and once. Throws
 * 422 where that is not so, or where the other system refuses.
 */
export async function finishAuthorization(ctx: Ctx, code: string, state: string): Promise<{ message: string; go: string }> {
  const key = ctx.secrets.key(STATE_KEY);
  const authorization = readState(key, state, ctx.now.getTime());
  const isOwn = authorization !== null && isOfSession(authorization, ctx.tenant.id, ctx.sessionId ?? '');
  const what = isOwn ? await ctx.transaction((tx) => takeAuthorization(tx, authorization.about)) : null;
  if (!what) throw invalid('state', 'integrations.authorized.over');
  const connector = ctx.use(Connectors).find(what.connector);
  if (!connector) throw conflict('integrations.gone');
  const tokens = await ctx.use(Connectors).exchange(connector, { code, state, verifier: verifierOf(key, state) });
  if ('ok' in tokens) return refuseCredentials(ctx, connector, tokens);
  return what.connection_id === null ? added(ctx, connector, what, tokens) : renewed(ctx, connector, what, what.connection_id, tokens);
}

const sealable = ({ access, refresh, until }: Tokens, before = ''): Record<string, string> => ({
  [TOKENS]: JSON.stringify({ access, refresh: refresh ?? before, until }),
});

async function added(ctx: Ctx, connector: ConnectorDef, { name, config: given, secret }: Begun, tokens: Tokens) {
  if (!ctx.can('create', 'Connection', { company_id: ctx.tenant.id })) throw denied();
  const made = generated(connector);
  const told = { ...given, ...tokens.given };
  const { proven, learned, said } = await provenOrThrow(ctx, connector, { auth: { ...told, ...secret, ...made }, token: tokens.access });
  const config = { ...told, ...learned };
  const id = await ctx.transaction((tx) =>
    addConnection(tx, connector, { name, config, secret: { ...secret, ...made, ...sealable(tokens) }, proven, said }),
  );
  return { message: ctx.t(proven ? 'integrations.connected' : 'integrations.connected.untested', { name }), go: `/integrations/${id}` };
}

async function renewed(ctx: Ctx, connector: ConnectorDef, { name }: Begun, id: number, tokens: Tokens) {
  const before = await ctx.transaction((tx) => connectionFor(tx, id, 'update'));
  const auth = { ...(await openAuth(ctx, before)), ...tokens.given };
  const { proven, learned, said } = await provenOrThrow(ctx, connector, { auth, token: tokens.access, id });
  const config = { ...before.config, ...tokens.given, ...learned };
  return ctx.transaction(async (tx) => {
    const row: ConnectionRow = await connectionFor(tx, id, 'update');
    const released = await replaceCredentials(tx, row, { name: row.name, config, secret: sealable(tokens), reopen: true, proven, said });
    await tx.audit({
      action: 'integrations.authorized',
      description: `Signed in again at ${tx.t(connector.title)} for ${row.name}`,
      target: String(id),
      params: { name },
    });
    return { ...(await saidOfHeld(tx, id, released)), go: `/integrations/${id}` };
  });
}
