import { type Ctx, type Question, rehearsed, shownMoney, type Tenant } from '../../../core/contract.ts';
import { Payments } from '../../money/payments/contract.ts';
import { closeNow } from './close.service.ts';
import { findInvoice, leftOf, type StoredInvoice } from './invoices.store.ts';

/**
 * Asked before something that invoices what a client owes at this moment, and charges its card: `work` does it, and is taken back. Null
 * where nothing would be invoiced. Never inside a transaction.
 */
export async function closeQuestion(ctx: Ctx, client: Tenant, work: (inner: Ctx) => Promise<StoredInvoice[]>): Promise<Question | null> {
  const { total, charged } = await rehearsed(ctx, async (inner) => {
    const sum = { total: 0, charged: 0 };
    for (const { id, totalCents } of await work(inner)) {
      const now = await findInvoice(inner.db, id);
      sum.total += totalCents;
      sum.charged += now?.state === 'paying' ? leftOf(now) : 0;
    }
    return sum;
  });
  if (total === 0) return null;
  const about = { company: client.name, total: shownMoney(total) };
  return ctx.transaction(async (inner) => {
    const charge = await inner.use(Payments).question(client.id, { what: inner.t('billing.ask.close', about), cents: charged });
    return (
      charge ?? {
        title: inner.t('billing.ask.close.title', about),
        body: inner.t('billing.ask.close.only', about),
        button: inner.t('billing.ask.close.button', about),
      }
    );
  });
}

/** Asked before `closeNow`. */
export const closeNowQuestion = (ctx: Ctx, client: Tenant): Promise<Question | null> =>
  closeQuestion(ctx, client, (inner) => closeNow(inner, client));
