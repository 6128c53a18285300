import { systemPrincipal } from '../access/principal.ts';
import { findTenant, scopeOf } from '../data/tenant.ts';
import { invoke } from '../invocation/invoke.ts';
import { checkInput } from '../invocation/schema.ts';
import type { Kernel } from '../kernel.ts';
import { Problem } from '../contract.ts';
import { backoffSeconds } from './backoff.ts';

const BATCH = 32;
const TRIES = 8;
const LEASE = '2 minutes';

interface Claimed {
  outbox_id: string;
  subscriber: string;
  attempts: number;
  company_id: number;
  payload: unknown;
  request_id: string;
}

/**
 * Hands out what the outbox owes, until nothing is due. Safe in any number of processes: a delivery is claimed with a
 * token and a lease, and only the holder of the token may finish it. Returns how many deliveries were tried.
 */
export async function relayEvents(kernel: Kernel): Promise<number> {
  let tried = 0;
  for (;;) {
    const claim = crypto.randomUUID();
    const { rows } = (await kernel.platform.raw(
      `with due as (
         select outbox_id, subscriber from core_outbox_delivery
         where state = 'pending' and next_at <= now() and (lease_until is null or lease_until < now())
         order by next_at, outbox_id limit ${BATCH} for update skip locked)
       update core_outbox_delivery d set claim = :claim, lease_until = now() + interval '${LEASE}', attempts = d.attempts + 1
       from due, core_outbox o
       where d.outbox_id = due.outbox_id and d.subscriber = due.subscriber and o.id = d.outbox_id
       returning d.outbox_id, d.subscriber, d.attempts, d.company_id, o.payload, o.request_id`,
      { claim },
    )) as { rows: Claimed[] };
    if (rows.length === 0) return tried;
    tried += rows.length;
    rows.sort((a, b) => Number(BigInt(a.outbox_id) - BigInt(b.outbox_id)));
    for (const row of rows) await deliver(kernel, row, claim);
  }
}

async function deliver(kernel: Kernel, row: Claimed, claim: string): Promise<void> {
  const found = kernel.registry.subscriptions.get(row.subscriber);
  const tenant = await findTenant(kernel.platform, row.company_id);
  const mark = (state: string, note: string | null, seconds = 0) =>
    kernel
      .platform('core_outbox_delivery')
      .where({ outbox_id: row.outbox_id, subscriber: row.subscriber, claim })
      .update({ state, note, lease_until: null, next_at: kernel.platform.raw('now() + make_interval(secs => ?)', [seconds]) });

  if (!found || !tenant) return void (await mark('skipped', found ? 'company removed' : 'subscriber not installed'));
  const { def, plugin } = found;
  try {
    await invoke(
      kernel,
      systemPrincipal(tenant, row.request_id),
      {
        kind: 'event',
        id: def.id,
        plugin,
        ability: 'signed-in',
        scope: scopeOf(tenant),
        db: def.db ?? 'transaction',
        timeoutMs: 60_000,
        validate: (_ctx, input) => checkInput(def.event.payload, input, 'body'),
        run: (ctx, payload) => def.run(ctx, payload, { eventId: row.outbox_id, attempt: row.attempts }),
        // Done in the handler's own transaction: its effect and this mark stand or fall together.
        finish: async (ctx) => {
          const db = def.db === 'intent' ? kernel.platform : ctx.db;
          const marked = await db('core_outbox_delivery')
            .where({ outbox_id: row.outbox_id, subscriber: row.subscriber, claim })
            .update({ state: 'done', lease_until: null });
          if (marked !== 1) throw new Error('the claim was lost to another worker');
        },
      },
      row.payload,
    );
  } catch (error) {
    if (error instanceof Problem && error.code === 'core.problem.module-off')
      return void (await mark(def.whileOff === 'hold' ? 'held' : 'skipped', 'module off'));
    const note = error instanceof Error ? error.message : String(error);
    kernel.log.warn({ subscriber: row.subscriber, event: row.outbox_id, attempt: row.attempts, note }, 'event not delivered');
    await mark(row.attempts >= TRIES ? 'dead' : 'pending', note.slice(0, 500), backoffSeconds(row.attempts));
  }
}
