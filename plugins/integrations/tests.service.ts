import { randomUUID } from 'node:crypto';
import { conflict, type ConnectorDef, Connectors, type Ctx, type Outcome, Problem } from '../../core/contract.ts';
import { connectionFor, type ConnectionRow, noteFailedTest, noteResult } from './connections.store.ts';
import { openAuth } from './credentials.ts';
import { logTest } from './deliveries.store.ts';
import { Leads } from '../leads/contract.ts';
import { actionOf, fakeLead, plainNote } from './lead.ts';
import { settle } from './connection-state.store.ts';

/**
 * Asks the other system whether it takes these credentials, before they are kept. Answers false where its connector has no such call;
 * throws 422, on the field of the credentials where they are what is wrong.
 */
export async function provenOrThrow(ctx: Ctx, connector: ConnectorDef, auth: Record<string, unknown>): Promise<boolean> {
  if (!connector.test) return false;
  const outcome = await ctx.use(Connectors).run({ connector, auth, deliveryId: `check-${randomUUID()}` });
  if (outcome.ok) return true;
  const params = { title: connector.title, response: plainNote(outcome.note) };
  ctx.log.warn({ connector: connector.id, company: ctx.tenant.id, response: params.response }, 'credentials not taken');
  await ctx.transaction((tx) =>
    tx.audit({
      action: 'integrations.test-failed',
      description: `${connector.title} did not accept the credentials: ${params.response}`,
      params: { name: connector.title, response: params.response },
    }),
  );
  if (outcome.then === 'retry') throw new Problem(422, 'integrations.connect.unanswered', { params });
  const [field = 'name'] = [...connector.auth.secret, ...Object.keys(connector.auth.fields.properties as object)].filter(
    (given) => !(given in (connector.generate ?? {})),
  );
  throw new Problem(422, 'core.problem.invalid', { errors: [{ field, message: 'integrations.connect.refused', params }] });
}

/** Sends a clearly fake lead the way a real one goes and answers what the other end said. Opens its own transactions. */
export const sendTest = async (ctx: Ctx, id: number): Promise<Outcome> => {
  const further = ctx.use(Leads).furtherSample();
  return tried(ctx, id, (connector) => ({
    action: actionOf(connector),
    deliveryId: `test-${randomUUID()}`,
    input: fakeLead(ctx.now, further),
  }));
};

/** Asks the other end whether it still takes the credentials; sends no lead. Throws 409 where its connector has no such call. */
export const checkConnection = (ctx: Ctx, id: number): Promise<Outcome> =>
  tried(ctx, id, (connector) => {
    if (!connector.test) throw conflict('integrations.no-check');
    return { deliveryId: `check-${randomUUID()}` };
  });

type Trial = { action?: string; deliveryId: string; input?: Record<string, unknown> };

/** One call by hand; what it ends with is logged and says how the connection stands. */
async function tried(ctx: Ctx, id: number, trialOf: (connector: ConnectorDef) => Trial): Promise<Outcome> {
  const row = await ctx.transaction((tx) => connectionFor(tx, id, 'update'));
  const connectors = ctx.use(Connectors);
  const connector = connectors.find(row.connector);
  if (!connector) throw conflict('integrations.gone');
  const outcome = await connectors.run({ connector, ...trialOf(connector), auth: await openAuth(ctx, row) });
  await ctx.transaction((tx) => noteTest(tx, row, outcome));
  return outcome;
}

async function noteTest(tx: Ctx, { id, revision }: ConnectionRow, outcome: Outcome): Promise<void> {
  const now = await connectionFor(tx, id, 'update');
  const response = plainNote(outcome.note ?? '');
  await noteResult(tx, id, response);
  await logTest(tx, now, outcome.ok, response);
  await tx.audit({
    action: outcome.ok ? 'integrations.tested' : 'integrations.test-failed',
    description: `Tested ${now.name}: ${response}`,
    target: String(id),
    params: { name: now.name, response },
  });
  if (now.revision !== revision) return;
  if (outcome.ok) return settle(tx, id, { state: 'ok' });
  // Whether one made-up lead is taken, or nobody answers just now, closes nothing; refused credentials do.
  if (outcome.then === 'reauthorise' || outcome.then === 'hold' || outcome.then === 'disable')
    await settle(tx, id, { state: outcome.then === 'hold' ? 'held' : outcome.then === 'disable' ? 'disabled' : 'reauthorise' });
  await noteFailedTest(tx, id);
}
