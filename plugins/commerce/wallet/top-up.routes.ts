import { asking, type Ctx, defineRoute, Flag, invalid, notFound, Problem, type RateDef, shownMoney, T } from '../../../core/contract.ts';
import { type Operation, Payments } from '../../money/payments/contract.ts';
import { ceilingOf, saveCeiling } from './auto-policy.ts';
import { changeWallet, lockWallet, readWallet } from './data-wallet.ts';
import { checkAmount, Dollars, topUpCents } from './top-up-amount.ts';
import { CompanyId, ownCompany } from './statement.routes.ts';
import { topUp } from './top-up.service.ts';
import { lastTopUp } from './top-up.store.ts';
import { DATA_WALLET, MostPerMonth } from './wallet.settings.ts';

const Done = T.Object({ result: T.Enum(['success', 'pending']), message: T.String() });

/** The wish as callers send it. A form may name a preset instead of the amount. */
const Wish = {
  company_id: T.Optional(CompanyId),
  amount: T.Optional(Dollars),
  preset: T.Optional(T.Enum(['250', '500', '1000'])),
  custom_amount: T.Optional(Flag),
  most_per_month: T.Optional(MostPerMonth),
};

/** The server decides what the amount is and whether it may be; the minimum depends on its kind. */
function amountOf(body: { amount?: string | number; preset?: string; custom_amount?: string }): { cents: number; custom: boolean } {
  const custom = body.custom_amount === 'T';
  const dollars = custom ? body.amount : (body.amount ?? body.preset);
  if (dollars === undefined) throw invalid('amount', 'core.validation.required');
  const cents = topUpCents('amount', dollars);
  checkAmount(cents, custom);
  return { cents, custom };
}

const savePrepaid = defineRoute({
  id: 'wallet.save',
  method: 'POST',
  path: '/configuration/agencies/prepaid/save-prepaid-direct-payment',
  summary: 'Set the amount of continual top-ups',
  ability: ['update', 'Wallet'],
  feature: DATA_WALLET,
  stepUp: true,
  audit: 'wallet.amount-changed',
  body: T.Object(Wish),
  response: Done,
  async handler(ctx, { body }) {
    ownCompany(ctx, body.company_id);
    const { cents, custom } = amountOf(body);
    const wallet = await lockWallet(ctx, ctx.tenant.id);
    if (body.most_per_month !== undefined) await saveCeiling(ctx, wallet, body.most_per_month, cents);
    await changeWallet(ctx, ctx.tenant.id, { amount_cents: cents, custom_amount: custom });
    return { result: 'success' as const, message: ctx.t('wallet.saved') };
  },
});

const stopContinual = defineRoute({
  id: 'wallet.stop-continual',
  method: 'POST',
  path: '/configuration/agencies/prepaid/stop-continual-topup-direct-payment',
  summary: 'Stop or resume continual top-up',
  ability: ['update', 'Wallet'],
  feature: DATA_WALLET,
  stepUp: true,
  audit: 'wallet.continual-switched',
  body: T.Object({ company_id: T.Optional(CompanyId), stop_continual: Flag }),
  response: Done,
  async handler(ctx, { body }) {
    ownCompany(ctx, body.company_id);
    const stop = body.stop_continual === 'T';
    await lockWallet(ctx, ctx.tenant.id);
    await changeWallet(ctx, ctx.tenant.id, { stop_continual: stop, ...(stop ? {} : { failures: 0, retry_at: ctx.db.fn.now() }) });
    return { result: 'success' as const, message: ctx.t(stop ? 'wallet.continual.stopped' : 'wallet.continual.resumed') };
  },
});

/** Declines cost the provider's patience; nobody tops up more often than this. */
export const chargeRate: RateDef = { id: 'wallet.charge', points: 30, seconds: 60, by: 'company' };

const chargePrepaid = defineRoute({
  id: 'wallet.charge-prepaid',
  method: 'POST',
  path: '/configuration/agencies/prepaid/charge-prepaid-direct-payment',
  summary: 'Top up the data wallet',
  ability: ['charge', 'Wallet'],
  feature: DATA_WALLET,
  stepUp: true,
  charges: true,
  db: 'intent',
  idempotent: true,
  rate: 'wallet.charge',
  body: T.Object({
    ...Wish,
    stop_continual: T.Optional(Flag),
    payment_type: T.Optional(T.Enum(['credit_card'])),
    // Claims of the browser, taken for compatibility and not believed.
    ip_user: T.Optional(T.String({ maxLength: 64 })),
    timezone: T.Optional(T.String({ maxLength: 64 })),
  }),
  response: Done,
  async handler(ctx, { body, idempotencyKey: key }) {
    ownCompany(ctx, body.company_id);
    if (key !== undefined && key.length > 200) throw new Problem(422, 'core.problem.idempotency-key');
    const wish = amountOf(body);
    const most = body.most_per_month;
    if (most !== undefined)
      await ctx.transaction(async (inner) => saveCeiling(inner, await lockWallet(inner, inner.tenant.id), most, wish.cents));
    return said(
      ctx,
      await topUp(ctx, {
        ...wish,
        ...(body.stop_continual ? { stopContinual: body.stop_continual === 'T' } : {}),
        ...(key ? { key } : {}),
      }),
    );
  },
});

const confirmTopUp = defineRoute({
  id: 'wallet.confirm-top-up',
  method: 'POST',
  path: '/wallet/confirm-top-up',
  summary: 'Have the newest top-up confirmed that the bank asked about',
  ability: ['charge', 'Wallet'],
  feature: DATA_WALLET,
  stepUp: true,
  db: 'intent',
  rate: 'wallet.charge',
  unlogged: 'the payment is logged where its outcome is written',
  response: Done,
  async handler(ctx) {
    const last = await ctx.transaction(({ db, tenant }) => lastTopUp(db, tenant.id));
    if (!last) throw notFound();
    return said(ctx, await ctx.use(Payments).outcome(last.id));
  },
});

/** What became of a top-up. Throws 402 when it failed; where the bank asks about it, the browser lets the card's holder confirm. */
async function said(ctx: Ctx, payment: Operation): Promise<{ result: 'success' | 'pending'; message: string }> {
  const amount = shownMoney(payment.amountCents);
  if (payment.state === 'succeeded') return { result: 'success', message: ctx.t('wallet.topped-up', { amount }) };
  if (payment.state !== 'failed') return { result: 'pending', message: ctx.t('wallet.pending', { amount }) };
  throw await ctx.use(Payments).refusal(payment, `wallet.reason.${payment.reason ?? 'declined'}`);
}

/** Names the top-up, and what it allows to be charged from then on. */
async function question(ctx: Ctx, body: Parameters<typeof amountOf>[0] & { stop_continual?: 'T' | 'F'; most_per_month?: number }) {
  const { cents } = amountOf(body);
  const wallet = await readWallet(ctx, ctx.tenant.id);
  const limit = body.most_per_month ?? (await ceilingOf(ctx, { ...wallet, amountCents: cents }));
  return ctx.use(Payments).question(ctx.tenant.id, {
    what: ctx.t('wallet.ask.top-up'),
    cents,
    ...(body.stop_continual === 'F'
      ? { more: ctx.t('wallet.ask.continual', { amount: shownMoney(cents), limit: shownMoney(limit) }) }
      : {}),
  });
}

export const topUpRoutes = [
  savePrepaid,
  stopContinual,
  ...asking(chargePrepaid, (ctx, { body }) => ctx.transaction((inner) => question(inner, body))),
  confirmTopUp,
];
