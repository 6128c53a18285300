import { createHash } from 'node:crypto';
import type { ConnectorDef, Ctx } from '../../core/contract.ts';

/** Seconds that a call waits for its turn; what is further off gives its place to other connections. */
const PATIENCE = 5;
/** So much of a rate may come at once. The spacing of the rest makes up for it, so that no span of `seconds` holds more than `calls`. */
const AT_ONCE = 0.1;

/** How calls through a connection take their turn; undefined where the connector has no rate. `connection` is null while it is being made. */
export function turnOf(
  ctx: Ctx,
  { id, rate }: ConnectorDef,
  auth: Record<string, unknown>,
  connection: number | null,
): (() => Promise<number>) | undefined {
  if (!rate) return undefined;
  const { calls, seconds, per = 'connection' } = rate;
  const sharer = per === 'connector' ? '' : per === 'connection' ? String(connection ?? `new ${ctx.tenant.id}`) : per(auth);
  const key = createHash('sha256').update(`${id}|${sharer}`).digest();
  const atOnce = Math.max(1, Math.floor(calls * AT_ONCE));
  const spacing = seconds / (calls - atOnce + 1);
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
