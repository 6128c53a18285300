import { type Ctx, type Static, T } from '../../../core/contract.ts';
import type { ObservationWords, OutcomeCount } from '../../lead-intake/leads/contract.ts';

export const FunnelSteps = T.Object({
  data: T.Array(
    T.Object({
      /** What it is, whatever it is called. */
      step: T.Enum(['seen', 'screened', 'identified', 'fresh', 'leads']),
      title: T.String(),
      count: T.Integer(),
      /** Why some did not get as far, most frequent first. */
      reasons: T.Array(
        T.Object({
          outcome: T.String(),
          title: T.String(),
          why: T.String(),
          count: T.Integer(),
          /** The tab of the campaign's page where that can be changed. */
          remedy: T.Union([T.String(), T.Null()]),
          /** The field of the campaign's form that decides. */
          setting: T.Union([T.String(), T.Null()]),
          /** Whether the list of observations holds all of them. */
          listed: T.Boolean(),
        }),
      ),
    }),
  ),
});
type FunnelStep = Static<typeof FunnelSteps>['data'][number];
type Step = keyof ObservationWords['steps'];

/** The step that an observation with this outcome did not reach. */
function missedBy({ name, stage }: OutcomeCount): Step | null {
  if (stage) return stage === 'screening' ? 'screened' : 'identified';
  return name === 'lead' ? null : name === 'repeat' ? 'fresh' : 'leads';
}
const ORDER: readonly Step[] = ['seen', 'screened', 'identified', 'fresh', 'leads'];

/**
 * The way from everything that was seen to a lead, in the words of its source. Whatever ended on a step stands there as a reason; where the
 * source has no words for the step, on the next one.
 */
export function funnelOf(ctx: Ctx, outcomes: readonly OutcomeCount[], { steps }: ObservationWords): FunnelStep[] {
  const worded = ORDER.filter((step) => steps[step] !== undefined);
  const stepOf = (outcome: OutcomeCount): Step | undefined => {
    const missed = missedBy(outcome);
    return missed === null ? undefined : worded.find((step) => ORDER.indexOf(step) >= ORDER.indexOf(missed));
  };
  const counted = outcomes.filter(({ count }) => count !== 0);
  let left = counted.reduce((sum, { count }) => sum + count, 0);
  return worded.map((step) => {
    const ended = counted.filter((outcome) => stepOf(outcome) === step);
    left -= ended.reduce((sum, { count }) => sum + count, 0);
    return {
      step,
      title: ctx.t(steps[step]!),
      count: left,
      reasons: ended.sort((a, b) => b.count - a.count).map((of) => reasonOf(ctx, of)),
    };
  });
}

const reasonOf = (ctx: Ctx, { name, title, why, count, remedy, setting, isCounted }: OutcomeCount): FunnelStep['reasons'][number] => ({
  outcome: name,
  title: ctx.t(title),
  why: ctx.t(why),
  count,
  remedy: remedy ?? null,
  setting: setting ?? null,
  listed: !isCounted,
});
