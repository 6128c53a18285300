import type { Knex } from 'knex';
import type { TaxRateRow } from '../rows.gen.ts';
import type { TaxRate } from './tax.ts';

/** A tax of a seller. `country` and `region` say where its clients are, for `place`; an empty region is the whole country. */
export interface DeclaredRate extends TaxRate {
  appliesTo: 'all' | 'place' | 'chosen';
  country: string;
  region: string;
}

/** Taxes that an agency declares now, oldest first; for itself and for its clients, who do not see its rows. */
export async function declaredRates(db: Knex, agencyId: number): Promise<DeclaredRate[]> {
  const { rows } = (await db.raw('select * from billing_tax_rates_of(?) order by id', [agencyId])) as { rows: TaxRateRow[] };
  return rows.map(rateOf);
}

export async function insertRate(db: Knex, agencyId: number, rate: Omit<DeclaredRate, 'id'>, at: Date): Promise<void> {
  await db('billing_tax_rate').insert({
    company_id: agencyId,
    name: rate.name,
    ppm: rate.ppm,
    inclusive: rate.inclusive,
    applies_to: rate.appliesTo,
    country: rate.country,
    region: rate.region,
    made_at: at,
  });
}

/** Takes a tax off all later documents, and off the clients that it was chosen for. Answers its name, or null when it was not in use. */
export async function archiveRate(db: Knex, agencyId: number, id: number, at: Date): Promise<string | null> {
  const [row] = (await db('billing_tax_rate')
    .where({ id, company_id: agencyId })
    .whereNull('archived_at')
    .update({ archived_at: at })
    .returning('name')) as { name: string }[];
  return row?.name ?? null;
}

/** Clients for whom a tax was chosen by name. */
export const clientsWithRate = (db: Knex, id: number): Promise<number[]> =>
  db('billing_client_terms').where({ tax_rate_id: id }).pluck('company_id') as Promise<number[]>;

export const rateOf = (row: TaxRateRow): DeclaredRate => ({
  id: row.id,
  name: row.name,
  ppm: row.ppm,
  inclusive: row.inclusive,
  appliesTo: row.applies_to,
  country: row.country,
  region: row.region,
});
