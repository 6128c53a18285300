import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CrashFixtures } from '../support/crash-fixtures.ts';
import { FAULT_ROUNDS, FAULTS } from '../support/payments.ts';
import { until } from '../support/until.ts';

const ROUNDS = FAULTS > 1 ? FAULT_ROUNDS : 3;
const IN_FLIGHT = 20;
/** How much of its way a payment has behind it when the process that sends it stands still. */
const MOMENTS = ['taken by a worker', 'arrived', 'taken'] as const;

let at: CrashFixtures;
beforeAll(async () => {
  at = await CrashFixtures.start();
});
afterAll(() => at?.close());

test(
  `${ROUNDS} times a process stands still while it charges, until its payments are given up and tried anew: nothing is charged twice`,
  async () => {
    const began = performance.now();
    let anew = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const frozen = at.victim;
      await Promise.all([freezeAt(MOMENTS[round % MOMENTS.length]!), at.begin(round, IN_FLIGHT)]);
      // What the frozen one holds in the middle of a transaction the database takes from it after a while.
      await until(() => timePasses(), 60_000);
      await at.restartVictim();
      await at.recovered();
      const given = await subjects(round, `state = 'failed' and reason = 'not_charged'`);
      anew += given.length;
      await at.fixtures.begin(given);
      await at.recovered();

      frozen.thaw();
      await sleep(500); // it says what it was about to say
      await frozen.kill();
      await at.mayCharge();
      expect([200, 402]).toContain(await at.topUp(round));
      expect(await at.faults()).toEqual([]);
      const charged = await subjects(round, `state = 'succeeded'`);
      expect(charged).toEqual([...new Set(charged)]);
      expect(await at.count(`from payments_operation where surplus`)).toBe(0);
    }
    const { charged, double, slowestRecoveryMs } = await at.figures();
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(`frozen: ${JSON.stringify({ rounds: ROUNDS, anew, charged, double, slowestRecoveryMs, seconds })}`);
    expect(anew).toBeGreaterThan(0);
  },
  120_000 * FAULTS,
);

async function freezeAt(moment: (typeof MOMENTS)[number]): Promise<void> {
  const { victim } = at;
  if (moment === 'taken by a worker')
    await until(async () => (await at.count(`from payments_operation where state = 'submitted'`)) > 0, 10_000);
  else await at.charged(moment, 3);
  victim.freeze();
}

const timePasses = (): Promise<boolean> =>
  at.minuteLater().then(
    () => true,
    () => false,
  );

/** What the payments of a round in that state are for, with repeats. */
async function subjects(round: number, which: string): Promise<string[]> {
  const rows = at.fixtures.app.kernel.platform('payments_operation').whereLike('subject', `round ${round}, %`).whereRaw(which);
  return (await rows.orderBy('subject').pluck('subject')) as string[];
}
