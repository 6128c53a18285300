import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CrashFixtures, RECOVERY_MS } from '../support/crash-fixtures.ts';
import { FAULT_ROUNDS, FAULTS, letTimePass } from '../support/payments.ts';
import { until } from '../support/until.ts';

/** The other rounds kill the database and the provider: payments-outage.test.ts. */
const ROUNDS = Math.round(FAULT_ROUNDS * 0.6);
const IN_FLIGHT = FAULTS > 1 ? 50 : 30;

/** Where the process dies: at a point of a payment's way, or at any moment. */
const POINTS = ['begun', 'arrived', 'taken', 'answered', 'settling', 'backend', 'random'] as const;
type Point = (typeof POINTS)[number];

let at: CrashFixtures;
beforeAll(async () => {
  at = await CrashFixtures.start();
});
afterAll(() => at?.close());

test(
  `${ROUNDS} times a process is killed while it charges: nothing is lost, nothing is charged twice, and nothing stays unknown`,
  async () => {
    const began = performance.now();
    const died: Record<string, number> = {};
    for (let round = 0; round < ROUNDS; round += 1) {
      const point = POINTS[round % POINTS.length]!;
      died[point] = (died[point] ?? 0) + 1;
      at.makeMischief(round, randomInt(0, 60));
      await at.mayCharge();
      const dead = killAt(point);
      const asked = at.topUp(round);
      await at.begin(round, IN_FLIGHT);
      await Promise.all([dead, asked]);

      at.endMischief();
      await sleep(100); // what is on its way arrives at the provider
      await letTimePass(at.fixtures);
      await at.restartVictim();
      await at.recovered();
      // Whoever got no answer asks again, with the same key.
      expect([200, 402]).toContain(await at.topUp(round));
      expect(await at.faults()).toEqual([]);
    }
    const figures = await at.figures();
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(`kill -9: ${JSON.stringify({ rounds: ROUNDS, died, ...figures, seconds })}`);
    expect(figures['operations']).toBe(ROUNDS * (IN_FLIGHT + 1));
    expect(figures['charged']).toBeGreaterThan(ROUNDS);
    expect(figures['toppedUp']).toBeGreaterThan(0);
    expect(figures['slowestRecoveryMs']).toBeLessThan(RECOVERY_MS);
  },
  600_000 * FAULTS,
);

/** Kills the victim when a payment reaches the point; it resolves when the process is gone. */
async function killAt(point: Point): Promise<void> {
  const here = at.victim;
  if (point === 'random') {
    await sleep(randomInt(0, 900)); // any moment will do
    return here.kill();
  }
  if (point === 'begun') {
    await until(async () => (await at.count(`from payments_operation where state in ('created', 'submitted')`)) > 0, 10_000);
    return here.kill();
  }
  if (point === 'settling' || point === 'backend') {
    const slow = `from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
    await until(async () => (await at.count(slow)) > 0, 3_000).catch(() => undefined);
    if (point === 'backend') await at.asOwner(`select pg_terminate_backend(pid) ${slow}`);
    return here.kill();
  }
  await at.charged(point, randomInt(1, 8));
  await here.kill();
}
