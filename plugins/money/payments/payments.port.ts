import type { Ctx } from '../../../core/contract.ts';
import { cardText, chargeQuestion, dueOnNewCard } from './charge-question.ts';
import { findAccount, takesCards } from './accounts.store.ts';
import { cardSetup, keepCard } from './cards.service.ts';
import { refusal } from './holder.ts';
import type { PaymentsApi } from './contract.ts';
import { gatewayFor } from './provider.ts';
import { begin, outcomeOf } from './operations.service.ts';
import { findOperation, operationOf, runningOf } from './operations.store.ts';
import { cardOf, hasCard, payerOf, withCard } from './payers.store.ts';
import { refund } from './refunds.service.ts';

/** The port's functions, bound to the caller's transaction. */
export const paymentsOf = (ctx: Ctx): PaymentsApi => ({
  begin: (payer, wish) => begin(ctx, payer, wish),
  outcome: (id) => outcomeOf(ctx, id),
  async find(id) {
    const row = await findOperation(ctx.db, id);
    return row ? operationOf(row) : null;
  },
  refund: (id, cents, reason, key) => refund(ctx, id, cents, reason, key),
  card: async (companyId) => cardOf(await payerOf(ctx.db, companyId, gatewayFor(ctx).id)),
  async cardText(companyId) {
    const card = cardOf(await payerOf(ctx.db, companyId, gatewayFor(ctx).id));
    return card ? cardText(ctx, card) : ctx.t('payments.card.none');
  },
  cardNamed: (card) => cardText(ctx, card),
  question: (companyId, charge) => chargeQuestion(ctx, companyId, charge),
  dueOnNewCard: () => dueOnNewCard(ctx),
  hasCard: (column) => hasCard(ctx.db, column, gatewayFor(ctx).id),
  withCard: (companyIds) => withCard(ctx.db, companyIds, gatewayFor(ctx).id),
  cardSetup: (payer) => cardSetup(ctx, payer),
  keepCard: (token) => keepCard(ctx, token),
  refusal: (operation, code) => refusal(ctx, operation, code),
  running: async (company) => (await runningOf(ctx.db, company)).map(operationOf),
  takesCards: async (agencyId) => (await takesCards(ctx.db, agencyId)) !== null,
  async account(companyId, personId) {
    const known = await findAccount(ctx.db, companyId, personId);
    if (known?.gateway !== gatewayFor(ctx).id) return { status: 'empty', chargesEnabled: false, payoutsEnabled: false, requirements: [] };
    const { status, charges_enabled: chargesEnabled, payouts_enabled: payoutsEnabled, requirements } = known;
    return { status, chargesEnabled, payoutsEnabled, requirements };
  },
  coupon: (code) => gatewayFor(ctx).coupon(code),
});
