import type { Knex } from 'knex';
import { dayOf } from '../../../../core/contract.ts';
import type { ScreeningOutcome } from '../source.ts';
import type { Pixel } from './pixel-cache.ts';

interface Row {
  campaign_id: number;
  company_id: number;
  product: string;
  day: string;
  outcome: ScreeningOutcome;
  observations: number;
}

/** Sums up page views that ended at the endpoint, by campaign, local day and outcome, until they are written in one statement. */
export class EdgeCounts {
  #rows = new Map<string, Row>();

  add({ campaignId, companyId, product, timezone }: Pixel, outcome: ScreeningOutcome, at: number): void {
    this.#add({ campaign_id: campaignId, company_id: companyId, product, day: dayOf(new Date(at), timezone), outcome, observations: 1 });
  }

  /** Adds the sums to the counts of leads and forgets them; on failure they are kept for the next time. */
  async write(db: Knex): Promise<void> {
    if (this.#rows.size === 0) return;
    const rows = this.#rows;
    this.#rows = new Map();
    try {
      await db.raw('select leads_count(?::jsonb)', [JSON.stringify([...rows.values()])]);
    } catch (error) {
      for (const row of rows.values()) this.#add(row);
      throw error;
    }
  }

  #add(row: Row): void {
    const key = `${row.campaign_id} ${row.day} ${row.outcome}`;
    const known = this.#rows.get(key);
    if (known) known.observations += row.observations;
    else this.#rows.set(key, { ...row });
  }
}
