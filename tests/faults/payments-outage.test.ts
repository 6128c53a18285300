import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChargeMoment, CrashFixtures, RECOVERY_MS } from '../support/crash-fixtures.ts';
import { startWholeApp } from '../support/own-app.ts';
import { OwnServer } from '../support/own-server.ts';
import { FAULT_ROUNDS, FAULTS, letTimePass } from '../support/payments.ts';
import { until } from '../support/until.ts';

/** The other rounds kill the process alone: payments-kill.test.ts. */
const ROUNDS = FAULT_ROUNDS - Math.round(FAULT_ROUNDS * 0.6);
const IN_FLIGHT = FAULTS > 1 ? 50 : 30;

/** What goes away in the middle of a call, and when. */
const VICTIMS = ['database', 'provider', 'database and process', 'provider and process'] as const;
type Struck = (typeof VICTIMS)[number];
const MOMENTS: readonly ChargeMoment[] = ['arrived', 'taken', 'answered'];

let server: OwnServer;
let at: CrashFixtures;
beforeAll(async () => {
  server = await OwnServer.start('outage');
  at = await CrashFixtures.start((options) => startWholeApp({ url: server.url, drop: () => server.stop() }, options));
}, 900_000);
afterAll(() => at?.close());

test(
  `${ROUNDS} times the database or the provider dies in the middle of a charge: nothing is lost, and nothing is charged twice`,
  async () => {
    const began = performance.now();
    const died: Record<string, number> = {};
    for (let round = 0; round < ROUNDS; round += 1) {
      const struck = VICTIMS[round % VICTIMS.length]!;
      died[struck] = (died[struck] ?? 0) + 1;
      at.makeMischief(round, randomInt(0, 60));
      await at.mayCharge();
      const gone = strike(struck, MOMENTS[round % MOMENTS.length]!);
      const asked = at.topUp(round);
      // What could not be begun without a database is begun afterwards; what was begun stays one payment.
      await Promise.all([gone, asked, at.begin(round, IN_FLIGHT).catch(() => undefined)]);

      at.endMischief();
      const back = await repair(struck);
      await until(
        () =>
          at.begin(round, IN_FLIGHT).then(
            () => true,
            () => false,
          ),
        RECOVERY_MS,
      );
      if (!struck.endsWith('process')) await at.quiet();
      await at.minuteLater();
      await at.recovered(back);
      expect([200, 402]).toContain(await at.topUp(round));
      expect(await at.faults()).toEqual([]);
    }
    const figures = await at.figures();
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(`outages: ${JSON.stringify({ rounds: ROUNDS, died, ...figures, seconds })}`);
    expect(figures['operations']).toBe(ROUNDS * (IN_FLIGHT + 1));
    expect(figures['charged']).toBeGreaterThan(ROUNDS);
    expect(figures['toppedUp']).toBeGreaterThan(0);
    expect(figures['slowestRecoveryMs']).toBeLessThan(RECOVERY_MS);
  },
  600_000 * FAULTS,
);

/** Ends the database or the line to the provider when a charge reaches the moment, and with it the process that charges. */
async function strike(struck: Struck, moment: ChargeMoment): Promise<void> {
  await at.charged(moment, randomInt(1, 8));
  if (struck.startsWith('database')) server.kill();
  else at.fixtures.line.cut();
  if (struck.endsWith('process')) await at.victim.kill();
}

/** Brings back what went away; answers since when all of it is there. */
async function repair(struck: Struck): Promise<number> {
  if (struck.startsWith('database')) await server.restart();
  else {
    // The process learns of it before it is over.
    const unknown = `from payments_operation where state = 'unknown'`;
    if (struck === 'provider') await until(async () => (await at.count(unknown)) > 0, 3_000).catch(() => undefined);
    await at.fixtures.line.open();
  }
  const back = performance.now();
  if (!struck.endsWith('process')) return back;
  await sleep(100); // what is on its way arrives at the provider
  await until(
    () =>
      letTimePass(at.fixtures).then(
        () => true,
        () => false,
      ),
    RECOVERY_MS,
  );
  await at.restartVictim();
  return performance.now();
}
