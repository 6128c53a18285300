import { conflict, type ConnectorDef, Connectors, type Ctx, invalid } from '../../../core/contract.ts';
import { bulkUpdate, refuseWhileHolding } from './bulk/bulk-updates.store.ts';
import {
  connectionFor,
  connectionsOf,
  type ConnectionRow,
  deleteConnection,
  reopen,
  showUntil,
  switchOff,
  updateConnection,
  usedUntil,
} from './connections.store.ts';
import { learnedFields } from './connector-screens.ts';
import type { ConnectionFields, IntegrationsApi } from './contract.ts';
import { generated, ofConnection, openAuth, sealAll, sealBefore, splitFields, TOKENS, withoutBefore } from './credentials.ts';
import {
  addConnection,
  nameOf,
  refuseTooMany,
  refuseUnreachable,
  refuseUnready,
  replaceCredentials,
  sameConfig,
  saidOfHeld,
  unsent,
} from './keep-connection.ts';
import { beginAuthorization } from './oauth/authorizations.service.ts';
import { revokeJob } from './oauth/revoke.job.ts';
import { publishedAgain } from './published.ts';
import { goodToken } from './oauth/tokens.ts';
import { type Proof, provenOrThrow } from './tests.service.ts';

/** Minutes in which a value made by the platform can be copied. */
const SHOWN_MINUTES = 15;

export const integrationsOf = (ctx: Ctx): IntegrationsApi => ({
  connect: (connector, fields) => connect(ctx, connector, fields),
  change: (id, connector, fields) => change(ctx, id, connector, fields),
  authorize: (connector, fields) => beginAuthorization(ctx, connector, fields),
  published: (connector, required, remedy) => publishedAgain(ctx, connector, required, remedy),
  connections: async (connectorId) =>
    (await connectionsOf(ctx))
      .filter(({ connector }) => connector === connectorId)
      .map(({ id, name, config, enabled, state, template, created_at: createdAt }) => ({
        id,
        name,
        config,
        enabled,
        state,
        template,
        createdAt,
      })),
});

/** Nothing is kept unless the other system takes the credentials. Opens its own transactions around the call. */
async function connect(ctx: Ctx, connector: ConnectorDef, fields: ConnectionFields) {
  refuseUnready(ctx, connector);
  refuseUnreachable(ctx, connector, fields);
  await ctx.transaction(refuseTooMany);
  const made = generated(connector);
  const { config: given, secret } = splitFields(connector, fields);
  const { proven, learned, said } = await provenOrThrow(ctx, connector, { auth: { ...given, ...secret, ...made } });
  const config = { ...given, ...learned };
  const name = nameOf(ctx, connector, fields);
  const id = await ctx.transaction(async (tx) => {
    const added = await addConnection(tx, connector, { name, config, secret: { ...secret, ...made }, proven, said });
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
  const entered = { ...given, ...toldBefore(connector, before.config) };
  const renamedOnly = Object.keys(secret).length === 0 && sameConfig(before.config, entered) && before.state === 'ok';
  const { proven, learned, said } = renamedOnly
    ? NOTHING_PROVEN
    : await provenAgain(ctx, connector, { ...before, config: entered }, secret);
  const config = { ...entered, ...learned };
  return ctx.transaction(async (tx) => {
    const row = await connectionFor(tx, id, 'update');
    if (row.revision !== before.revision) throw conflict('integrations.changed-meanwhile');
    const name = fields.name?.trim() ?? row.name;
    const released = await replaceCredentials(tx, row, { name, config, secret, reopen: !renamedOnly, proven, said });
    await tx.audit({ action: 'integrations.changed', description: `Changed the connection ${name}`, target: String(id), params: { name } });
    return saidOfHeld(tx, id, released);
  });
}

/** What the other system told before, which no form brings. */
const toldBefore = ({ auth }: ConnectorDef, config: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(learnedFields(auth).flatMap((field) => (field in config ? [[field, config[field]]] : [])));

const NOTHING_PROVEN: Proof = { proven: false, learned: {}, said: '' };

/** What is left of the stored secrets is not opened unless it is needed: a new key in place of one that does not open is taken. */
async function provenAgain(ctx: Ctx, connector: ConnectorDef, changed: ConnectionRow, secret: Record<string, string>): Promise<Proof> {
  const secrets = Object.fromEntries(Object.entries(changed.secrets).filter(([field]) => !(field in secret)));
  const auth = { ...(await openAuth(ctx, { ...changed, secrets })), ...secret };
  if (!connector.auth.oauth) return provenOrThrow(ctx, connector, { auth, id: changed.id });
  const token = await goodToken(ctx, connector, changed);
  // Signing in there is another button: what was entered is kept for it.
  return typeof token === 'string' ? provenOrThrow(ctx, connector, { auth, token, id: changed.id }) : NOTHING_PROVEN;
}

/**
 * Turns a connection on or off. What waits, and what comes while it is off, is held; answers how many leads are. Throws 409 while what waited is not all
 * held yet.
 */
export async function setEnabled(ctx: Ctx, id: number, on: boolean): Promise<{ name: string; held: number }> {
  const { name, enabled } = await connectionFor(ctx, id, 'update');
  if (on && !enabled) {
    await refuseWhileHolding(ctx, id);
    await reopen(ctx, id);
  }
  if (!on && enabled) {
    await switchOff(ctx, id);
    await bulkUpdate(ctx, id, 'hold');
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

/** Hours for which values that the platform made are used beside those that replace them. */
const USED_HOURS = 24;

/** Makes the platform's own values anew; the old ones are used beside them for a day, and those before them no more. Throws 409 when the connector has none. */
export async function renewSecrets(ctx: Ctx, id: number): Promise<void> {
  const row = await connectionFor(ctx, id, 'update');
  const connector = ctx.use(Connectors).find(row.connector);
  const made = connector ? generated(connector) : {};
  if (Object.keys(made).length === 0) throw conflict('integrations.no-secret');
  const sealed = await sealAll(ctx, row.company_id, ofConnection(id), made);
  const before = isUnused(ctx, row) ? {} : await replaced(ctx, row, Object.keys(made));
  await updateConnection(ctx, id, { secrets: { ...row.secrets, ...sealed, ...before } });
  await usedUntil(ctx, id, USED_HOURS);
  await showUntil(ctx, id, SHOWN_MINUTES);
  await ctx.audit({
    action: 'integrations.secret-renewed',
    description: `Made a new secret for ${row.name}`,
    target: String(id),
    params: { name: row.name },
  });
}

/** Whether the newest values were made a moment ago and nobody said that they had copied them: what other systems know are those before, which stay. */
const isUnused = ({ now }: Ctx, { replaced_until: used, shown_until: shown }: ConnectionRow): boolean =>
  used !== null && used > now && shown !== null && shown > now;

/** The present values of these fields, sealed to be used beside those that replace them. */
async function replaced(ctx: Ctx, row: ConnectionRow, fields: readonly string[]): Promise<Record<string, string>> {
  const auth = await openAuth(ctx, row);
  const old = Object.fromEntries(fields.flatMap((field) => (auth[field] ? [[field, String(auth[field])]] : [])));
  return sealBefore(ctx, row.company_id, ofConnection(row.id), old);
}

/** The values that the platform made before are used no more, as after somebody has lost one. */
export async function endReplaced(ctx: Ctx, id: number): Promise<void> {
  const row = await connectionFor(ctx, id, 'update');
  await updateConnection(ctx, id, { secrets: withoutBefore(row.secrets) });
  await usedUntil(ctx, id, 0);
  await ctx.audit({
    action: 'integrations.secret-ended',
    description: `Ended the old secret of ${row.name}`,
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
