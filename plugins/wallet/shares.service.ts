import { DateTime } from 'luxon';
import { type Ctx, DEFAULT_ZONE, shownMoney } from '../../core/contract.ts';
import { noteUsedUp, type Share, shareOfClient, spentOn } from './shares.store.ts';
import { WALLET_TOPIC } from './top-up.service.ts';
import { mailOwnerOf } from './wallet.mail.ts';

/** The day that shares are counted in begins at midnight of the zone that money is billed in. */
export const dayOf = (at: Date): string => DateTime.fromJSDate(at, { zone: DEFAULT_ZONE }).toISODate()!;

/**
 * What a client may take of the wallet in a day, in cents: its part of what stood there when the day began and came in since. That is what
 * stands there now and what all clients took today, so it does not matter who came first.
 */
export const limitOf = (percent: number, balanceCents: number, spentToday: number): number =>
  Math.floor((percent * Math.max(0, balanceCents + spentToday)) / 100);

/**
 * How many leads of the price a client's share of the day leaves room for, at most `want`. The wallet's row is locked by the caller, so what
 * is answered holds until the transaction ends. A share is never less than one lead, so that a wallet that is almost empty can be emptied.
 */
export async function leadsInShare(
  ctx: Ctx,
  clientId: number,
  wallet: { balanceCents: number },
  centsEach: number,
  want: number,
): Promise<number> {
  const day = dayOf(ctx.now);
  const share = await shareOfClient(ctx.db, ctx.tenant.id, clientId, day);
  if (!share) return want;
  const limit = Math.max(centsEach, limitOf(share.percent, wallet.balanceCents, await spentOn(ctx.db, ctx.tenant.id, day)));
  const can = Math.max(0, Math.floor((limit - share.spentCents) / centsEach));
  if (can < want) await usedUp(ctx, share, limit, day);
  return Math.min(want, can);
}

/** Tells agency and client once a day that the client's share is used up. */
async function usedUp(ctx: Ctx, share: Share, limitCents: number, day: string): Promise<void> {
  if (!(await noteUsedUp(ctx.db, share.companyId, day, ctx.now))) return;
  const client = await ctx.company(share.companyId);
  if (!client) return;
  const origin = await ctx.origin();
  const params = { client: share.name, percent: String(share.percent), amount: shownMoney(limitCents) };
  await mailOwnerOf(ctx, ctx.tenant, 'share', { ...params, link: `${origin}/configuration/data-wallet` });
  await mailOwnerOf(ctx, client, 'share-client', { agency: ctx.tenant.name });
  await ctx.audit({
    action: 'wallet.share-used-up',
    companyId: ctx.tenant.id,
    target: String(share.companyId),
    description: `Daily share of ${share.name} used up: ${share.percent} %`,
    detail: { percent: share.percent, cents: limitCents, day },
  });
  await ctx.live(WALLET_TOPIC);
}
