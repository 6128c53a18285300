import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../core/testing/app.ts';
import { REIDENTIFICATION } from '../../../campaign-management/campaigns/contract.ts';
import { WINDOWS } from '../intake/claims.store.ts';
import { claimEnd, type EarlierLead, TrialIntake } from './trial-intake.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('claims end when the database has them end', async () => {
  const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-12-31'), noInvalidDate: true });
  await fc.assert(
    fc.asyncProperty(moments, fc.constantFrom(...REIDENTIFICATION.filter((window) => WINDOWS[window] !== null)), async (at, window) => {
      const { rows } = (await app.kernel.platform.raw('select ?::timestamptz + ?::interval as ends', [at, WINDOWS[window]!])) as {
        rows: [{ ends: Date }];
      };
      expect(claimEnd(at.getTime(), window)).toBe(rows[0].ends.getTime());
    }),
    {
      examples: [
        [new Date('2027-01-31T12:00:00Z'), '1month'],
        [new Date('2028-02-29T00:00:00Z'), '1year'],
      ],
    },
  );
  expect(claimEnd(0, 'never')).toBe(Infinity);
});

const HOUR = 3_600_000;
const BEGIN = Date.parse('2026-06-01T05:00:00Z');
const NO_CAPS = { timezone: 'America/Chicago', leadLimit: 0, frequency: 'day', costLimitCents: 0, centsEach: 100 } as const;
const RULES = { reidentification: '1week', wholeClient: false } as const;
/** A day with people by number, each an hour after the one before. */
const day = (n: number, ...people: number[]) => ({
  day: `2026-06-0${n + 1}`,
  begins: new Date(BEGIN + n * 24 * HOUR),
  people,
  times: people.map((_, hour) => BEGIN + (n * 24 + hour) * HOUR),
});
const lead = (person: number, hour: number, isOwn: boolean): EarlierLead => ({ person, at: BEGIN + hour * HOUR, isOwn });

describe('a day in the intake without its database', () => {
  test('makes one lead of a person for the window', () => {
    const intake = new TrialIntake(RULES, NO_CAPS, [], false);
    expect(intake.day(day(0, 1, 2, 1))).toMatchObject({ lead: 2, repeat: 1 });
    expect(intake.day(day(6, 1))).toMatchObject({ lead: 0, repeat: 1 });
    expect(intake.day(day(7, 1))).toMatchObject({ lead: 1 });
  });

  test('meets who was a lead before, of the campaign or another one of the client', () => {
    const earlier = [lead(1, -200, true), lead(2, -100, true), lead(3, -30, false), lead(4, -3, false)];
    expect(new TrialIntake(RULES, NO_CAPS, earlier, false).day(day(0, 1, 2, 3, 4))).toMatchObject({ lead: 2, repeat: 1, duplicate: 1 });
    expect(new TrialIntake({ ...RULES, wholeClient: true }, NO_CAPS, earlier, false).day(day(0, 1, 2, 3, 4))).toMatchObject({
      lead: 1,
      repeat: 3,
    });
  });

  test('meets what another campaign got meanwhile, when it got it', () => {
    const intake = new TrialIntake(RULES, NO_CAPS, [lead(2, 1.5, false)], false);
    expect(intake.day(day(0, 1, 2, 2, 2))).toMatchObject({ lead: 2, repeat: 2, duplicate: 0 });
    expect(new TrialIntake(RULES, NO_CAPS, [lead(2, 0.5, false)], false).day(day(0, 1, 2, 2))).toMatchObject({ lead: 1, duplicate: 2 });
  });

  test('loses whom a cap had no room for until they come again, or lets them wait', () => {
    const one = { ...NO_CAPS, leadLimit: 1 };
    const lost = new TrialIntake(RULES, one, [], false);
    expect([lost.day(day(0, 1, 2, 2)), lost.day(day(1, 2))]).toMatchObject([{ lead: 1, cap: 2 }, { lead: 1 }]);
    const waits = new TrialIntake(RULES, one, [], true);
    expect([waits.day(day(0, 1, 2, 3)), waits.day(day(1)), waits.waiting]).toMatchObject([{ lead: 1, cap: 0 }, { lead: 1 }, 1]);
  });
});
