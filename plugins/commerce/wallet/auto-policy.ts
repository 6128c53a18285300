import { DateTime } from 'luxon';
import { type Ctx, DEFAULT_ZONE, invalid, shownMoney } from '../../../core/contract.ts';
import { alarmAt } from '../../campaign-management/campaigns/shared.ts';
import { changeWallet, type DataWallet } from './data-wallet.ts';
import { autoCentsSince, type TopUp } from './top-up.store.ts';
import { tellOwner } from './wallet.mail.ts';
import { Ceiling } from './wallet.settings.ts';

/** Where an agency says nothing else, automatic top-ups of one month may take so many times the chosen amount. */
const USUAL_TIMES = 4;
const FAILURES_THAT_STOP = 3;

/**
 * Cents of the next automatic top-up: the chosen amount, or the smallest whole multiple of it that lifts the balance to a tenth
 * of the last one, as far as the month's ceiling allows. 0 when that leaves room for none.
 */
export function autoCents(
  wallet: Pick<DataWallet, 'amountCents' | 'balanceCents' | 'lastBalanceCents'>,
  takenCents: number,
  ceilingCents: number,
): number {
  const missing = Math.ceil(wallet.lastBalanceCents / 10) - wallet.balanceCents;
  const wanted = Math.max(1, Math.ceil(missing / wallet.amountCents));
  const allowed = Math.floor((ceilingCents - takenCents) / wallet.amountCents);
  return Math.max(0, Math.min(wanted, allowed)) * wallet.amountCents;
}

/** What automatic top-ups of the caller's wallet may take in a month, in cents. */
export async function ceilingOf(ctx: Ctx, { amountCents }: Pick<DataWallet, 'amountCents'>): Promise<number> {
  const { cents } = await ctx.setting(Ceiling);
  return cents > 0 ? cents : USUAL_TIMES * amountCents;
}

/**
 * Sets what automatic top-ups of a locked wallet of the caller's may take in a month, where one of them takes `amountCents`. Naming what
 * holds already changes nothing, so that four times the amount goes on following the amount. Throws 422 when not even one top-up fits.
 */
export async function saveCeiling(ctx: Ctx, wallet: DataWallet, cents: number, amountCents: number): Promise<void> {
  const before = await ctx.setting(Ceiling);
  const isAsBefore = cents === (await ceilingOf(ctx, wallet));
  if (isAsBefore && before.cents === 0) return;
  if (cents < amountCents) throw invalid('most_per_month', 'wallet.ceiling.least', { amount: shownMoney(amountCents) });
  if (isAsBefore) return;
  await ctx.saveSetting(Ceiling, { cents });
  // A wallet that rests because the old ceiling was reached looks again.
  await changeWallet(ctx, ctx.tenant.id, { retry_at: ctx.db.fn.now() });
}

/** The month in which the ceiling is counted. */
const monthAt = (now: Date): DateTime => DateTime.fromJSDate(now, { zone: DEFAULT_ZONE }).startOf('month');

/** What automatic top-ups of the caller's wallet took, or may still take, this month, in cents. */
export const takenThisMonth = (ctx: Ctx): Promise<number> => autoCentsSince(ctx.db, ctx.tenant.id, monthAt(ctx.now).toJSDate());

/** After an automatic top-up was paid: tells the owner once when 50, 80 or 100 percent of the month's ceiling are used. */
export async function alarmOfCeiling(ctx: Ctx, wallet: DataWallet, cents: number): Promise<void> {
  const [taken, ceiling] = [await takenThisMonth(ctx), await ceilingOf(ctx, wallet)];
  const percent = alarmAt(ceiling, taken - cents, taken);
  if (percent === null) return;
  const link = `${await ctx.origin()}/configuration/data-wallet`;
  await tellOwner(ctx, ctx.tenant, 'ceiling-alarm', {
    params: { percent: String(percent), taken: shownMoney(taken), amount: shownMoney(ceiling), link },
  });
}

/** Cents of the next automatic top-up of a locked wallet. At the ceiling: tells the owner and rests until the next month. */
export async function nextAutoCents(ctx: Ctx, wallet: DataWallet): Promise<number> {
  const ceiling = await ceilingOf(ctx, wallet);
  const cents = autoCents(wallet, await takenThisMonth(ctx), ceiling);
  if (cents === 0) {
    await changeWallet(ctx, ctx.tenant.id, { retry_at: monthAt(ctx.now).plus({ months: 1 }).toJSDate() });
    await tellOwner(ctx, ctx.tenant, 'ceiling', { params: { amount: shownMoney(ceiling), balance: shownMoney(wallet.balanceCents) } });
  }
  return cents;
}

/**
 * After an automatic top-up failed: another try in an hour, or after three failures in a row, or one that no further try
 * can mend, continual top-up stops and the owner is told.
 */
export async function afterAutoFailure(ctx: Ctx, wallet: DataWallet, topUp: TopUp, reason: string): Promise<void> {
  const failures = wallet.failures + 1;
  await changeWallet(ctx, topUp.companyId, { failures });
  const mendable = reason === 'declined' || reason === 'not_charged';
  if (mendable && failures < FAILURES_THAT_STOP) {
    await changeWallet(ctx, topUp.companyId, { retry_at: ctx.db.raw(`now() + interval '1 hour'`) });
    return;
  }
  await stopContinual(ctx, wallet, reason, topUp.amountCents);
}

/** Stops continual top-up of the caller's wallet and tells the owner why: `reason` names the text `wallet.reason.<reason>`. */
export async function stopContinual(ctx: Ctx, wallet: DataWallet, reason: string, cents = wallet.amountCents): Promise<void> {
  await changeWallet(ctx, ctx.tenant.id, { stop_continual: true });
  await tellOwner(ctx, ctx.tenant, 'stopped', {
    params: { amount: shownMoney(cents), balance: shownMoney(wallet.balanceCents) },
    texts: { reason: `wallet.reason.${reason}` },
  });
}
