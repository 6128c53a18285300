import type { Knex } from 'knex';
import { dayOf, DEFAULT_ZONE } from '../../core/contract.ts';

/** Today, as reports count it where no campaign is of another time zone; for some hours it is not the day of UTC. */
export const today = (): string => dayOf(new Date(), DEFAULT_ZONE);

interface Day {
  campaign_id: number;
  company_id: number;
  day: string;
  product?: string;
  retail_cents?: number;
  wholesale_cents?: number;
  /** By outcome: how many observations ended so. */
  outcomes: Record<string, number>;
}

/** Adds to what was counted of days, as the intake does; what leads cost stands with the outcome `lead`. */
export async function addCounts(db: Knex, days: readonly Day[]): Promise<void> {
  const rows = days.flatMap(({ outcomes, product = 'local', retail_cents = 0, wholesale_cents = 0, ...of }) =>
    Object.entries({ lead: 0, ...outcomes }).map(([outcome, observations]) => ({
      ...of,
      product,
      outcome,
      observations,
      ...(outcome === 'lead' ? { retail_cents, wholesale_cents } : {}),
    })),
  );
  await db.raw('select leads_count(?::jsonb)', [JSON.stringify(rows)]);
}

/** How many observations of a campaign were counted under each outcome, all days together; outcomes that came to nothing are left out. */
export async function countsOf(db: Knex, campaignId: number): Promise<Record<string, number>> {
  const rows = (await db('leads_day')
    .where({ campaign_id: campaignId })
    .groupBy('outcome')
    .select('outcome')
    .sum({ n: 'observations' })) as {
    outcome: string;
    n: string;
  }[];
  return Object.fromEntries(rows.flatMap(({ outcome, n }) => (Number(n) === 0 ? [] : [[outcome, Number(n)]])));
}
