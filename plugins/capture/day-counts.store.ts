import type { Knex } from 'knex';
import { type OutcomeName, OUTCOMES } from './contract.ts';
import { localDay } from './local-day.ts';

interface Counted {
  campaignId: number;
  companyId: number;
  product: string;
  timezone: string;
}

/** What the visit's lead costs the client and the agency. */
interface Sold {
  retailCents: number;
  wholesaleCents: number;
}
const NOT_SOLD: Sold = { retailCents: 0, wholesaleCents: 0 };

/** Sums up how visits ended, by campaign and local day, until they are written in one statement. */
export class DayCounts {
  #rows = new Map<string, Record<string, number | string>>();

  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  add(of: Counted, outcome: OutcomeName, at: number, sold: Sold = NOT_SOLD): void {
    const day = localDay(at, of.timezone);
    const key = `${of.campaignId} ${day}`;
    let row = this.#rows.get(key);
    if (!row)
      this.#rows.set(
        key,
        (row = { campaign_id: of.campaignId, company_id: of.companyId, product: of.product, day, retail_cents: 0, wholesale_cents: 0 }),
      );
    row[outcome] = Number(row[outcome] ?? 0) + 1;
    row['retail_cents'] = Number(row['retail_cents']) + sold.retailCents;
    row['wholesale_cents'] = Number(row['wholesale_cents']) + sold.wholesaleCents;
  }

  /** Takes back what was counted earlier under an outcome that is not the visit's last one. */
  takeBack(of: Counted, outcome: OutcomeName, at: number): void {
    const key = `${of.campaignId} ${localDay(at, of.timezone)}`;
    const row = this.#rows.get(key)!;
    row[outcome] = Number(row[outcome] ?? 0) - 1;
  }

  /** Adds the sums to the table and forgets them; on failure they are kept for the next time. */
  async write(db: Knex): Promise<void> {
    if (this.isEmpty) return;
    const rows = this.#rows;
    this.#rows = new Map();
    try {
      await db.raw(UPSERT, [JSON.stringify([...rows.values()])]);
    } catch (error) {
      for (const [key, row] of this.#rows) rows.set(key, merged(rows.get(key), row));
      this.#rows = rows;
      throw error;
    }
  }
}

function merged(a: Record<string, number | string> | undefined, b: Record<string, number | string>): Record<string, number | string> {
  if (!a) return b;
  const sum = { ...a };
  for (const [name, value] of Object.entries(b))
    if (name !== 'campaign_id' && name !== 'company_id' && typeof value === 'number') sum[name] = Number(a[name] ?? 0) + value;
  return sum;
}

// In the order of the key, so that two writers never wait for each other crosswise.
const UPSERT = `
  insert into capture_day as d (campaign_id, company_id, day, product, ${OUTCOMES.join(', ')}, retail_cents, wholesale_cents)
  select campaign_id, company_id, day, product, ${OUTCOMES.map((c) => `coalesce(${c}, 0)`).join(', ')}, retail_cents, wholesale_cents
  from jsonb_to_recordset(?::jsonb) as r (campaign_id int, company_id int, day date, product text, ${OUTCOMES.map((c) => `${c} int`).join(', ')}, retail_cents bigint, wholesale_cents bigint)
  order by campaign_id, day
  on conflict (campaign_id, day) do update set ${OUTCOMES.map((c) => `${c} = d.${c} + excluded.${c}`).join(', ')}, retail_cents = d.retail_cents + excluded.retail_cents,
    wholesale_cents = d.wholesale_cents + excluded.wholesale_cents`;
