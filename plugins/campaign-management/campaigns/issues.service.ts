import type { Knex } from 'knex';
import type { Ctx } from '../../../core/contract.ts';
import type { FactsRow } from './campaign.store.ts';
import { type CampaignIssue, CampaignIssues, type Lacking, type RunningCampaigns } from './contract.ts';
import { allRunning, runningOf } from './running-campaigns.ts';

/** What a campaign lacks. */
export type Issue = Pick<CampaignIssue, 'code' | 'brief'>;

/** An issue with what says which running campaigns have it. */
export interface Lack extends Lacking {
  issue: CampaignIssue;
}

/** The issues that running campaigns may have; those that none of them has are left out where that is known already. */
export async function lacksOf(ctx: Ctx, running: RunningCampaigns, which: (issue: CampaignIssue) => boolean = () => true): Promise<Lack[]> {
  const issues = ctx.contributions(CampaignIssues).filter(which);
  const lacking = await ctx.together(issues.map((issue) => () => issue.lacking(ctx, running)));
  return issues.flatMap((issue, n) => (lacking[n] ? [{ issue, ...lacking[n] }] : []));
}

const keepsBack = ({ works }: CampaignIssue): boolean => !works;

/** Which of the issues a row has, as a column: their places. */
const lacksColumn = (ctx: Ctx, lacks: readonly Lack[]): Knex.Raw =>
  ctx.db.raw(
    `array_remove(array[${lacks.map((_, n) => `case when ? then ${n} end`).join(', ')}]::int[], null) as lacks`,
    lacks.map(({ when }) => when),
  );

/** What keeps each of the campaigns from bringing anything, by campaign; those that lack nothing, or do not run, are left out. */
export async function issuesOf(ctx: Ctx, rows: readonly FactsRow[]): Promise<Map<number, Issue[]>> {
  if (!rows.some(({ status }) => status === 'active')) return new Map();
  const running = runningOf(ctx, rows);
  const lacks = await lacksOf(ctx, running, keepsBack);
  if (lacks.length === 0) return new Map();
  const found = (await running.rows().select('id', lacksColumn(ctx, lacks)).options({ prepare: true })) as {
    id: number;
    lacks: number[];
  }[];
  return new Map(found.filter((row) => row.lacks.length > 0).map((row) => [row.id, row.lacks.map((n) => lacks[n]!.issue)]));
}

/** Which running campaigns in the caller's sight something keeps from bringing anything; null for none. */
export async function keptBack(ctx: Ctx): Promise<Lacking | null> {
  const lacks = await lacksOf(ctx, allRunning(ctx), keepsBack);
  if (lacks.length === 0) return null;
  const when = ctx.db.raw(
    lacks.map(() => '(?)').join(' or '),
    lacks.map((lack) => lack.when),
  );
  return { when };
}
