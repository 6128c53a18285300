import { defineJob, T } from '../../../core/contract.ts';
import { Billing } from '../billing/contract.ts';

/** Begins a payment anew that never reached the provider; it is known to be lost only after some minutes. */
export const againJob = defineJob({
  id: 'dunning.again',
  payload: T.Object({ invoiceId: T.String() }),
  timeoutMs: 30_000,
  async run(ctx, { invoiceId }) {
    const invoice = await ctx.use(Billing).find(invoiceId);
    if (invoice?.state === 'failed') await ctx.use(Billing).pay(invoiceId, invoice.operationId);
  },
});
