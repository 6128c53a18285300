import type { Ctx } from '../../../../core/contract.ts';
import { type CampaignRules, Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import type { Evidence, LeadQueue, LeadSource, Queued } from '../contract.ts';
import { DayCounts } from '../intake/day-counts.ts';
import { takeIn, writeCounts } from '../intake/intake.ts';
import { outcomesOf } from '../outcomes.ts';

/** What works a source's queue, whatever the source. */
export interface Work {
  source: LeadSource;
  queue: LeadQueue<Queued, Evidence>;
}
export type Which = { most: number } | { refs: readonly string[] };

/**
 * Works observations of the agency from beginning to end, in the caller's transaction: all of it happens or nothing. `claimed` hears which
 * ones, also where the rest fails.
 */
export async function runBatch(ctx: Ctx, { source, queue }: Work, which: Which, claimed: (refs: string[]) => void): Promise<void> {
  const items: Queued[] = await queue.claim(ctx, which);
  claimed(items.map(({ ref }) => ref));
  if (items.length === 0) return;
  const rules = await ctx.use(Campaigns).rules([...new Set(items.map(({ campaignId }) => campaignId))]);
  const { observations, ended, held } = await queue.screen(ctx, items, rules);
  const declared = outcomesOf(ctx);
  for (const { outcome } of [...ended, ...held])
    if (!declared.has(outcome)) throw new Error(`${source.id}: nobody declares the outcome "${outcome}"`);
  const counts = new DayCounts();
  const taken = await takeIn(ctx, source, observations, rules, counts);
  const byRef = new Map(items.map((item) => [item.ref, item]));
  const closing = [
    ...ended.map(({ ref, outcome }) => ({ item: byRef.get(ref)!, outcome, leadId: null })),
    ...observations.map(({ ref }, n) => {
      const entry = taken[n];
      return { item: byRef.get(ref)!, outcome: entry?.outcome ?? 'outside_rules', leadId: entry?.leadId ?? null };
    }),
  ];
  await queue.close(ctx, closing);
  for (const { ref, outcome } of [...ended, ...held]) countOne(counts, rules, byRef.get(ref)!, outcome);
  for (const { item } of closing) takeBackOne(counts, rules, item);
  await writeCounts(ctx, counts);
}

type Rules = ReadonlyMap<number, CampaignRules>;
/** Counts an observation that ends, or is held, outside of the intake. */
export function countOne(counts: DayCounts, rules: Rules, item: Queued, outcome: string): void {
  const of = rules.get(item.campaignId);
  if (of) counts.add(of, outcome, item.at);
}
/** One that ends now and was counted while it was held counts under its end alone. */
export function takeBackOne(counts: DayCounts, rules: Rules, item: Queued): void {
  const of = rules.get(item.campaignId);
  if (of && item.countedAs !== undefined) counts.takeBack(of, item.countedAs, item.at);
}
