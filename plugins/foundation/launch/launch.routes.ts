import { type Ctx, defineRoute, T } from '../../../core/contract.ts';
import { type LaunchStep, LaunchSteps } from './contract.ts';

export const launchSteps = defineRoute({
  id: 'launch.steps',
  method: 'GET',
  path: '/launch/steps',
  summary: "The steps to the company's first lead, with those that are done",
  ability: ['read', 'Launch'],
  response: T.Object({
    data: T.Array(T.Object({ id: T.String(), title: T.String(), help: T.String(), done: T.Boolean(), address: T.String() })),
    /** Whether what the steps lead to is there already. */
    begun: T.Boolean(),
  }),
  async handler(ctx) {
    const { kind } = ctx.tenant;
    const steps = [...ctx.contributions(LaunchSteps)]
      .filter((step) => kind !== 'root' && step.for.includes(kind))
      .sort((a, b) => a.order - b.order);
    const states = await ctx.together(steps.map((step) => () => step.isDone(ctx)));
    const data = steps.flatMap(({ id, address }, n) => {
      const done = states[n] ?? null;
      return done === null ? [] : [shown(ctx, id, typeof address === 'string' ? address : address(ctx), done)];
    });
    const begun = steps.some(({ isLongAgo: isGoal }, n) => isGoal !== undefined && states[n] === true);
    const isOver = data.every(({ done }) => done) && (await isLongAgo(ctx, steps));
    return { data: isOver ? [] : data, begun };
  },
});

const shown = (ctx: Ctx, id: string, address: string, done: boolean) => ({
  id,
  title: ctx.t(id),
  help: ctx.t(`${id}.help`),
  done,
  address,
});

async function isLongAgo(ctx: Ctx, steps: readonly LaunchStep[]): Promise<boolean> {
  for (const step of steps) if (await step.isLongAgo?.(ctx)) return true;
  return false;
}
