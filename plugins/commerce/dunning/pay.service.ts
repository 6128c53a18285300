import type { Ctx, Tenant } from '../../../core/contract.ts';
import { Billing, type Invoice } from '../billing/contract.ts';
import { type Operation, Payments } from '../../money/payments/contract.ts';
import { readLink, refused } from './pay-link.ts';

const PAYABLE: readonly Invoice['state'][] = ['open', 'failed', 'paying'];
export const isPayable = (invoice: Invoice): boolean => PAYABLE.includes(invoice.state);

/** The client and the invoice of a link. Throws 403 unless it is genuine, in time, and about a client of the company whose host was asked. */
export async function linked(ctx: Ctx, token: string): Promise<{ client: Tenant; invoice: Invoice }> {
  const { companyId, invoiceId } = readLink(ctx, token);
  const client = await ctx.company(companyId);
  const isBelow = client !== null && [client.id, client.agencyId, client.rootId].includes(ctx.tenant.id);
  const invoice = isBelow ? await ctx.as(client, (own) => own.use(Billing).find(invoiceId)) : null;
  if (!client || invoice?.companyId !== client.id) throw refused();
  return { client, invoice };
}

/**
 * Pays an invoice of the caller's company with the card it has, and waits for what becomes of it. Answers false while nobody knows;
 * throws 402 when the payment failed. `asked` is the invoice as it stood when the person asked: a payment begun since, by the card that
 * was kept or by the clock, is theirs too. Never inside a transaction.
 */
export async function payNow(ctx: Ctx, asked: Pick<Invoice, 'id' | 'operationId'>): Promise<boolean> {
  let last = asked.operationId;
  for (;;) {
    const known = last;
    const operation = await ctx.transaction((inner) => beginOrJoin(inner, asked.id, known));
    if (!operation) return true;
    const outcome = await ctx.use(Payments).outcome(operation.id);
    if (outcome.state !== 'failed') return outcome.state === 'succeeded';
    // Where the card was replaced meanwhile, the payment with the new one was begun in the transaction that noted this failure.
    const now = await ctx.transaction((inner) => inner.use(Billing).find(asked.id));
    if (!now || now.operationId === operation.id)
      throw await ctx.use(Payments).refusal(outcome, `dunning.reason.${outcome.reason ?? 'declined'}`);
    last = operation.id;
  }
}

/** The payment of an invoice that is begun now, or that was begun since `last`; null when there is nothing to pay. */
async function beginOrJoin(ctx: Ctx, invoiceId: string, last: string | null): Promise<Operation | null> {
  const invoice = await ctx.use(Billing).find(invoiceId);
  return invoice && isPayable(invoice) ? (await ctx.use(Billing).pay(invoiceId, last)).operation : null;
}
