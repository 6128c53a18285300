import type { Ctx } from '../../core/contract.ts';
import { findAccount } from './accounts.store.ts';
import type { PaymentsApi } from './contract.ts';
import { gatewayFor } from './gateway/index.ts';
import { begin, outcomeOf } from './operations.service.ts';
import { findOperation, operationOf } from './operations.store.ts';
import { cardOf, payerOf } from './payers.store.ts';
import { refund } from './refunds.service.ts';

/** The port's functions, bound to the caller's transaction. */
export const paymentsOf = (ctx: Ctx): PaymentsApi => ({
  begin: (payer, wish) => begin(ctx, payer, wish),
  outcome: (id) => outcomeOf(ctx, id),
  async find(id) {
    const row = await findOperation(ctx.db, id);
    return row ? operationOf(row) : null;
  },
  refund: (id, cents, reason) => refund(ctx, id, cents, reason),
  card: async (companyId) => cardOf(await payerOf(ctx.db, companyId, gatewayFor(ctx).id)),
  async account(companyId) {
    const known = await findAccount(ctx.db, companyId);
    if (!known) return { status: 'empty', chargesEnabled: false, payoutsEnabled: false, requirements: [] };
    const { status, charges_enabled: chargesEnabled, payouts_enabled: payoutsEnabled, requirements } = known;
    return { status, chargesEnabled, payoutsEnabled, requirements };
  },
  coupon: (code) => gatewayFor(ctx).coupon(code),
});
