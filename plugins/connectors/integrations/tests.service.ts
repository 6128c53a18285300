import { randomUUID } from 'node:crypto';
import {
  conflict,
  type ConnectorDef,
  type ConnectorRun,
  Connectors,
  type Ctx,
  invalid,
  type Outcome,
  Problem,
  type Refused,
} from '../../../core/contract.ts';
import { callAs } from './calls.ts';
import { connectionFor, type ConnectionRow, noteFailedTest, noteResult } from './connections.store.ts';
import { logTest } from './deliveries.store.ts';
import { learnedFields } from './connector-screens.ts';
import { closing } from './ending.ts';
import { plainNote } from './lead.ts';
import { sent } from './sending/fields.ts';
import { sampleOf } from './triggers/sample.ts';
import { settle } from './connection-state.store.ts';
import { turnOf } from './turns.ts';

/** Whether the other system took the credentials, and what it told of the fields that nobody enters. */
export interface Proof {
  proven: boolean;
  learned: Readonly<Record<string, string>>;
  /** Its words, where it took them. */
  said: string;
}

/**
 * Asks the other system whether it takes these credentials, before they are kept; `id` is the connection that they are for, if there is one. Nothing is proven
 * where its connector has no such call; throws 422, on the field that is wrong.
 */
export async function provenOrThrow(
  ctx: Ctx,
  connector: ConnectorDef,
  { auth, token = '', id = null }: { auth: Record<string, unknown>; token?: string; id?: number | null },
): Promise<Proof> {
  const fault = connector.check?.(auth);
  if (fault) throw invalid(fault.field, fault.message, fault.params);
  if (!connector.test) return { proven: false, learned: {}, said: '' };
  const turn = turnOf(ctx, connector, auth, { company: ctx.tenant.id, connection: id });
  const check = { connector, what: 'test' as const, auth, token, deliveryId: `check-${randomUUID()}`, ...(turn ? { turn } : {}) };
  const outcome = await ctx.use(Connectors).run(check);
  if (outcome.ok) return { proven: true, learned: outcome.learned ?? {}, said: plainNote(outcome.note ?? '') };
  return refuseCredentials(ctx, connector, outcome);
}

/** Writes down that credentials were not taken, and throws 422. */
export async function refuseCredentials(ctx: Ctx, connector: ConnectorDef, outcome: Refused): Promise<never> {
  const name = ctx.t(connector.title);
  const remedy = 'remedy' in outcome ? outcome.remedy : undefined;
  const params = { title: name, response: remedy ? ctx.t(remedy) : ctx.t(plainNote(outcome.note)) };
  ctx.log.warn({ connector: connector.id, company: ctx.tenant.id, response: params.response }, 'credentials not taken');
  await ctx.transaction((tx) =>
    tx.audit({
      action: 'integrations.test-failed',
      description: `${name} did not accept the credentials: ${params.response}`,
      params: { name, response: params.response },
    }),
  );
  if (outcome.then === 'retry') throw new Problem(422, 'integrations.connect.unanswered', { params });
  const field = ('field' in outcome && outcome.field) || shownField(connector);
  if ('said' in outcome && outcome.said) throw invalid(field, outcome.said.message, outcome.said.params);
  if (remedy) throw invalid(field, remedy);
  throw invalid(field, 'integrations.connect.refused', params);
}

/** The first field of the form that may be what is wrong: a secret one, or else any. */
function shownField({ auth, generate = {} }: ConnectorDef): string {
  const given = givenFieldNames(auth.fields, [...Object.keys(generate), ...learnedFields(auth)]);
  const [field = 'name'] = [...auth.secret.filter((name) => given.includes(name)), ...given];
  return field;
}
const givenFieldNames = (fields: { properties?: object }, made: readonly string[]): string[] =>
  Object.keys(fields.properties ?? {}).filter((name) => !made.includes(name));

/** Sends something clearly made up the way what is real goes and answers what the other end said. Opens its own transactions. */
export const sendTest = (ctx: Ctx, id: number): Promise<Outcome> =>
  tried(ctx, id, (connector, row) => ({
    what: sent(ctx, connector, row, sampleOf(ctx, connector, row.triggers)),
    deliveryId: `test-${randomUUID()}`,
  }));

/** Asks the other end whether it still takes the credentials; sends no lead. Throws 409 where its connector has no such call. */
export const checkConnection = (ctx: Ctx, id: number): Promise<Outcome> =>
  tried(ctx, id, (connector) => {
    if (!connector.test) throw conflict('integrations.no-check');
    return { what: 'test', deliveryId: `check-${randomUUID()}` };
  });

/** One call by hand; what it ends with is logged and says how the connection stands. */
async function tried(
  ctx: Ctx,
  id: number,
  trialOf: (connector: ConnectorDef, row: ConnectionRow) => Pick<ConnectorRun, 'what' | 'deliveryId'>,
): Promise<Outcome> {
  const row = await ctx.transaction((tx) => connectionFor(tx, id, 'update'));
  await ctx.use(Connectors).catchUp(row.connector);
  const connector = ctx.use(Connectors).find(row.connector);
  if (!connector) throw conflict('integrations.gone');
  const trial = trialOf(connector, row);
  const outcome = await callAs(ctx, connector, row, (as) => ctx.use(Connectors).run({ ...as, ...trial }));
  await ctx.transaction((tx) => noteTest(tx, row, outcome));
  return outcome;
}

async function noteTest(tx: Ctx, { id, revision }: ConnectionRow, outcome: Outcome): Promise<void> {
  const now = await connectionFor(tx, id, 'update');
  const response = plainNote(outcome.note ?? '');
  await noteResult(tx, id, response);
  await logTest(tx, now, { ok: outcome.ok, response, ref: (outcome.ok && outcome.ref) || '' });
  await tx.audit({
    action: outcome.ok ? 'integrations.tested' : 'integrations.test-failed',
    description: `Tested ${now.name}: ${response}`,
    target: String(id),
    params: { name: now.name, response },
  });
  if (now.revision !== revision || isPaced(outcome)) return;
  if (outcome.ok) return settle(tx, id, { state: 'ok' });
  // Whether one made-up lead is taken, or nobody answers just now, closes nothing; refused credentials do.
  if (outcome.then !== 'retry' && outcome.then !== 'reject') await settle(tx, id, closing(outcome));
  await noteFailedTest(tx, id);
}

/** The platform had no turn to call: nobody was asked. */
const isPaced = (outcome: Outcome): boolean => !outcome.ok && outcome.then === 'retry' && outcome.paced === true;
