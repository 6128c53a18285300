import type { Knex } from 'knex';
import { dayOf } from '../../../core/contract.ts';
import type { CampaignRules } from '../../campaigns/contract.ts';

/** What an observation's lead costs the client and the agency. */
interface Sold {
  retailCents: number;
  wholesaleCents: number;
}
const NOT_SOLD: Sold = { retailCents: 0, wholesaleCents: 0 };

interface Row {
  campaign_id: number;
  company_id: number;
  product: string;
  day: string;
  outcome: string;
  observations: number;
  retail_cents: number;
  wholesale_cents: number;
}

/** Sums up how the observations of a batch ended, by campaign, local day and outcome, until they are written in one statement. */
export class DayCounts {
  readonly #rows = new Map<string, Row>();
  readonly #companies = new Set<number>();

  /** Clients whose figures move. */
  get companies(): ReadonlySet<number> {
    return this.#companies;
  }

  add(of: CampaignRules, outcome: string, at: Date, { retailCents, wholesaleCents }: Sold = NOT_SOLD): void {
    const row = this.#row(of, outcome, at);
    row.observations += 1;
    row.retail_cents += retailCents;
    row.wholesale_cents += wholesaleCents;
  }

  /** Takes back what was counted earlier under an outcome that is not the last one. */
  takeBack(of: CampaignRules, outcome: string, at: Date): void {
    this.#row(of, outcome, at).observations -= 1;
  }

  async write(db: Knex): Promise<void> {
    if (this.#rows.size > 0) await db.raw('select leads_count(?::jsonb)', [JSON.stringify([...this.#rows.values()])]);
  }

  #row({ id, companyId, product, timezone }: CampaignRules, outcome: string, at: Date): Row {
    const day = dayOf(at, timezone);
    const key = `${id} ${day} ${outcome}`;
    const known = this.#rows.get(key);
    if (known) return known;
    const row = { campaign_id: id, company_id: companyId, product, day, outcome, observations: 0, retail_cents: 0, wholesale_cents: 0 };
    this.#rows.set(key, row);
    this.#companies.add(companyId);
    return row;
  }
}
