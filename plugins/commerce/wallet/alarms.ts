import type { Ctx } from '../../../core/contract.ts';
import { alarmReached } from '../../campaign-management/campaigns/shared.ts';
import { ceilingOf, takenThisMonth } from './auto-policy.ts';
import type { DataWallet } from './data-wallet.ts';
import { type Share, sharesToday, worthOf } from './shares.service.ts';

/** How much of the month's limit for automatic top-ups is used: the alarm that was reached in percent, and the amounts in cents. */
export async function ceilingUse(ctx: Ctx, wallet: DataWallet): Promise<{ percent: number; takenCents: number; limitCents: number }> {
  const [takenCents, limitCents] = [await takenThisMonth(ctx), await ceilingOf(ctx, wallet)];
  return { percent: wallet.stopContinual ? 0 : alarmReached(limitCents, takenCents), takenCents, limitCents };
}

/** Clients by how much of their share of today is used: the alarm that was reached, in percent. */
export async function shareUse(ctx: Ctx, wallet: DataWallet): Promise<Map<number, string[]>> {
  const today = await sharesToday(ctx);
  const limitOf = await worthOf(ctx, today, wallet.balanceCents);
  const percentOf = (share: Share): number => (share.usedUpAt ? 100 : alarmReached(limitOf(share), share.spentCents));
  const used = Map.groupBy(today.all, percentOf);
  return new Map([...used].map(([percent, shares]) => [percent, shares.map(({ name }) => name)]));
}
