import { type Ctx, shownMoney } from '../../../core/contract.ts';
import { AGENCY_NEWS } from '../../foundation/companies/contract.ts';
import { Dunning } from '../dunning/contract.ts';
import { Ledger } from '../../money/ledger/contract.ts';
import { type Operation, Payments } from '../../money/payments/contract.ts';
import { lockAgency, lookSoon, openSwitch } from './agency.store.ts';
import { chargeText } from './charge-text.ts';
import { type Charge, changeCharge, chargeById, chargeByKey, chargesIn, insertCharge, type NewCharge } from './charges.store.ts';
import { type ChargeKind, DeveloperModes } from './contract.ts';
import { tellOwner } from './mail.ts';
import { POSTED } from './postings.ts';
import { LEAST_CENTS, retryAt } from './schedule.ts';

export const PAYMENT_KIND = 'agency-billing.charge';
/** Browsers that show charges reload at this topic's news. */
export const CHARGES_TOPIC = 'agency-billing.charges';

/** What is owed only from the payment on: while it was never paid, nothing came of it. */
export const isOffer = ({ kind, round }: Pick<Charge, 'kind' | 'round'>): boolean => kind === 'onboarding' && round === 0;

/** Writes a charge of the caller's agency and begins its payment; a repeat of the key answers the charge that is there. */
export async function charge(ctx: Ctx, wish: NewCharge): Promise<Charge> {
  const agencyId = ctx.tenant.id;
  await lockAgency(ctx.db, agencyId);
  const cents = wish.cents < LEAST_CENTS ? 0 : wish.cents;
  const made = await insertCharge(ctx.db, agencyId, { ...wish, cents }, ctx.now);
  if (!made) return (await chargeByKey(ctx.db, agencyId, wish.key))!;
  await ctx.audit({
    action: 'agency-billing.charged',
    target: made.id,
    description: made.description,
    detail: { kind: made.kind, cents, price: made.priceCents, coupon: made.coupon, ...made.detail },
  });
  if (made.kind !== 'wholesale' && !isOffer(made)) await postFee(ctx, made);
  return pay(ctx, made);
}

/** What the agency owes the root from now on. */
export async function postFee(ctx: Ctx, { id, cents }: Charge): Promise<void> {
  const agencyId = ctx.tenant.id;
  if (cents > 0)
    await ctx.use(Ledger).post(agencyId, {
      key: `agency-billing:${id}:fee`,
      code: POSTED.fee,
      reference: id,
      companyId: agencyId,
      entries: [
        { companyId: agencyId, account: 'fees', cents },
        { companyId: agencyId, account: 'payable', cents: -cents },
      ],
    });
}

/** Begins the payment of a charge that is being paid; without a usable card it has failed already. */
async function pay(ctx: Ctx, charged: Charge): Promise<Charge> {
  if (charged.cents === 0) return (await paid(ctx, charged.id, null))!;
  const payments = ctx.use(Payments);
  const card = await payments.card(ctx.tenant.id);
  if (!card || card.failed) return fail(ctx, charged, unsent(charged), card ? 'declined_for_good' : 'no_card');
  const operation = await payments.begin(ctx.tenant, {
    kind: PAYMENT_KIND,
    subject: subjectOf(charged),
    amountCents: charged.cents,
    description: charged.description,
  });
  await ctx.live(CHARGES_TOPIC);
  return (await changeCharge(ctx.db, charged.id, ['paying'], { operation_id: operation.id }))!;
}

/** What is paid once: the charge, and again each time the bank took it back. */
const subjectOf = ({ id, round }: Charge): string => (round === 0 ? id : `${id}:${round}`);
export const chargeIdOf = ({ subject }: Operation): string => subject.split(':')[0]!;

/** A payment that could not even begin, for those who are told of failed ones. */
const unsent = (charged: Charge): Operation => ({
  id: charged.id,
  companyId: charged.agencyId,
  kind: PAYMENT_KIND,
  subject: subjectOf(charged),
  amountCents: charged.cents,
  feeCents: 0,
  cardId: '',
  card: { brand: '', last4: '' },
  state: 'failed',
  reason: null,
  clientSecret: null,
  paymentId: null,
  refundedCents: 0,
  createdAt: charged.createdAt,
});

/**
 * Tries a failed charge again. Null when it is not failed any more, or was tried since the caller looked (`attempts`), so that two clicks,
 * or a click and the clock, are one try.
 */
export async function retry(ctx: Ctx, { id, attempts }: Pick<Charge, 'id' | 'attempts'>): Promise<Charge | null> {
  await lockAgency(ctx.db, ctx.tenant.id);
  if ((await chargeById(ctx.db, id))?.attempts !== attempts) return null;
  const again = await changeCharge(ctx.db, id, ['failed'], { state: 'paying', reason: null, retry_at: null, operation_id: null });
  return again && pay(ctx, again);
}

/** The charge is paid: by the operation, or without one when there was nothing to pay. Null when it was so before. */
export async function paid(ctx: Ctx, id: string, operation: Operation | null): Promise<Charge | null> {
  const agencyId = ctx.tenant.id;
  await lockAgency(ctx.db, agencyId);
  // What nothing had come of is paid after all when the card's holder confirms it late.
  const done = await changeCharge(ctx.db, id, operation ? ['paying', 'failed', 'withdrawn'] : ['paying', 'failed'], {
    state: 'paid',
    reason: null,
    retry_at: null,
    finished_at: ctx.now,
  });
  if (!done) return null;
  if (operation) {
    if (isOffer(done)) await postFee(ctx, done);
    await postPayment(ctx, operation, operation.amountCents);
  }
  await freed(ctx, done);
  await announce(ctx);
  return done;
}

/** The agency's card paid, or with negative cents got money back; `key` tells one such movement of a payment from the others. */
export async function postPayment(ctx: Ctx, operation: Operation, cents: number, key = 'paid'): Promise<void> {
  const agencyId = ctx.tenant.id;
  await ctx.use(Ledger).post(agencyId, {
    key: `agency-billing:${operation.id}:${key}`,
    code: POSTED.payment,
    reference: operation.id,
    companyId: agencyId,
    entries: [
      { companyId: agencyId, account: 'payable', cents },
      { companyId: agencyId, account: 'cash', cents: -cents },
    ],
  });
}

/** The root gave money back: so much less was charged. */
export async function giveBack(ctx: Ctx, operation: Operation, cents: number, reversal: string): Promise<void> {
  const agencyId = ctx.tenant.id;
  await ctx.use(Ledger).post(agencyId, {
    key: `agency-billing:${operation.id}:credit-${reversal}`,
    code: POSTED.fee,
    reference: operation.id,
    companyId: agencyId,
    entries: [
      { companyId: agencyId, account: 'payable', cents },
      { companyId: agencyId, account: 'fees', cents: -cents },
    ],
  });
  await announce(ctx);
}

/** The bank took back what was paid: it is owed again, and asked for anew once there is another card. */
export async function takeBack(ctx: Ctx, charged: Charge, operation: Operation, cents: number): Promise<void> {
  const again = await changeCharge(ctx.db, charged.id, ['paid'], { cents, round: charged.round + 1, failed_at: null, attempts: 0 });
  if (again) await fail(ctx, again, operation, 'chargeback');
}

const HARD = new Set(['declined_for_good', 'no_card', 'chargeback']);

/** Notes a try that failed, when the next one is, and tells those who have to know. */
export async function fail(ctx: Ctx, charged: Charge, operation: Operation, reason: string): Promise<Charge> {
  const failedAt = charged.failedAt ?? ctx.now;
  const attempts = charged.attempts + 1;
  const failed = (await changeCharge(ctx.db, charged.id, ['paying', 'paid'], {
    state: 'failed',
    reason,
    attempts,
    failed_at: failedAt,
    retry_at: HARD.has(reason) ? null : retryAt(failedAt, attempts),
    finished_at: null,
  }))!;
  // Dunning tells of the first failure and of what follows from it; each later one is told here.
  if (attempts === 1 && ctx.has(Dunning)) await ctx.use(Dunning).agencyFailed(ctx.tenant.id, operation);
  else await tellOwner(ctx, 'failed', { params: { amount: shownMoney(charged.cents) }, texts: { what: chargeText(charged) } });
  await announce(ctx);
  return failed;
}

/** What follows from a charge that is off the table: paid, or settled outside the system. */
export async function freed(ctx: Ctx, { id, kind }: Pick<Charge, 'id' | 'kind'>): Promise<void> {
  const agencyId = ctx.tenant.id;
  if (kind === 'developer_fee') for (const mode of ctx.contributions(DeveloperModes)) await mode.settled(ctx, agencyId);
  // What a switch of manual bill took over is owed until that is through.
  const open = await openSwitch(ctx.db, agencyId);
  const isOwing = open !== null && open.chargeId !== id;
  // Wholesale that waited for this one is charged behind it.
  if (kind === 'wholesale') await lookSoon(ctx.db, agencyId);
  const left = (await chargesIn(ctx.db, agencyId, ['failed', 'paying'])).filter((c) => c.attempts > 0);
  if (left.length === 0 && !isOwing && ctx.has(Dunning)) await ctx.use(Dunning).agencyPaid(agencyId);
}

/** Failed charges of the agency, of one kind or all, count as paid outside the system. */
export async function settle(ctx: Ctx, kind?: ChargeKind): Promise<{ settled: number; payingCents: number }> {
  await lockAgency(ctx.db, ctx.tenant.id);
  const open = await chargesIn(ctx.db, ctx.tenant.id, ['failed', 'paying']);
  const settled = open.filter((c) => c.state === 'failed' && (kind === undefined || c.kind === kind));
  for (const { id } of settled) await changeCharge(ctx.db, id, ['failed'], { state: 'settled', retry_at: null, finished_at: ctx.now });
  for (const each of settled) await freed(ctx, each);
  if (settled.length > 0) await announce(ctx);
  const payingCents = open.filter((c) => c.state === 'paying' && !isOffer(c)).reduce((sum, c) => sum + c.cents, 0);
  return { settled: settled.length, payingCents };
}

export async function announce(ctx: Ctx): Promise<void> {
  await ctx.live(CHARGES_TOPIC);
  await ctx.live(AGENCY_NEWS);
}
