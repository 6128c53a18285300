import type { Ctx } from '../../../core/contract.ts';
import { AgencyPlans } from '../../tenancy/agency-plans/contract.ts';
import type { Operation, PaymentKind } from '../../money/payments/contract.ts';
import { lockAgency } from './agency.store.ts';
import { announce, chargeIdOf, fail, giveBack, isOffer, paid, PAYMENT_KIND, postPayment, takeBack } from './charges.service.ts';
import { type Charge, changeCharge, chargeById } from './charges.store.ts';
import { finishManualBill, revertManualBill } from './manual-bill.service.ts';

/** What follows from the payment of a charge; called as the agency, in the transaction that writes the outcome. */
export const chargePayment: PaymentKind = {
  id: PAYMENT_KIND,

  async succeeded(ctx, operation) {
    const charged = await paid(ctx, chargeIdOf(operation), operation);
    // Money of a try that was given up comes on top: it stands in the books as the agency's.
    if (!charged) return postPayment(ctx, operation, operation.amountCents);
    if (charged.kind === 'onboarding') await ctx.use(AgencyPlans).onboarded(ctx.tenant);
    if (charged.kind === 'wholesale') await finishManualBill(ctx, charged);
  },

  async failed(ctx, operation) {
    const charged = await payingFor(ctx, operation);
    if (!charged) return;
    const reason = operation.reason ?? 'declined';
    if (charged.kind === 'wholesale' && (await revertManualBill(ctx, charged, reason))) return;
    if (isOffer(charged)) {
      await changeCharge(ctx.db, charged.id, ['paying'], { state: 'withdrawn', reason, finished_at: ctx.now });
      await announce(ctx);
    } else await fail(ctx, charged, operation, reason);
  },

  /** The bank took the money back: the debt stands again, and waits for another card. What the root gave back is not owed. */
  async reversed(ctx, operation, cents, why, reversal) {
    await lockAgency(ctx.db, ctx.tenant.id);
    await postPayment(ctx, operation, -cents, `back-${reversal}`);
    const charged = await chargeById(ctx.db, chargeIdOf(operation));
    if (why === 'chargeback' && charged?.state === 'paid') await takeBack(ctx, charged, operation, cents);
    else await giveBack(ctx, operation, cents, reversal);
  },

  /** The money is back, and with it the charge is paid again, unless another card paid it meanwhile: then it is a credit in the books. */
  async restored(ctx, operation, cents, reversal) {
    await lockAgency(ctx.db, ctx.tenant.id);
    await postPayment(ctx, operation, cents, `won-back-${reversal}`);
    const charged = await chargeById(ctx.db, chargeIdOf(operation));
    const isOwed = charged?.state === 'failed' && charged.reason === 'chargeback' && charged.cents === cents;
    if (isOwed) await paid(ctx, charged.id, null);
  },
};

async function payingFor(ctx: Ctx, operation: Operation): Promise<Charge | null> {
  await lockAgency(ctx.db, ctx.tenant.id);
  const charged = await chargeById(ctx.db, chargeIdOf(operation));
  return charged?.state === 'paying' && charged.operationId === operation.id ? charged : null;
}
