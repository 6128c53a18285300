import type { Knex } from 'knex';
import type { Product } from '../../foundation/companies/contract.ts';

/** Agencies of campaigns that are to begin or end by now, or whose product came or went; each part reads an index that leads to these alone. */
export async function agenciesDue(db: Knex, now: Date, installed: readonly Product[]): Promise<number[]> {
  const gone = (await activeProducts(db)).filter((product) => !installed.includes(product));
  const { rows } = (await db.raw(
    `select agency_id from campaigns_campaign where status in ('scheduled', 'active', 'paused') and ends_at <= :now
     union select agency_id from campaigns_campaign where status = 'scheduled' and starts_at <= :now
     union select agency_id from campaigns_campaign where pause_reason = 'module_disabled' and product = any(:installed)
     union select agency_id from campaigns_campaign where status = 'active' and product = any(:gone)`,
    { now, installed, gone },
  )) as { rows: { agency_id: number }[] };
  return rows.map((row) => row.agency_id);
}

/** The products of active campaigns: from each to the next, however many campaigns there are. */
async function activeProducts(db: Knex): Promise<Product[]> {
  const next = (after: string) => `select min(product) as product from campaigns_campaign where status = 'active' ${after}`;
  const { rows } = (await db.raw(
    `with recursive hop as (${next('')} union all
       select (${next('and product > hop.product')}) from hop where hop.product is not null)
     select product from hop where product is not null`,
  )) as { rows: { product: Product }[] };
  return rows.map((row) => row.product);
}
