import { conflict, type ConnectorDef, Connectors, type Ctx, invalid } from '../../../core/contract.ts';
import { isByFault, releaseHeld, settle } from './connection-state.store.ts';
import { connectionsOf, type ConnectionRow, insertConnection, noteResult, reopen, updateConnection } from './connections.store.ts';
import type { ConnectionFields } from './contract.ts';
import { ofConnection, sealAll } from './credentials.ts';
import { deliverJob } from './deliver.jobs.ts';
import type { Proof } from './tests.service.ts';
import { usualTriggers } from './triggers/sample.ts';
import { forgetSteps, NOTHING_UNSENT, type Unsent, unsentOf } from './deliveries.store.ts';

const MOST_CONNECTIONS = 20;

export const nameOf = (ctx: Ctx, connector: ConnectorDef, fields: ConnectionFields): string =>
  fields.name?.trim() || ctx.t(connector.title);

interface Kept extends Omit<Proof, 'learned'> {
  name: string;
  config: Record<string, unknown>;
  secret: Record<string, string>;
}

/** The connection works, and what was said before is over. */
async function noteProof(tx: Ctx, id: number, { proven, said }: Kept): Promise<void> {
  if (!proven) return;
  await settle(tx, id, { state: 'ok' });
  await noteResult(tx, id, said);
}

/** Keeps a new connection; `proven`: its credentials were accepted. Throws 409 where the company has too many. */
export async function addConnection(tx: Ctx, connector: ConnectorDef, its: Kept): Promise<number> {
  const { name, config, secret } = its;
  await refuseTooMany(tx);
  const id = await insertConnection(tx, { connector: connector.id, name, config, triggers: usualTriggers(tx, connector) });
  await updateConnection(tx, id, { secrets: await sealAll(tx, tx.tenant.id, ofConnection(id), secret) });
  await noteProof(tx, id, its);
  await tx.audit({
    action: 'integrations.connected',
    description: `Connected ${tx.t(connector.title)} as ${name}`,
    target: String(id),
    params: { name },
  });
  return id;
}

/** Keeps what the other system has taken. One that a person switched off stays off; secrets that are left out stay. Answers how many held leads go out now. */
export async function replaceCredentials(tx: Ctx, row: ConnectionRow, its: Kept & { reopen: boolean }): Promise<number> {
  const { id, company_id: company } = row;
  const secrets = { ...row.secrets, ...(await sealAll(tx, company, ofConnection(id), its.secret)) };
  await updateConnection(tx, id, { name: its.name, config: its.config, secrets });
  // What was made for a lead by the steps before belongs to the list or account that was chosen then.
  if (!sameConfig(row.config, its.config)) await forgetSteps(tx, id);
  if (its.reopen && (row.enabled || row.state === 'disabled')) await reopen(tx, id);
  await noteProof(tx, id, its);
  await tx.wake(deliverJob);
  return its.reopen && isByFault(row.state) ? releaseHeld(tx, id) : 0;
}

/** What somebody is told who has put a connection right. Leads that are held because it was off are offered where they stand. */
export async function saidOfHeld(tx: Ctx, id: number, released: number): Promise<{ message: string; go?: string }> {
  if (released > 0) return { message: tx.t('integrations.saved.sending', { count: released }) };
  const { held } = await unsent(tx, id);
  return held > 0
    ? { message: tx.t('integrations.saved.held', { count: held }), go: `/integrations/${id}` }
    : { message: tx.t('integrations.saved') };
}

export const sameConfig = (one: Record<string, unknown>, other: Record<string, unknown>): boolean => {
  const fields = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...fields].every((field) => JSON.stringify(one[field]) === JSON.stringify(other[field]));
};

export const unsent = async (tx: Ctx, id: number): Promise<Unsent> => (await unsentOf(tx, [id])).get(id) ?? NOTHING_UNSENT;

export async function refuseTooMany(tx: Ctx): Promise<void> {
  if ((await connectionsOf(tx)).length >= MOST_CONNECTIONS)
    throw conflict('integrations.too-many', { params: { limit: MOST_CONNECTIONS } });
}

/** Throws 409 where the operator has not set the system up. */
export function refuseUnready(ctx: Ctx, connector: ConnectorDef): void {
  if (!ctx.use(Connectors).isSetUp(connector)) throw conflict('core.connectors.unregistered', { params: { title: connector.title } });
}

export function refuseUnreachable(ctx: Ctx, connector: ConnectorDef, fields: ConnectionFields): void {
  const field = ctx.use(Connectors).refusedField(connector, fields);
  if (field) throw invalid(field, 'core.problem.egress');
}
