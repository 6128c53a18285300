import { type Ctx, dayOf } from '../../../core/contract.ts';
import { type AttentionSource, LISTED } from '../../foundation/attention/contract.ts';
import { INVOICES_TOPIC } from './billing.constants.ts';

/** Bills past their due day that nobody has paid: those whose payment failed are told by whoever tries it again. */
export const overdueAttention: AttentionSource = {
  live: [INVOICES_TOPIC],
  async find(ctx) {
    const { kind } = ctx.tenant;
    if (kind === 'root' || !ctx.can('read', 'Invoice')) return [];
    const overdue = await overdueOf(ctx);
    if (overdue.length === 0) return [];
    return [
      {
        id: 'billing.overdue',
        urgency: 'warn',
        title: ctx.t('billing.attention.overdue'),
        count: overdue[0]!.total,
        concerns: overdue.map(({ id, number, company, due }) => ({
          name: number,
          ...(kind === 'agency' && { note: company }),
          address: `/billing/invoices/${id}`,
          since: new Date(due),
        })),
        ...(overdue[0]!.total > 1 && { remedy: { title: ctx.t('billing.attention.show'), address: '/billing/invoices' } }),
      },
    ];
  },
};

interface Overdue {
  id: string;
  number: string;
  company: string;
  /** `YYYY-MM-DD`. */
  due: string;
  /** How many there are. */
  total: number;
}
/** The first of them. */
const overdueOf = (ctx: Ctx): Promise<Overdue[]> =>
  ctx
    .query('Invoice')
    .join('core_public_company as t', 't.id', 'billing_invoice.company_id')
    .whereNull('t.removed_at')
    .whereIn('billing_invoice.state', ['open', 'external'])
    .where('billing_invoice.due_on', '<', dayOf(ctx.now, ctx.timezone))
    .orderBy('billing_invoice.due_on')
    .limit(LISTED)
    .select('billing_invoice.id', 'billing_invoice.number', 't.name as company')
    .select(ctx.db.raw(`to_char(due_on, 'YYYY-MM-DD') as due, count(*) over ()::int as total`));
