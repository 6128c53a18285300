import { setTimeout as sleep } from 'node:timers/promises';
import { type Ctx, defineJob, T } from '../../../../core/contract.ts';
import { Accounts } from '../../../foundation/accounts/contract.ts';
import { Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { Intent } from '../../../lead-intake/intent/contract.ts';
import { resolved } from '../locations.ts';
import { finishRun } from './counts.store.ts';
import { agenciesWithCounts, claimTasks, failTask, keepCounts, openTask, type Task, type TaskRow } from './tasks.store.ts';
import { COUNTS_TOPIC } from './topic.ts';

/** Whoever waited longer is told by mail. */
export const LONG_MS = 5 * 60_000;
const ELSEWHERE_MS = 50;

/** Counts how many people there are for keywords in locations. */
export const countJob = defineJob({
  id: 'search-id.count',
  payload: T.Object({}),
  timeoutMs: 60_000,
  every: '15 seconds',
  db: 'intent',
  queue: { agencies: agenciesWithCounts },
  async run(ctx) {
    const tasks = await ctx.transaction(({ db, tenant }) => claimTasks(db, tenant.id));
    for (const task of tasks) await work(ctx, task);
    if (tasks.length === 0) await sleep(ELSEWHERE_MS); // another worker has them in hand
  },
});

async function work(ctx: Ctx, task: Task): Promise<void> {
  try {
    await ctx.transaction((inner) => count(inner, task));
  } catch (error) {
    if (ctx.signal.aborted) throw error; // taken up again once its lease is over
    ctx.log.warn({ campaign: task.campaignId, error: String(error) }, 'people were not counted');
    await ctx.transaction((inner) => closing(inner, task, (rows) => failTask(inner.db, rows)));
  }
}

const count = (ctx: Ctx, task: Task): Promise<void> =>
  closing(ctx, task, async (rows, location) => {
    const { places } = await resolved(ctx, [location]);
    // Before the counts, so that they are never older than what is said of them.
    const { asOf } = await ctx.use(Intent).state();
    const counts = await ctx.use(Intent).counts(
      rows.map(({ keyword }) => keyword),
      places,
    );
    await keepCounts(
      ctx.db,
      rows.map(({ id }, n) => ({ id, people: counts[n]!.people, inside: counts[n]!.inside })),
      asOf,
    );
  });

/** Does something with a task's rows, and ends the run when they were the last. */
async function closing(
  ctx: Ctx,
  task: Task,
  keep: (rows: TaskRow[], location: Parameters<typeof resolved>[1][number]) => Promise<void>,
): Promise<void> {
  const open = await openTask(ctx.db, task);
  if (!open) return;
  await keep(open.rows, open.location);
  if (await finishRun(ctx.db, task.runId)) await tell(ctx, task);
  await ctx.live(COUNTS_TOPIC, task.companyId);
}

/** One mail for a run that took long, to whoever asked for it. */
async function tell(ctx: Ctx, { runId, campaignId, companyId }: Task): Promise<void> {
  const run = (await ctx.db('search_id_run').where({ id: runId }).first('asked_by', 'asked_at')) as {
    asked_by: number | null;
    asked_at: Date;
  };
  if (ctx.now.getTime() - run.asked_at.getTime() <= LONG_MS) return;
  const accounts = ctx.use(Accounts);
  const asker = run.asked_by === null ? (await accounts.owners([companyId])).get(companyId) : await accounts.find(run.asked_by);
  const campaign = await ctx.use(Campaigns).find(campaignId);
  if (!asker?.email || !campaign) return;
  await ctx.mail({
    to: asker.email,
    subject: 'search-id.mail.counted.subject',
    text: 'search-id.mail.counted.text',
    params: { campaign: campaign.name, link: `${await ctx.origin()}/${ctx.named('locator').url}/campaign-management` },
    about: 'notice',
  });
}
