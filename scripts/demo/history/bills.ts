import { randomUUID } from 'node:crypto';
import { DateTime } from 'luxon';
import type { Knex } from 'knex';
import { nextPeriod, type Period, periodOf } from '../../../plugins/commerce/billing/calendar/periods.ts';
import { PAYMENT_DAYS } from '../billing-details.ts';
import { DECLINED, PAID_LATE } from '../clients.ts';
import { collect, type PastPosting } from './books.ts';
import { numbersOf } from './numbers.ts';
import type { Stretch } from './plan.ts';
import type { Credit } from './returns.ts';

/** The least that the payment provider charges. */
const LEAST_CENTS = 50;

/** Leads of a campaign on one client's bill. */
interface Sold {
  company_id: number;
  agency_id: number;
  root_id: number;
  company: string;
  term: Period['term'];
  first: string;
  campaign_id: number;
  name: string;
  price_version_id: number | null;
  retail: string;
  wholesale: string;
  on_wallet: boolean;
  quantity: number;
}
/** What a payment keeps of who pays. */
export const CARD = ['gateway', 'account', 'customer', 'card', 'brand', 'last4'] as const;
interface Payer {
  company_id: number;
  gateway: string;
  account: string;
  customer: string;
  card: string;
  brand: string;
  last4: string;
}
interface Bill {
  id: string;
  period: Period;
  lines: readonly Sold[];
  number: string;
  totalCents: number;
  creditCents: number;
  feeCents: number;
  isExternal: boolean;
}

const SOLD = `
  select c.company_id, c.agency_id, c.root_id, t.name as company, p.term, p.first, c.id as campaign_id, c.name, b.price_version_id, c.retail, c.wholesale,
    c.on_wallet, count(*)::int as quantity
  from h_period p join h_campaign c on true join billing_terms b on b.campaign_id = c.id and b.term = p.term join core_tenant t on t.id = c.company_id
  join leads_lead l on l.campaign_id = c.id and l.created_at >= p.start_at and l.created_at < p.end_at and not l.is_test
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 order by 1, 7`;

/** The weeks and months since the origin: those that were due by the end, and of each term the one that follows. */
function periodsOf({ origin, to }: Stretch, zone: string): { due: Period[]; open: Period[] } {
  const due: Period[] = [];
  const open: Period[] = [];
  for (const term of ['Weekly', 'Monthly'] as const) {
    let period = periodOf(term, origin, zone);
    for (; period.due <= to; period = nextPeriod(period, zone)) due.push(period);
    open.push(period);
  }
  return { due: due.toSorted((a, b) => a.due.getTime() - b.due.getTime()), open };
}

/**
 * Closes the periods of the history the way the product would have: one bill a client and period, less their credit. The last one of the client whose card
 * does not pay is left open, so that the product closes it, charges in vain and begins to dun.
 */
export async function billClients(trx: Knex, stretch: Stretch, zone: string, credits: readonly Credit[]): Promise<void> {
  const { due, open } = periodsOf(stretch, zone);
  await trx.raw('create temp table h_period (term text, first text, start_at timestamptz, end_at timestamptz) on commit drop');
  await trx('h_period').insert(due.map(({ term, first, start, end }) => ({ term, first, start_at: start, end_at: end })));
  const sold = ((await trx.raw(SOLD)) as { rows: Sold[] }).rows;
  const payers = new Map(((await trx('payments_payer').select('company_id', ...CARD)) as Payer[]).map((p) => [p.company_id, p]));
  const terms = (await trx('billing_terms as b')
    .join('core_tenant as t', 't.id', 'b.company_id')
    .whereIn('b.campaign_id', trx('h_campaign').select('id'))
    .whereIn('b.term', ['Weekly', 'Monthly'])
    .distinct('b.company_id', 'b.term', 't.name as company')) as { company_id: number; term: string; company: string }[];

  const lines = Map.groupBy(sold, (line) => `${line.company_id} ${line.term} ${line.first}`);
  const left = new Map<number, number>();
  const given = credits.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const numbers = await numbersOf(trx, 'invoice');
  const billed: { bill: Bill | null; of: { company_id: number; company: string }; period: Period }[] = [];
  const lastDue = new Map(due.map((period) => [period.term, period]));
  let spent = 0;
  for (const period of due) {
    for (; spent < given.length && given[spent]!.at <= period.due; spent += 1)
      left.set(given[spent]!.company_id, (left.get(given[spent]!.company_id) ?? 0) + given[spent]!.cents);
    for (const of of terms.filter(({ term }) => term === period.term)) {
      if (of.company === DECLINED && lastDue.get(period.term) === period) continue;
      const own = lines.get(`${of.company_id} ${period.term} ${period.first}`) ?? [];
      const bill =
        own.length > 0
          ? billOf(period, own, left.get(of.company_id) ?? 0, (agency) => numbers.next(agency, dayOf(period.due, zone)))
          : null;
      if (bill) left.set(of.company_id, (left.get(of.company_id) ?? 0) - bill.creditCents);
      billed.push({ bill, of, period });
    }
  }
  for (; spent < given.length; spent += 1)
    left.set(given[spent]!.company_id, (left.get(given[spent]!.company_id) ?? 0) + given[spent]!.cents);

  const bills = billed.flatMap(({ bill }) => bill ?? []);
  const late = bills.findLast(
    (bill) => bill.lines[0]!.company === PAID_LATE && stretch.to.getTime() - bill.period.due.getTime() > 20 * 86_400_000,
  )?.id;
  await writeBills(trx, bills, { payers, late, zone, to: stretch.to });
  await numbers.save();
  for (const [company_id, credit_cents] of left)
    await trx('billing_client').insert({ company_id, credit_cents }).onConflict('company_id').merge({ credit_cents });
  const companies = [...new Set(terms.map(({ company_id }) => company_id))];
  await trx('billing_period').whereNull('closed_at').whereIn('company_id', companies).delete();
  const closed = billed.map(({ bill, of, period }) => ({
    ...rowOf(period, of.company_id),
    closed_at: after(period.due, 1),
    invoice_id: bill?.id ?? null,
  }));
  await trx('billing_period').insert(closed);
  const running = terms.map((of) => {
    const last = lastDue.get(of.term as Period['term']);
    return rowOf(of.company === DECLINED && last ? last : open.find(({ term }) => term === of.term)!, of.company_id);
  });
  await trx('billing_period').insert(running);
}

const dayOf = (at: Date, zone: string): string => DateTime.fromJSDate(at, { zone }).toISODate()!;
const after = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1_000);
const rowOf = ({ term, zone, first, last, start, end, due }: Period, company_id: number) => ({
  company_id,
  term,
  zone,
  first,
  last,
  start_at: start,
  end_at: end,
  due_at: due,
});

function billOf(period: Period, lines: readonly Sold[], credit: number, number: (agencyId: number) => string): Bill {
  const isExternal = lines[0]!.on_wallet;
  const totalCents = lines.reduce((sum, line) => sum + line.quantity * Number(line.retail), 0);
  const creditCents = Math.max(0, Math.min(credit, isExternal ? totalCents : totalCents - LEAST_CENTS));
  const owed = isExternal ? 0 : lines.reduce((sum, line) => sum + line.quantity * Number(line.wholesale), 0);
  const feeCents = Math.min(owed, totalCents - creditCents);
  return { id: randomUUID(), period, lines, number: number(lines[0]!.agency_id), totalCents, creditCents, feeCents, isExternal };
}

async function writeBills(
  trx: Knex,
  bills: readonly Bill[],
  { payers, late, zone, to }: { payers: ReadonlyMap<number, Payer>; late: string | undefined; zone: string; to: Date },
): Promise<void> {
  const postings: PastPosting[] = [];
  const payments: object[] = [];
  const rows = bills.map((bill) => {
    const { company_id, agency_id, root_id } = bill.lines[0]!;
    const issued = after(bill.period.due, 1);
    const dueCents = bill.totalCents - bill.creditCents;
    const base = {
      id: bill.id,
      company_id,
      number: bill.number,
      term: bill.period.term,
      period_first: bill.period.first,
      period_last: bill.period.last,
      total_cents: bill.totalCents,
      credit_cents: bill.creditCents,
      fee_cents: bill.feeCents,
      issued_at: issued,
      issued_on: dayOf(issued, zone),
      due_on: dayOf(issued, zone),
    };
    // Older ones were settled by transfer: nothing says so, and they are not to stand as overdue.
    const within = after(issued, PAYMENT_DAYS * 86_400);
    if (bill.isExternal)
      return {
        ...base,
        due_on: within > to ? dayOf(within, zone) : null,
        state: 'external',
        operation_id: null,
        paid_cents: 0,
        paid_fee_cents: 0,
        paid_at: null,
      };
    const isLate = bill.id === late;
    const payment = { id: randomUUID(), at: after(issued, isLate ? 2 * 86_400 : 6) };
    const { company_id: _, ...card } = payers.get(company_id)!;
    const of = {
      ...card,
      company_id,
      kind: 'billing.invoice',
      subject: bill.number,
      description: bill.number,
      amount_cents: dueCents,
      fee_cents: bill.feeCents,
    };
    const sent = (at: Date) => ({ created_at: at, submitted_at: after(at, 1), finished_at: after(at, 3), check_at: after(at, 120) });
    if (isLate)
      payments.push({ ...of, ...sent(issued), id: randomUUID(), number: 1, state: 'failed', reason: 'declined', payment_id: null });
    payments.push({
      ...of,
      ...sent(payment.at),
      id: payment.id,
      number: isLate ? 2 : 1,
      state: 'succeeded',
      reason: null,
      payment_id: `sandbox_charge_${payment.id}`,
    });
    postings.push({
      key: `billing:payment:${payment.id}`,
      code: 'billing.payment',
      at: after(payment.at, 3),
      company_id,
      agency_id,
      root_id,
      reference: payment.id,
      cost_center: null,
      entries: [
        { company: agency_id, account: 'cash', cents: dueCents - bill.feeCents },
        { company: company_id, account: 'receivable', cents: -dueCents },
        { company: agency_id, account: 'payable', cents: bill.feeCents },
      ],
    });
    return {
      ...base,
      state: 'paid',
      operation_id: payment.id,
      paid_cents: dueCents,
      paid_fee_cents: bill.feeCents,
      paid_at: after(payment.at, 3),
    };
  });
  for (const [table, all] of [
    ['payments_operation', payments] as const,
    ['billing_invoice', rows] as const,
    ['billing_line', bills.flatMap(linesOf)] as const,
  ])
    for (let at = 0; at < all.length; at += 500) await trx(table).insert(all.slice(at, at + 500));
  await collect(trx, postings);
}

const linesOf = (bill: Bill) =>
  bill.lines.map((line) => ({
    company_id: line.company_id,
    invoice_id: bill.id,
    campaign_id: line.campaign_id,
    kind: 'leads',
    text: line.name,
    quantity: line.quantity,
    unit_cents: line.retail,
    amount_cents: line.quantity * Number(line.retail),
    price_version_id: line.price_version_id,
    wholesale_cents: line.wholesale,
    owed_cents: line.on_wallet ? 0 : line.wholesale,
    period_first: bill.period.first,
    posted: true,
    made_at: after(bill.period.due, 1),
  }));
