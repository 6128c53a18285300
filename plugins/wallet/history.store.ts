import type { Knex } from 'knex';
import type { Months } from './month.ts';

/** One line of a wallet's statement: a top-up or its reversal, or what the leads of one day cost together. */
export interface Movement {
  id: string;
  kind: 'lead' | 'topup' | 'refund' | 'chargeback';
  source: 'manual' | 'auto' | null;
  at: Date;
  leads: number;
  /** Into the wallet positive, out of it negative. */
  cents: number;
}

const MOVEMENTS = `
  with moved as (
    select t.id, t.kind, t.operation_id, e.created_at, e.amount_cents, to_char(e.created_at at time zone :zone, 'YYYY-MM-DD') as day
    from wallet_account a join wallet_entry e on e.account_id = a.id join wallet_transfer t on t.id = e.transfer_id
    where a.company_id = :agency and a.kind = 'wallet' and e.created_at >= :from and e.created_at < :to
  ), line as (
    select 'leads-' || day as id, 'lead' as kind, null as source, max(created_at) as at, count(*)::int as leads, sum(amount_cents) as cents
    from moved where kind = 'lead' group by day
    union all
    select m.id::text, m.kind, o.source, m.created_at, 0, m.amount_cents
    from moved m left join wallet_operation o on o.id = m.operation_id where m.kind <> 'lead'
  )
  select *, count(*) over ()::int as total from line order by at desc, id limit :limit offset :offset`;

/** Months of the agency's statement, newest first, and how many lines it has in all. Days are those of `zone`. */
export async function movements(
  db: Knex,
  agencyId: number,
  months: Months,
  zone: string,
  part: { limit: number; offset: number },
): Promise<{ rows: Movement[]; total: number }> {
  const { rows } = (await db.raw(MOVEMENTS, { agency: agencyId, zone, from: months.from, to: months.to, ...part })) as {
    rows: (Omit<Movement, 'cents'> & { cents: string; total: number })[];
  };
  return {
    rows: rows.map(({ id, kind, source, at, leads, cents }) => ({ id, kind, source, at, leads, cents: Number(cents) })),
    total: rows[0]?.total ?? 0,
  };
}

/** What leads took from the wallet in a month, in cents, positive. */
export async function spentCents(db: Knex, agencyId: number, months: Months): Promise<number> {
  const { rows } = (await db.raw(
    `select coalesce(-sum(e.amount_cents), 0) as cents
     from wallet_account a join wallet_entry e on e.account_id = a.id join wallet_transfer t on t.id = e.transfer_id and t.kind = 'lead'
     where a.company_id = :agency and a.kind = 'wallet' and e.created_at >= :from and e.created_at < :to`,
    { agency: agencyId, from: months.from, to: months.to },
  )) as { rows: [{ cents: string }] };
  return Number(rows[0].cents);
}
