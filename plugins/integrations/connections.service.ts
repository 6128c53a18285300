import { conflict, type ConnectorDef, Connectors, type Ctx, invalid } from '../../core/contract.ts';
import {
  connectionFor,
  type ConnectionRow,
  deleteConnection,
  reopen,
  showUntil,
  switchOff,
  updateConnection,
} from './connections.store.ts';
import type { ConnectionFields, IntegrationsApi } from './contract.ts';
import { generated, ofConnection, openAuth, sealAll, splitFields, TOKENS } from './credentials.ts';
import { holdWaiting } from './deliveries.store.ts';
import {
  addConnection,
  nameOf,
  refuseTooMany,
  refuseUnreachable,
  replaceCredentials,
  sameConfig,
  saidOfHeld,
  unsent,
} from './keep-connection.ts';
import { beginAuthorization } from './oauth/authorizations.service.ts';
import { revokeJob } from './oauth/revoke.job.ts';
import { goodToken } from './oauth/tokens.ts';
import { provenOrThrow } from './tests.service.ts';

/** Minutes in which a value made by the platform can be copied. */
const SHOWN_MINUTES = 15;

export const integrationsOf = (ctx: Ctx): IntegrationsApi => ({
  connect: (connector, fields) => connect(ctx, connector, fields),
  change: (id, connector, fields) => change(ctx, id, connector, fields),
  authorize: (connector, fields) => beginAuthorization(ctx, connector, fields),
});

/** Nothing is kept unless the other system takes the credentials. Opens its own transactions around the call. */
async function connect(ctx: Ctx, connector: ConnectorDef, fields: ConnectionFields) {
  refuseUnreachable(ctx, connector, fields);
  await ctx.transaction(refuseTooMany);
  const made = generated(connector);
  const { config, secret } = splitFields(connector, fields);
  const proven = await provenOrThrow(ctx, connector, { auth: { ...config, ...secret, ...made } });
  const name = nameOf(connector, fields);
  const id = await ctx.transaction(async (tx) => {
    const added = await addConnection(tx, connector, { name, config, secret: { ...secret, ...made }, proven });
    if (Object.keys(made).length > 0) await showUntil(tx, added, SHOWN_MINUTES);
    return added;
  });
  return { id, generated: made, message: ctx.t(proven ? 'integrations.connected' : 'integrations.connected.untested', { name }) };
}

/** New credentials replace the old ones only when the other system takes them. A connection that had closed opens again. */
async function change(ctx: Ctx, id: number, connector: ConnectorDef, fields: ConnectionFields) {
  const { config: given, secret } = splitFields(connector, fields);
  const before = await ctx.transaction((tx) => connectionFor(tx, id, 'update'));
  if (before.connector !== connector.id) throw invalid('connector', 'integrations.other-connector');
  refuseUnreachable(ctx, connector, fields);
  const config = { ...given, ...learned(connector, before.config) };
  const renamedOnly = Object.keys(secret).length === 0 && sameConfig(before.config, config) && before.state === 'ok';
  const proven = !renamedOnly && (await provenAgain(ctx, connector, { ...before, config }, secret));
  return ctx.transaction(async (tx) => {
    const row = await connectionFor(tx, id, 'update');
    if (row.revision !== before.revision) throw conflict('integrations.changed-meanwhile');
    const name = fields.name?.trim() ?? row.name;
    const released = await replaceCredentials(tx, row, { name, config, secret, reopen: !renamedOnly, proven });
    await tx.audit({ action: 'integrations.changed', description: `Changed the connection ${name}`, target: String(id), params: { name } });
    return saidOfHeld(tx, id, released);
  });
}

/** What the other system told when it was authorised, which no form brings. */
const learned = (connector: ConnectorDef, config: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.keys(connector.auth.oauth?.gives ?? {}).flatMap((field) => (field in config ? [[field, config[field]]] : [])));

/** What is left of the stored secrets is not opened unless it is needed: a new key in place of one that does not open is taken. */
async function provenAgain(ctx: Ctx, connector: ConnectorDef, changed: ConnectionRow, secret: Record<string, string>): Promise<boolean> {
  const secrets = Object.fromEntries(Object.entries(changed.secrets).filter(([field]) => !(field in secret)));
  const auth = { ...(await openAuth(ctx, { ...changed, secrets })), ...secret };
  if (!connector.auth.oauth) return provenOrThrow(ctx, connector, { auth, id: changed.id });
  const token = await goodToken(ctx, connector, changed);
  // Signing in there is another button: what was entered is kept for it.
  return typeof token === 'string' && (await provenOrThrow(ctx, connector, { auth, token, id: changed.id }));
}

/** Turns a connection on or off. What waits, and what comes while it is off, is held; answers how many leads are. */
export async function setEnabled(ctx: Ctx, id: number, on: boolean): Promise<{ name: string; held: number }> {
  const { name, enabled } = await connectionFor(ctx, id, 'update');
  if (on && !enabled) await reopen(ctx, id);
  if (!on && enabled) {
    await switchOff(ctx, id);
    await holdWaiting(ctx, id);
  }
  await ctx.audit({
    action: on ? 'integrations.enabled' : 'integrations.disabled',
    description: `Switched ${name} ${on ? 'on' : 'off'}`,
    target: String(id),
    params: { name },
  });
  return { name, held: (await unsent(ctx, id)).held };
}

export async function removeConnection(ctx: Ctx, id: number): Promise<ConnectionRow> {
  const row = await connectionFor(ctx, id, 'delete');
  await deleteConnection(ctx, id);
  const tokens = row.secrets[TOKENS];
  if (tokens)
    await ctx.enqueue(
      revokeJob,
      { connector: row.connector, company: row.company_id, connection: id, tokens },
      { key: `connection ${id}` },
    );
  await ctx.audit({
    action: 'integrations.removed',
    description: `Removed the connection ${row.name}`,
    target: String(id),
    params: { name: row.name },
  });
  return row;
}

/** Makes the platform's own values anew; the old ones stop at once. Throws 409 when the connector has none. */
export async function renewSecrets(ctx: Ctx, id: number): Promise<void> {
  const row = await connectionFor(ctx, id, 'update');
  const connector = ctx.use(Connectors).find(row.connector);
  const made = connector ? generated(connector) : {};
  if (Object.keys(made).length === 0) throw conflict('integrations.no-secret');
  await updateConnection(ctx, id, { secrets: { ...row.secrets, ...(await sealAll(ctx, row.company_id, ofConnection(id), made)) } });
  await showUntil(ctx, id, SHOWN_MINUTES);
  await ctx.audit({
    action: 'integrations.secret-renewed',
    description: `Made a new secret for ${row.name}`,
    target: String(id),
    params: { name: row.name },
  });
}

/** The values made by the platform, while they may still be read; never to somebody who looks through another's account. */
export async function shownSecrets(ctx: Ctx, id: number): Promise<{ open: boolean; secret: string }> {
  const row = await connectionFor(ctx, id, 'update');
  const connector = ctx.use(Connectors).find(row.connector);
  if (!connector?.generate || ctx.viewedBy || !row.shown_until || row.shown_until <= ctx.now) return { open: false, secret: '' };
  const auth = await openAuth(ctx, row);
  return {
    open: true,
    secret: Object.keys(connector.generate)
      .map((field) => String(auth[field] ?? ''))
      .join('\n'),
  };
}

/** The owner has copied the values: nobody reads them any more. */
export async function endShowing(ctx: Ctx, id: number): Promise<void> {
  await connectionFor(ctx, id, 'update');
  await showUntil(ctx, id, 0);
}
