import type { Knex } from 'knex';
import { dayOf } from '../../../../core/contract.ts';
import type { CampaignRules } from '../../../campaign-management/campaigns/contract.ts';

/** What an observation's lead costs the client and the agency. */
interface Sold {
  retailCents: number;
  wholesaleCents: number;
}
const NOT_SOLD: Sold = { retailCents: 0, wholesaleCents: 0 };

interface StateRow {
  campaign_id: number;
  company_id: number;
  product: string;
  day: string;
  state: string;
  leads: number;
}
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

/** Sums up how the observations of a batch ended, by campaign, local day and outcome, and where the people of its leads live, until that is written. */
export class DayCounts {
  readonly #rows = new Map<string, Row>();
  readonly #states = new Map<string, StateRow>();
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

  /** Counts a lead where its person lives; `state` as the person has it. */
  addState({ id, companyId, product, timezone }: CampaignRules, state: string, at: Date): void {
    const letters = state.trim().toUpperCase();
    const known = /^[A-Z]{2}$/.test(letters) ? letters : '';
    const day = dayOf(at, timezone);
    const key = `${id} ${day} ${known}`;
    const row = this.#states.get(key) ?? { campaign_id: id, company_id: companyId, product, day, state: known, leads: 0 };
    row.leads += 1;
    this.#states.set(key, row);
  }

  /** Takes back what was counted earlier under an outcome that is not the last one. */
  takeBack(of: CampaignRules, outcome: string, at: Date): void {
    this.#row(of, outcome, at).observations -= 1;
  }

  async write(db: Knex): Promise<void> {
    if (this.#rows.size > 0) await db.raw('select leads_count(?::jsonb)', [JSON.stringify([...this.#rows.values()])]);
    if (this.#states.size > 0) await db.raw('select leads_count_states(?::jsonb)', [JSON.stringify([...this.#states.values()])]);
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
