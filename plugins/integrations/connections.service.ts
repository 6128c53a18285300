import { randomUUID } from 'node:crypto';
import { conflict, Connectors, type ConnectorDef, type Ctx, invalid, type Outcome } from '../../core/contract.ts';
import {
  connectionFor,
  connectionsOf,
  type ConnectionRow,
  deleteConnection,
  insertConnection,
  noteResult,
  showUntil,
  switchConnection,
  updateConnection,
} from './connections.store.ts';
import type { ConnectionFields, IntegrationsApi } from './contract.ts';
import { generated, openAuth, sealAll, splitFields } from './credentials.ts';
import { deliverJob } from './deliver.jobs.ts';
import { actionOf, fakeLead, plainNote } from './lead.ts';

const MOST_CONNECTIONS = 20;
/** Minutes in which a value made by the platform can be copied. */
const SHOWN_MINUTES = 15;

export const integrationsOf = (ctx: Ctx): IntegrationsApi => ({
  connect: (connector, fields) => connect(ctx, connector, fields),
  change: (id, connector, fields) => change(ctx, id, connector, fields),
});

async function connect(ctx: Ctx, connector: ConnectorDef, fields: ConnectionFields) {
  refuseUnreachable(ctx, connector, fields);
  if ((await connectionsOf(ctx)).length >= MOST_CONNECTIONS)
    throw conflict('integrations.too-many', { params: { limit: MOST_CONNECTIONS } });
  const made = generated(connector);
  const { config, secret } = splitFields(connector, fields);
  const name = fields.name?.trim() || connector.title;
  const id = await insertConnection(ctx, { connector: connector.id, name, config });
  await updateConnection(ctx, id, { secrets: await sealAll(ctx, ctx.tenant.id, id, { ...secret, ...made }) });
  if (Object.keys(made).length > 0) await showUntil(ctx, id, SHOWN_MINUTES);
  await ctx.audit({ action: 'integrations.connected', description: `Connected ${connector.title} as ${name}`, target: String(id) });
  return { id, generated: made, message: ctx.t('integrations.connected', { name }) };
}

async function change(ctx: Ctx, id: number, connector: ConnectorDef, fields: ConnectionFields) {
  const row = await connectionFor(ctx, id, 'update');
  if (row.connector !== connector.id) throw invalid('connector', 'integrations.other-connector');
  refuseUnreachable(ctx, connector, fields);
  const { config, secret } = splitFields(connector, fields);
  const name = fields.name?.trim() ?? row.name;
  await updateConnection(ctx, id, { name, config, secrets: { ...row.secrets, ...(await sealAll(ctx, row.company_id, id, secret)) } });
  await ctx.audit({ action: 'integrations.changed', description: `Changed the connection ${name}`, target: String(id) });
  await ctx.wake(deliverJob);
  return { message: ctx.t('integrations.saved') };
}

/** Turns a connection on or off. Off keeps what waits; leads that come meanwhile are not sent later. */
export async function setEnabled(ctx: Ctx, id: number, on: boolean): Promise<ConnectionRow> {
  const row = await connectionFor(ctx, id, 'update');
  await switchConnection(ctx, id, on);
  await ctx.audit({
    action: on ? 'integrations.enabled' : 'integrations.disabled',
    description: `Switched ${row.name} ${on ? 'on' : 'off'}`,
    target: String(id),
  });
  if (on) await ctx.wake(deliverJob);
  return row;
}

export async function removeConnection(ctx: Ctx, id: number): Promise<ConnectionRow> {
  const row = await connectionFor(ctx, id, 'delete');
  await deleteConnection(ctx, id);
  await ctx.audit({ action: 'integrations.removed', description: `Removed the connection ${row.name}`, target: String(id) });
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
  await ctx.audit({ action: 'integrations.secret-renewed', description: `Made a new secret for ${row.name}`, target: String(id) });
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

/** Sends a clearly fake lead the way a real one goes and answers what the other end said. Opens its own transactions. */
export async function sendTest(ctx: Ctx, id: number): Promise<Outcome> {
  const row = await ctx.transaction((tx) => connectionFor(tx, id, 'update'));
  const connectors = ctx.use(Connectors);
  const connector = connectors.find(row.connector);
  if (!connector) throw conflict('integrations.gone');
  const outcome = await connectors.run({
    connector,
    action: actionOf(connector),
    auth: await openAuth(ctx, row),
    deliveryId: `test-${randomUUID()}`,
    input: fakeLead(ctx.now),
  });
  await ctx.transaction((tx) => noteResult(tx, id, plainNote(outcome.note ?? '')));
  return outcome;
}

function refuseUnreachable(ctx: Ctx, connector: ConnectorDef, fields: ConnectionFields): void {
  const field = ctx.use(Connectors).refusedField(connector, fields);
  if (field) throw invalid(field, 'core.problem.egress');
}
