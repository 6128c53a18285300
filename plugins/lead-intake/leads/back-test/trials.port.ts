import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Ctx } from '../../../../core/contract.ts';
import type { LeadTrialsApi } from '../contract.ts';
import { outcomesOf } from '../outcomes.ts';
import { leadsBefore, outcomesByDay } from './history.store.ts';
import { type EarlierLead, TrialIntake } from './trial-intake.ts';

const DAY = 86_400_000;
/** Longer than any window but the one that never ends. */
const LONGEST_WINDOW = 366 * DAY;
/** People hashed before others have their turn. */
const AT_ONCE = 20_000;

export const leadTrialsOf = (ctx: Ctx): LeadTrialsApi => ({
  async run({ rules, caps, own, personAt, from, to, days, waits }) {
    const since = rules.reidentification === 'never' ? null : new Date(from.getTime() - LONGEST_WINDOW);
    const before = await leadsBefore(ctx.db, { companyId: rules.companyId, own, since, from, to });
    const earlier: EarlierLead[] = [];
    for (const { key, at, isOwn } of before) {
      earlier.push({ person: personAt(key), at, isOwn });
      if (earlier.length % AT_ONCE === 0) await othersTurn();
    }
    const intake = new TrialIntake(rules, caps, earlier, waits);
    const counts = [];
    for (const day of days) {
      counts.push(intake.day(day));
      await othersTurn();
    }
    return { days: counts, waiting: intake.waiting };
  },
  outcomes: (campaignId, first, last) => outcomesByDay(ctx.db, campaignId, first, last),
  declared: () => outcomesOf(ctx),
});
