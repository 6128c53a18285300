import { type ConnectorRun, type FieldName, NotAccepted, type Outcome, Problem, type Refused } from '../contract.ts';
import { shapeOutput } from '../invocation/schema.ts';
import { connectorClient, type RunContext } from './client.ts';
import { nameOf } from './error-name.ts';
import { redacted } from './redact.ts';

/** For a whole action, however many calls it makes. Leases on deliveries must outlast it. */
const ACTION_MS = 45_000;
/** Characters of a note that are kept at all, and of a reference. */
const MOST_NOTE = 1_000;
const MOST_REF = 300;
/** Characters of a payload that a company wrote itself, once it is filled in. */
const MOST_PAYLOAD = 262_144;

/** Runs one action over the network and says how it ended, without repeating the connection's secrets. */
export async function runConnector(context: RunContext, run: ConnectorRun): Promise<Outcome> {
  const outcome = await guarded(context, run, () => workOf(context, run));
  if (!outcome.ok || outcome.ref === undefined) return outcome;
  const { ref, ...rest } = outcome;
  return { ...rest, ...(ref && ref.length <= MOST_REF ? { ref } : {}) };
}

/** The fields that there are at the other end. */
export function namesAt(
  context: RunContext,
  run: Pick<ConnectorRun, 'connector' | 'auth' | 'before' | 'token' | 'turn'>,
): Promise<{ ok: true; names: readonly FieldName[] } | Refused> {
  const whole: ConnectorRun = { ...run, what: 'test', deliveryId: '' };
  return guarded(context, whole, async () => {
    const names = await run.connector.mapping?.names?.(connectorClient(context, whole));
    return { ok: true, names: names ?? [] };
  });
}

/** Work with a time limit: what is thrown becomes an outcome, and no note repeats a secret. */
async function guarded<R extends { ok: true; note?: string }>(
  { log }: RunContext,
  { connector, auth, before = {}, token = '', deliveryId }: ConnectorRun,
  work: () => Promise<R | Refused>,
): Promise<R | Refused> {
  const outcome = await inTime(work()).catch((error: unknown): Refused => {
    if (error instanceof NotAccepted) return error.outcome;
    if (error instanceof Problem) return { ok: false, then: 'hold', note: `${error.code} (${String(error.extra['reason'] ?? '')})` };
    log.warn({ connector: connector.id, delivery: deliveryId, error: String(error) }, 'connector call failed');
    return { ok: false, then: 'retry', note: `no answer: ${nameOf(error)}` };
  });
  const secrets = connector.auth.secret.flatMap((field) => (typeof auth[field] === 'string' ? [auth[field]] : []));
  return { ...outcome, note: redacted((outcome.note ?? '').slice(0, MOST_NOTE), [...secrets, ...Object.values(before), token]) };
}

async function workOf(context: RunContext, run: ConnectorRun): Promise<Outcome> {
  const { connector, what } = run;
  const client = connectorClient(context, run);
  const missing = (part: string): Outcome => ({ ok: false, then: 'hold', note: `${connector.id} has no ${part}` });
  if (what === 'test') return connector.test ? connector.test(client) : missing('test');
  if ('erase' in what) return connector.erase ? connector.erase(client, what.erase) : missing('way to erase');
  const action = connector.actions[what.action];
  if (!action) return missing(`action "${what.action}"`);
  if ((what.payload?.length ?? 0) > MOST_PAYLOAD)
    return { ok: false, then: 'reject', record: 'unfit', note: 'core.connectors.payload-too-large' };
  return action.run(client, shapeOutput(action.input, structuredClone(what.input), `${connector.id}.${what.action}`));
}

function inTime<R>(work: Promise<R>): Promise<R> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('the action took too long', 'TimeoutError')), ACTION_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
