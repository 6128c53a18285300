import { conflict, Connectors, type ConnectorDef, type Ctx, invalid } from '../../core/contract.ts';
import {
  connectionFor,
  connectionsOf,
  type ConnectionRow,
  deleteConnection,
  insertConnection,
  reopen,
  showUntil,
  switchOff,
  updateConnection,
} from './connections.store.ts';
import type { ConnectionFields, IntegrationsApi } from './contract.ts';
import { generated, openAuth, sealAll, splitFields } from './credentials.ts';
import { deliverJob } from './deliver.jobs.ts';
import { holdWaiting, NOTHING_UNSENT, type Unsent, unsentOf } from './deliveries.store.ts';
import { settle } from './connection-state.store.ts';
import { provenOrThrow } from './tests.service.ts';

const MOST_CONNECTIONS = 20;
/** Minutes in which a value made by the platform can be copied. */
const SHOWN_MINUTES = 15;

export const integrationsOf = (ctx: Ctx): IntegrationsApi => ({
  connect: (connector, fields) => connect(ctx, connector, fields),
  change: (id, connector, fields) => change(ctx, id, connector, fields),
});

/** Nothing is kept unless the other system takes the credentials. Opens its own transactions around the call. */
async function connect(ctx: Ctx, connector: ConnectorDef, fields: ConnectionFields) {
  refuseUnreachable(ctx, connector, fields);
  await ctx.transaction(refuseTooMany);
  const made = generated(connector);
  const { config, secret } = splitFields(connector, fields);
  const proven = await provenOrThrow(ctx, connector, { ...config, ...secret, ...made });
  const name = fields.name?.trim() || connector.title;
  const id = await ctx.transaction(async (tx) => {
    await refuseTooMany(tx);
    const added = await insertConnection(tx, { connector: connector.id, name, config });
    await updateConnection(tx, added, { secrets: await sealAll(tx, tx.tenant.id, added, { ...secret, ...made }) });
    if (Object.keys(made).length > 0) await showUntil(tx, added, SHOWN_MINUTES);
    if (proven) await settle(tx, added, { state: 'ok' });
    await tx.audit({
      action: 'integrations.connected',
      description: `Connected ${connector.title} as ${name}`,
      target: String(added),
      params: { name },
    });
    return added;
  });
  return { id, generated: made, message: ctx.t(proven ? 'integrations.connected' : 'integrations.connected.untested', { name }) };
}

/** New credentials replace the old ones only when the other system takes them. A connection that had closed opens again. */
async function change(ctx: Ctx, id: number, connector: ConnectorDef, fields: ConnectionFields) {
  const { config, secret } = splitFields(connector, fields);
  const before = await ctx.transaction((tx) => connectionFor(tx, id, 'update'));
  if (before.connector !== connector.id) throw invalid('connector', 'integrations.other-connector');
  refuseUnreachable(ctx, connector, fields);
  const renamedOnly = Object.keys(secret).length === 0 && sameConfig(before.config, config) && before.state === 'ok';
  const secrets = Object.fromEntries(Object.entries(before.secrets).filter(([field]) => !(field in secret)));
  const auth = renamedOnly ? {} : { ...(await openAuth(ctx, { ...before, config, secrets })), ...secret };
  const proven = !renamedOnly && (await provenOrThrow(ctx, connector, auth));
  return ctx.transaction(async (tx) => {
    const row = await connectionFor(tx, id, 'update');
    if (row.revision !== before.revision) throw conflict('integrations.changed-meanwhile');
    const name = fields.name?.trim() ?? row.name;
    await updateConnection(tx, id, { name, config, secrets: { ...row.secrets, ...(await sealAll(tx, row.company_id, id, secret)) } });
    // One that was switched off by a person stays off.
    if (!renamedOnly && (row.enabled || row.state === 'disabled')) await reopen(tx, id);
    if (proven) await settle(tx, id, { state: 'ok' });
    await tx.audit({ action: 'integrations.changed', description: `Changed the connection ${name}`, target: String(id), params: { name } });
    await tx.wake(deliverJob);
    const { held } = await unsent(tx, id);
    // Leads that are held meanwhile are offered where they stand.
    return held > 0
      ? { message: tx.t('integrations.saved.held', { count: held }), go: `/integrations/${id}` }
      : { message: tx.t('integrations.saved') };
  });
}

const sameConfig = (one: Record<string, unknown>, other: Record<string, unknown>): boolean => {
  const fields = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...fields].every((field) => JSON.stringify(one[field]) === JSON.stringify(other[field]));
};

const unsent = async (tx: Ctx, id: number): Promise<Unsent> => (await unsentOf(tx, [id])).get(id) ?? NOTHING_UNSENT;

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
  await updateConnection(ctx, id, { secrets: { ...row.secrets, ...(await sealAll(ctx, row.company_id, id, made)) } });
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

async function refuseTooMany(tx: Ctx): Promise<void> {
  if ((await connectionsOf(tx)).length >= MOST_CONNECTIONS)
    throw conflict('integrations.too-many', { params: { limit: MOST_CONNECTIONS } });
}

function refuseUnreachable(ctx: Ctx, connector: ConnectorDef, fields: ConnectionFields): void {
  const field = ctx.use(Connectors).refusedField(connector, fields);
  if (field) throw invalid(field, 'core.problem.egress');
}
