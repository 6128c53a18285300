import { createHash } from 'node:crypto';
import type { ConnectorDef, ConnectorRate, Ctx } from '../../../core/contract.ts';

/** Seconds that a call waits for its turn; what is further off gives its place to other connections. */
const PATIENCE = 5;
/** So much of a rate may come at once. The spacing of the rest makes up for it, so that no span of `seconds` holds more than `calls`. */
const AT_ONCE = 0.1;
/**
 * By so much of a span, at most of a second, one call may be longer on its way than the next: spans are taken as that much longer, so that calls
 * arrive no closer than allowed.
 */
const JITTER = 0.15;

/** Whose call it is; `connection` is null while it is being made. */
interface Caller {
  company: number;
  connection: number | null;
}

/** How calls through a connection take their turn, at each of the connector's rates; undefined where it has none. */
export function turnOf(
  ctx: Ctx,
  { id, rate = [] }: ConnectorDef,
  auth: Record<string, unknown>,
  caller: Caller,
): (() => Promise<number>) | undefined {
  const turns = [rate].flat().map((one, at) => turnAt(ctx, one, [id, at ? `${at}` : '', sharerOf(one, auth, caller)]));
  if (turns.length === 0) return undefined;
  return async () => {
    for (const turn of turns) {
      const wait = await turn();
      if (wait > 0) return wait;
    }
    return 0;
  };
}

function sharerOf({ per = 'connection', within }: ConnectorRate, auth: Record<string, unknown>, { company, connection }: Caller): string {
  const sharer = per === 'connector' ? '' : per === 'connection' ? String(connection ?? `new ${company}`) : per(auth);
  return within ? `${company} ${sharer}` : sharer;
}

function turnAt(ctx: Ctx, { calls, seconds }: ConnectorRate, sharer: readonly string[]): () => Promise<number> {
  const key = createHash('sha256').update(sharer.filter(Boolean).join('|')).digest();
  const atOnce = Math.max(1, Math.floor(calls * AT_ONCE));
  const spacing = (seconds + Math.min(seconds, 1) * JITTER) / (calls - atOnce + 1);
  return async () => {
    const { rows } = (await ctx.transaction((tx) =>
      tx.db.raw('select integrations_take_turn(?, ?, ?, ?) as wait', [key, spacing, atOnce, PATIENCE]),
    )) as { rows: [{ wait: number }] };
    const { wait } = rows[0];
    if (wait > PATIENCE) return Math.ceil(wait);
    if (wait > 0) await new Promise((turn) => setTimeout(turn, wait * 1_000));
    return 0;
  };
}
