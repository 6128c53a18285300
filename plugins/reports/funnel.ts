import { type Ctx, T } from '../../core/contract.ts';
import type { OutcomeCount } from '../leads/contract.ts';

export interface FunnelStep {
  title: string;
  count: number;
  /** Why some did not get as far, most frequent first. */
  reasons: { outcome: string; title: string; why: string; count: number; remedy: string | null }[];
}

export const FunnelSteps = T.Object({
  data: T.Array(
    T.Object({
      title: T.String(),
      count: T.Integer(),
      reasons: T.Array(
        T.Object({
          outcome: T.String(),
          title: T.String(),
          why: T.String(),
          count: T.Integer(),
          /** The tab of the campaign's page where that can be changed. */
          remedy: T.Union([T.String(), T.Null()]),
        }),
      ),
    }),
  ),
});

/** The way from everything that was seen to a lead. Whatever ended on a step stands there as a reason. */
export function funnelOf(ctx: Ctx, outcomes: readonly OutcomeCount[]): FunnelStep[] {
  const isAt = {
    screened: ({ stage }: OutcomeCount) => stage === 'screening',
    identified: ({ stage }: OutcomeCount) => stage === 'identification',
    fresh: ({ name }: OutcomeCount) => name === 'repeat',
    leads: ({ name, stage }: OutcomeCount) => !stage && name !== 'repeat' && name !== 'lead',
  };
  let left = outcomes.reduce((sum, { count }) => sum + count, 0);
  const steps: FunnelStep[] = [{ title: ctx.t('reports.funnel.seen'), count: left, reasons: [] }];
  for (const [step, ends] of Object.entries(isAt)) {
    const ended = outcomes.filter((outcome) => outcome.count !== 0 && ends(outcome));
    left -= ended.reduce((sum, { count }) => sum + count, 0);
    const reasons = ended
      .sort((a, b) => b.count - a.count)
      .map(({ name, title, why, count, remedy }) => ({
        outcome: name,
        title: ctx.t(title),
        why: ctx.t(why),
        count,
        remedy: remedy ?? null,
      }));
    steps.push({ title: ctx.t(`reports.funnel.${step}`), count: left, reasons });
  }
  return steps;
}
