import { type ConnectorRun, type Log, type Outcome, Problem } from '../contract.ts';
import { shapeOutput } from '../invocation/schema.ts';
import { connectorClient } from './client.ts';
import type { Outside } from './egress-check.ts';
import { redacted } from './redact.ts';

/** For a whole action, however many calls it makes. Leases on deliveries must outlast it. */
const ACTION_MS = 45_000;
/** Characters of a note that are kept at all. */
const MOST_NOTE = 1_000;

type RunContext = Outside & { log: Log; now: () => number };

/** Runs one action over the network and says how it ended, without repeating the connection's secrets. */
export async function runConnector(context: RunContext, run: ConnectorRun): Promise<Outcome> {
  const outcome = await outcomeOfRun(context, run);
  const secrets = run.connector.auth.secret.flatMap((field) => (typeof run.auth[field] === 'string' ? [run.auth[field]] : []));
  return { ...outcome, note: redacted((outcome.note ?? '').slice(0, MOST_NOTE), secrets) };
}

async function outcomeOfRun(context: RunContext, { connector, action, auth, deliveryId, input }: ConnectorRun): Promise<Outcome> {
  const client = connectorClient(context, connector, auth, deliveryId);
  const def = action === undefined ? undefined : connector.actions[action];
  try {
    if (action === undefined)
      return connector.test ? await inTime(connector.test(client)) : { ok: false, then: 'hold', note: `${connector.id} has no test` };
    if (!def) return { ok: false, then: 'hold', note: `${connector.id} has no action "${action}"` };
    const cut = shapeOutput(def.input, structuredClone(input ?? {}), `${connector.id}.${action}`);
    return await inTime(def.run(client, cut));
  } catch (error) {
    if (error instanceof Problem) return { ok: false, then: 'hold', note: `${error.code} (${String(error.extra['reason'] ?? '')})` };
    context.log.warn({ connector: connector.id, delivery: deliveryId, error: String(error) }, 'connector call failed');
    return { ok: false, then: 'retry', note: `no answer: ${nameOf(error)}` };
  }
}

function inTime<R>(work: Promise<R>): Promise<R> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('the action took too long', 'TimeoutError')), ACTION_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** `ECONNREFUSED` or `TimeoutError`: says what happened without addresses. */
function nameOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : String(name ?? 'error');
}
