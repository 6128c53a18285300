import type { Ctx, Tenant } from '../../core/contract.ts';
import { Billing, type Invoice } from '../billing/contract.ts';
import { type Operation, Payments } from '../payments/contract.ts';
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
 * throws 402 when the payment failed. Never inside a transaction.
 */
export async function payNow(ctx: Ctx, invoiceId: string): Promise<boolean> {
  let { operation, joined } = await ctx.transaction((inner) => beginOrJoin(inner, invoiceId));
  let paid = operation && (await ctx.use(Payments).outcome(operation.id));
  // What was under way may have been with the card before this one.
  if (joined && paid?.state === 'failed') {
    ({ operation } = await ctx.transaction((inner) => beginOrJoin(inner, invoiceId)));
    paid = operation && (await ctx.use(Payments).outcome(operation.id));
  }
  if (paid?.state === 'failed') throw await ctx.use(Payments).refusal(paid, `dunning.reason.${paid.reason ?? 'declined'}`);
  return paid === null || paid.state === 'succeeded';
}

/** The payment of an invoice that is begun now, or that was under way; none when there is nothing to pay. */
async function beginOrJoin(ctx: Ctx, invoiceId: string): Promise<{ operation: Operation | null; joined: boolean }> {
  const invoice = await ctx.use(Billing).find(invoiceId);
  if (!invoice || !isPayable(invoice)) return { operation: null, joined: false };
  const { operation } = await ctx.use(Billing).pay(invoiceId);
  return { operation, joined: invoice.state === 'paying' };
}
