import type { Knex } from 'knex';
import { type Ctx, ownedBy } from '../../../core/contract.ts';

/** Sums over the bills that the actor may read, of one client or of all, in cents; what was paid, refunded and taxed since the first of the month in the zone. */
export async function figuresOf(ctx: Ctx, { today, zone, companyId }: { today: string; zone: string; companyId?: number }) {
  const of = companyId === undefined ? {} : { company_id: companyId };
  const invoices = () => ctx.query('Invoice').where(of);
  const notes = () => ctx.query('CreditNote').where(of);
  const first = `${today.slice(0, 8)}01`;
  const owed = `(total_cents - credit_cents - paid_cents)`;
  const owing = invoices()
    .whereIn('state', ['open', 'paying', 'failed', 'external'])
    .first(
      ctx.db.raw(
        `coalesce(sum(${owed}) filter (where state <> 'external'), 0)::bigint as due,
         coalesce(sum(${owed}) filter (where state = 'failed' or due_on < ?::date), 0)::bigint as overdue,
         sum(${owed}) filter (where state = 'external') as outside`,
        [today],
      ),
    ) as Promise<{ due: string; overdue: string; outside: string | null }>;
  const since = ctx.db.raw('(?::date)::timestamp at time zone ?', [first, zone]);
  const moving = ctx
    .db('billing_transaction')
    .where(ownedBy(ctx.tenant))
    .where('made_at', '>=', since)
    .whereIn('invoice_id', invoices().select('id'))
    .first(
      ctx.db.raw(
        `coalesce(sum(cents) filter (where kind = 'payment'), 0)::bigint as paid,
         coalesce(sum(cents) filter (where kind = 'refund'), 0)::bigint as refunded`,
      ),
    ) as Promise<{ paid: string; refunded: string }>;
  // A void invoice of delivered leads has a credit note over the whole, which stands for it here.
  const voided = invoices()
    .where({ state: 'void' })
    .where('issued_at', '>=', since)
    .whereIn('id', notes().whereNotNull('invoice_id').select('invoice_id'));
  const taxOf = async (query: Knex.QueryBuilder): Promise<number> => {
    const { tax }: { tax: string } = await query.first(ctx.db.raw('coalesce(sum(tax_cents), 0)::bigint as tax'));
    return Number(tax);
  };
  const [due, moved, issuedTax, voidedTax, notedTax] = await ctx.together([
    () => owing,
    () => moving,
    () => taxOf(invoices().whereNot({ state: 'void' }).where('issued_at', '>=', since)),
    () => taxOf(voided),
    () => taxOf(notes().where('made_at', '>=', since)),
  ]);
  return {
    due_cents: Number(due.due),
    overdue_cents: Number(due.overdue),
    outside_cents: due.outside === null ? null : Number(due.outside),
    paid_cents: Number(moved.paid),
    refunded_cents: Number(moved.refunded),
    tax_cents: issuedTax + voidedTax - notedTax,
  };
}
