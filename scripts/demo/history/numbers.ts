import type { Knex } from 'knex';

/** Numbers of bills or credit notes, one after the other for each agency and year, as `billing` counts them. */
export async function numbersOf(trx: Knex, series: 'invoice' | 'credit') {
  const rows = (await trx('billing_counter').where({ series }).select('company_id', 'year', 'last')) as {
    company_id: number;
    year: number;
    last: number;
  }[];
  const last = new Map(rows.map((row) => [`${row.company_id} ${row.year}`, row.last]));
  return {
    next(agencyId: number, day: string): string {
      const key = `${agencyId} ${Number(day.slice(0, 4))}`;
      const n = (last.get(key) ?? 0) + 1;
      last.set(key, n);
      return `${day.slice(0, 4)}-${String(n).padStart(6, '0')}`;
    },
    async save(): Promise<void> {
      const counted = [...last].map(([key, n]) => ({
        company_id: Number(key.split(' ')[0]),
        series,
        year: Number(key.split(' ')[1]),
        last: n,
      }));
      if (counted.length > 0) await trx('billing_counter').insert(counted).onConflict(['company_id', 'series', 'year']).merge(['last']);
    },
  };
}
