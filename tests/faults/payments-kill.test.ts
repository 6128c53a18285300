import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Mischief } from '../../plugins/payments/fakes/stripe-server.ts';
import { compare, FAULTS, letTimePass, openOperations, type PaymentWorld, startPaymentWorld } from '../support/payments.ts';
import { until } from '../support/until.ts';
import { startVictim, type Victim } from '../support/victim.ts';

const ROUNDS = 20 * FAULTS;
const IN_FLIGHT = FAULTS > 1 ? 50 : 30;
/** What the design allows from the restart to the last outcome. */
const RECOVERY_MS = 10_000;

/** Where the process dies: at a point of a payment's way, or at any moment. */
const POINTS = ['begun', 'arrived', 'taken', 'answered', 'settling', 'backend', 'random', 'random'] as const;
type Point = (typeof POINTS)[number];
const MISCHIEF: readonly (Mischief | null)[] = [null, null, 'drop-after', 'error-after', 'conflict', 'drop-before', 'event-first'];

let world: PaymentWorld;
let victim: Victim;
let settings: Record<string, string>;
beforeAll(async () => {
  world = await startPaymentWorld({ roles: ['web'] });
  const { stripe, app } = world;
  settings = {
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test',
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.url,
  };
  await app.kernel.platform('core_switch').insert({ company_id: app.world.root.id, key: 'wallet.data_wallet', is_on: true });
  await app.kernel.gate.refresh();
  const body = { companyID: app.world.a.tenant.id, manualBill: 'T' };
  expect((await app.call('POST', '/api/configuration/agencies/manual-bill', app.world.operator, { body })).status).toBe(200);
  // An outcome is written slowly enough to die in the middle of it.
  await asOwner(`
    create function slow_settlement() returns trigger language plpgsql as $$ begin perform pg_sleep(0.03); return new; end $$;
    create trigger slow_settlement after update on payments_operation for each row when (new.state = 'succeeded' and old.state <> 'succeeded')
      execute function slow_settlement()`);
}, 60_000);
afterAll(async () => {
  await victim?.kill();
  await world?.close();
});

async function asOwner(sql: string): Promise<void> {
  const owner = new pg.Client({ connectionString: world.app.databaseUrl });
  await owner.connect();
  await owner.query(sql).finally(() => owner.end());
}
async function count(what: string): Promise<number> {
  const { rows } = (await world.app.kernel.platform.raw(`select count(*) ${what}`)) as { rows: [{ count: string }] };
  return Number(rows[0].count);
}

test(
  `${ROUNDS} times a process is killed while it charges: nothing is lost, nothing is charged twice, and nothing stays unknown`,
  async () => {
    const { stripe } = world;
    const recoveries: number[] = [];
    const died: Record<string, number> = {};
    victim = await startVictim(world.app.databaseUrl, settings);
    for (let round = 0; round < ROUNDS; round += 1) {
      const point = POINTS[round % POINTS.length]!;
      died[point] = (died[point] ?? 0) + 1;
      stripe.webhookUrl = `${victim.url}/webhooks/stripe`;
      stripe.mischief = MISCHIEF[round % MISCHIEF.length]!;
      stripe.delayMs = randomInt(0, 60);
      const dead = killAt(point);
      const asked = topUp(round);
      await world.begin(Array.from({ length: IN_FLIGHT }, (_, n) => `round ${round}, payment ${n}`));
      await Promise.all([dead, asked]);

      stripe.mischief = null;
      stripe.delayMs = 0;
      stripe.onCharge = null;
      await sleep(100); // what is on its way arrives at the provider
      await letTimePass(world);
      victim = await startVictim(world.app.databaseUrl, settings);
      const began = performance.now();
      await until(async () => (await openOperations(world)) === 0, RECOVERY_MS).catch(() => undefined);
      recoveries.push(performance.now() - began);
      // Whoever got no answer asks again, with the same key.
      expect([200, 402]).toContain(await topUp(round));
    }
    const found = await compare(world);
    const slowest = Math.round(Math.max(...recoveries));
    console.log(`kill -9: ${JSON.stringify({ rounds: ROUNDS, died, ...counted(found), slowestRecoveryMs: slowest })}`);
    expect(found).toMatchObject({ operations: ROUNDS * (IN_FLIGHT + 1), lost: [], double: [], invented: [], open: 0 });
    expect(found.charged).toBeGreaterThan(ROUNDS);
    expect(slowest).toBeLessThan(RECOVERY_MS);
    expect(await walletFaults()).toEqual([]);
  },
  600_000 * FAULTS,
);

const counted = ({ operations, charged, lost, double, invented, open }: Awaited<ReturnType<typeof compare>>) => ({
  operations,
  charged,
  lost: lost.length,
  double: double.length,
  invented: invented.length,
  open,
});

/** Tops the agency's wallet up through the victim, once for each round; answers the status, or 0 when the line broke. */
async function topUp(round: number): Promise<number> {
  const { app } = world;
  const { owner, tenant } = app.world.a;
  await app.kernel.platform('core_rate').delete();
  const headers = {
    authorization: `Bearer ${await app.tokenOf(owner)}`,
    'content-type': 'application/json',
    'idempotency-key': `round ${round}`,
  };
  const wish = { company_id: tenant.id, amount: '250', custom_amount: 'F', payment_type: 'credit_card' };
  const path = '/api/configuration/agencies/prepaid/charge-prepaid-direct-payment';
  return fetch(victim.url + path, { method: 'POST', headers, body: JSON.stringify(wish) }).then(
    (answer) => answer.status,
    () => 0,
  );
}

/** Where the ledger and the wallet disagree with what was charged for top-ups. */
async function walletFaults(): Promise<string[]> {
  const { rows } = (await world.app.kernel.platform.raw(`
    select 'top-up ' || o.id || ' was credited ' || count(t.id) || ' times' as fault from payments_operation o
      left join wallet_transfer t on t.operation_id = o.id and t.kind = 'topup' where o.kind = 'wallet.top-up'
      group by o.id having count(t.id) <> case o.state when 'succeeded' then 1 else 0 end
    union all select 'the ledger sums to ' || sum(amount_cents) from wallet_entry having sum(amount_cents) <> 0
    union all select 'the wallet holds ' || w.balance_cents || ', not ' || coalesce(sum(o.amount_cents), 0) from wallet_balance w
      left join payments_operation o on o.company_id = w.company_id and o.kind = 'wallet.top-up' and o.state = 'succeeded'
      group by w.company_id, w.balance_cents having w.balance_cents <> coalesce(sum(o.amount_cents), 0)
    union all select 'nobody topped up' where not exists (select from wallet_transfer where kind = 'topup')`)) as {
    rows: { fault: string }[];
  };
  return rows.map(({ fault }) => fault);
}

/** Kills the victim when a payment reaches the point; it resolves when the process is gone. */
async function killAt(point: Point): Promise<void> {
  const { stripe } = world;
  const here = victim;
  if (point === 'random') {
    await sleep(randomInt(0, 900));
    return here.kill();
  }
  if (point === 'begun') {
    await until(async () => (await count(`from payments_operation where state in ('created', 'submitted')`)) > 0, 10_000);
    return here.kill();
  }
  if (point === 'settling' || point === 'backend') {
    const slow = `from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
    await until(async () => (await count(slow)) > 0, 3_000).catch(() => undefined);
    if (point === 'backend') await asOwner(`select pg_terminate_backend(pid) ${slow}`);
    return here.kill();
  }
  // The provider sees the charge's moment; the process dies some charges later, while others are before and behind it.
  const after = randomInt(1, 8);
  let seen = 0;
  await new Promise<void>((resolve) => {
    const late = setTimeout(resolve, 3_000);
    stripe.onCharge = (moment) => {
      if (moment !== point || ++seen < after) return;
      clearTimeout(late);
      resolve();
    };
  });
  stripe.onCharge = null;
  await here.kill();
}
