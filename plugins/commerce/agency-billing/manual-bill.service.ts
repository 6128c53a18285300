import { randomUUID } from 'node:crypto';
import { asAgency, conflict, type Ctx, type Tenant } from '../../../core/contract.ts';
import { Books } from '../../money/ledger/contract.ts';
import { Payments } from '../../money/payments/contract.ts';
import { Wallet } from '../wallet/contract.ts';
import { changeAgency, endSwitch, insertSwitch, lockAgency, openSwitch } from './agency.store.ts';
import { announce, charge, freed, isOffer } from './charges.service.ts';
import { type Charge, changeCharge, chargesIn, foldWholesale, unfold } from './charges.store.ts';
import { billingDay, DAILY_CENTS, LEAST_CENTS } from './schedule.ts';

const FAILED = 'agency-billing.problem.manual-bill';

/** What the agency owes the root beside what charges ask for already, in cents. */
export async function owedCents(ctx: Ctx): Promise<number> {
  const agencyId = ctx.tenant.id;
  const asked = await chargesIn(ctx.db, agencyId, ['paying', 'failed']);
  const payable = await ctx.use(Books).cents({ companyId: agencyId, account: 'payable' });
  return -payable - asked.filter((c) => !isOffer(c)).reduce((sum, c) => sum + c.cents, 0);
}

/**
 * Charges the wholesale cost of an agency with manual bill: on any day when it is much, on Mondays whatever it is. Called as the
 * agency. While an earlier one waits for another card nothing is added: what comes later is charged after it.
 */
export async function billWholesale(ctx: Ctx): Promise<void> {
  const agencyId = ctx.tenant.id;
  const { billedOn } = await lockAgency(ctx.db, agencyId);
  const due = billingDay(ctx.now, billedOn);
  if (!due || !(await ctx.use(Wallet).billsOutside(agencyId)) || (await isAsked(ctx))) return;
  const cents = await owedCents(ctx);
  if (cents >= LEAST_CENTS && (due.always || cents > DAILY_CENTS)) await chargeWholesale(ctx, `wholesale:${due.day}`, cents);
  await changeAgency(ctx.db, agencyId, { billed_on: due.day });
}

/** Whether wholesale is being charged, or has failed to be. */
const isAsked = async (ctx: Ctx): Promise<boolean> =>
  (await chargesIn(ctx.db, ctx.tenant.id, ['paying', 'failed'])).some((c) => c.kind === 'wholesale');

const chargeWholesale = (ctx: Ctx, key: string, cents: number): Promise<Charge> =>
  charge(ctx, { key, kind: 'wholesale', description: 'Wholesale cost of leads', priceCents: cents, cents });

/**
 * Ends manual bill with the payment of what is owed to date: the wish and the payment's intent are written together, what follows
 * hangs on the payment's outcome alone, whoever is there to see it. Never inside a transaction; a second call waits for the first.
 */
export async function endManualBill(ctx: Ctx, agency: Tenant): Promise<void> {
  const operationId = await ctx.transaction((tx) => asAgency(tx, agency.id, begin));
  if (operationId === null) return;
  const { state } = await ctx.use(Payments).outcome(operationId);
  if (state === 'failed') throw conflict(FAILED);
  if (state !== 'succeeded') throw conflict('agency-billing.problem.manual-bill-waits');
}

/** What ending manual bill now would charge: what is owed, with wholesale that could not be charged before. Called as the agency. */
export async function toDateCents(ctx: Ctx): Promise<number> {
  const failed = (await chargesIn(ctx.db, ctx.tenant.id, ['failed'])).filter((c) => c.kind === 'wholesale');
  const cents = (await owedCents(ctx)) + failed.reduce((sum, c) => sum + c.cents, 0);
  return cents < LEAST_CENTS ? 0 : cents;
}

/** Answers the payment to wait for; null when nothing is owed and the switch is off already. */
async function begin(ctx: Ctx): Promise<string | null> {
  const agencyId = ctx.tenant.id;
  await lockAgency(ctx.db, agencyId);
  const open = await openSwitch(ctx.db, agencyId);
  if (open) return open.operationId;
  if (!(await ctx.use(Wallet).billsOutside(agencyId))) return null;
  if ((await chargesIn(ctx.db, agencyId, ['paying'])).some((c) => c.kind === 'wholesale'))
    throw conflict('agency-billing.problem.in-progress');
  const id = randomUUID();
  const folded = await foldWholesale(ctx.db, agencyId, id);
  const cents = await owedCents(ctx);
  if (cents < LEAST_CENTS) {
    await ctx.use(Wallet).setBillsOutside(agencyId, false);
    if (folded > 0) await freed(ctx, { id, kind: 'wholesale' });
    return null;
  }
  const charged = await chargeWholesale(ctx, `to-date:${id}`, cents);
  // Without a usable card it has failed at once, and all of this is taken back.
  if (charged.state !== 'paying' || !charged.operationId) throw conflict(FAILED);
  await insertSwitch(ctx.db, agencyId, { id, chargeId: charged.id, operationId: charged.operationId, actorId: ctx.actor.id, now: ctx.now });
  return charged.operationId;
}

/** The payment to date was made: now everything stops, and what leads cost in the meantime is charged behind it. */
export async function finishManualBill(ctx: Ctx, charged: Charge): Promise<void> {
  const done = await endSwitch(ctx.db, charged.id, 'done', ctx.now);
  if (!done) return;
  await ctx.use(Wallet).setBillsOutside(ctx.tenant.id, false);
  await ctx.audit({
    action: 'agency-billing.manual-bill-ended',
    description: `Manual bill of ${ctx.tenant.name} ended`,
    target: String(ctx.tenant.id),
    detail: { charge: charged.id, cents: charged.cents, asked_by: done.actorId },
  });
  const rest = await owedCents(ctx);
  if (rest >= LEAST_CENTS) await chargeWholesale(ctx, `rest:${done.id}`, rest);
}

/** The payment to date failed: everything is as before, what failed before it has failed again. False where no switch hung on it. */
export async function revertManualBill(ctx: Ctx, charged: Charge, reason: string): Promise<boolean> {
  const reverted = await endSwitch(ctx.db, charged.id, 'reverted', ctx.now);
  if (!reverted) return false;
  await changeCharge(ctx.db, charged.id, ['paying'], { state: 'withdrawn', reason, finished_at: ctx.now });
  await unfold(ctx.db, reverted.id);
  await ctx.audit({
    action: 'agency-billing.manual-bill-stays',
    description: `Manual bill of ${ctx.tenant.name} stays: the payment of what is owed failed`,
    target: String(ctx.tenant.id),
    detail: { charge: charged.id, reason, asked_by: reverted.actorId },
  });
  await announce(ctx);
  return true;
}
