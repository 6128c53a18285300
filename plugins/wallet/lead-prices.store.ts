import type { Knex } from 'knex';

/** What leads were billed at on both sides, by lead id. `db` is a transaction as the agency. */
export async function leadPrices(
  db: Knex,
  agencyId: number,
  leadIds: readonly string[],
): Promise<Map<string, { retailCents: number; wholesaleCents: number }>> {
  const { rows } = (await db.raw(
    `select substr(t.idem_key, 6) as id, coalesce(sum(e.amount_cents) filter (where a.kind = 'receivable'), 0)::int as "retailCents",
       coalesce(sum(e.amount_cents) filter (where a.kind = 'cost'), 0)::int as "wholesaleCents"
     from wallet_transfer t
     left join wallet_entry e on e.transfer_id = t.id
     left join wallet_account a on a.id = e.account_id
     where t.agency_id = ? and t.idem_key = any(?::text[]) and t.kind = 'lead' group by t.id`,
    [agencyId, leadIds.map((id) => `lead:${id}`)] as unknown as Knex.RawBinding[],
  )) as { rows: { id: string; retailCents: number; wholesaleCents: number }[] };
  return new Map(rows.map(({ id, ...cents }) => [id, cents]));
}
