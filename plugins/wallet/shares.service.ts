import { DateTime } from 'luxon';
import { type Ctx, DEFAULT_ZONE, shownMoney } from '../../core/contract.ts';
import { Campaigns } from '../campaigns/contract.ts';
import { availableTo, type Spending } from './shares.reserve.ts';
import { noteUsedUp, type Share, shareOfClient, sharesOf, spentOn } from './shares.store.ts';
import { WALLET_TOPIC } from './top-up.service.ts';
import { mailOwnerOf } from './wallet.mail.ts';

/** The day that shares are counted in begins at midnight of the zone that money is billed in. */
export const dayOf = (at: Date): string => DateTime.fromJSDate(at, { zone: DEFAULT_ZONE }).toISODate()!;

/**
 * What a client's share is of a day's pool: of what stood in the wallet when the day began and came in since. That is what stands there now
 * and what all clients took today, so it does not matter who came first.
 */
const limitOf = (percent: number, pool: number): number => Math.floor((percent * Math.max(0, pool)) / 100);

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
  const pool = wallet.balanceCents + (await spentOn(ctx.db, ctx.tenant.id, day));
  const limit = Math.max(centsEach, limitOf(share.percent, pool));
  const beside = await roomBesideOthers(ctx, share, wallet.balanceCents, pool, { cents: centsEach * want, centsEach, day });
  const room = Math.min(limit - share.spentCents, beside);
  const can = Math.floor(room / centsEach);
  if (can < want) await usedUp(ctx, share, share.spentCents + Math.max(0, room), day);
  return Math.min(want, Math.max(0, can));
}

/** What a client may take without touching what is kept for the others. While half of the day's pool stays, nobody needs to be asked. */
async function roomBesideOthers(
  ctx: Ctx,
  { companyId }: Share,
  balance: number,
  pool: number,
  wanted: { cents: number; centsEach: number; day: string },
): Promise<number> {
  if ((balance - wanted.cents) * 2 >= pool) return balance;
  const others = await running(ctx, await sharesOf(ctx.db, ctx.tenant.id, wanted.day), pool);
  return availableTo(companyId, others, { poolCents: pool, balanceCents: balance, leastCents: wanted.centsEach });
}

/** Clients that could use their part, for they have a running campaign. */
async function running(ctx: Ctx, shares: readonly Share[], pool: number): Promise<Spending[]> {
  const ids = new Set(ctx.has(Campaigns) ? await ctx.use(Campaigns).running(ctx.tenant.id) : []);
  return shares
    .filter(({ companyId }) => ids.has(companyId))
    .map(({ companyId, percent, spentCents }) => ({ companyId, spentCents, limitCents: limitOf(percent, pool) }));
}

/** Shares as they stand, each with what it is worth today. */
export async function worthOf(ctx: Ctx, shares: readonly Share[], balanceCents: number): Promise<(Share & { limitCents: number })[]> {
  const day = dayOf(ctx.now);
  const poolCents = balanceCents + (await spentOn(ctx.db, ctx.tenant.id, day));
  const others = await running(ctx, await sharesOf(ctx.db, ctx.tenant.id, day), poolCents);
  return shares.map((share) => {
    const beside = share.spentCents + availableTo(share.companyId, others, { poolCents, balanceCents, leastCents: 0 });
    return { ...share, limitCents: Math.min(limitOf(share.percent, poolCents), beside) };
  });
}

/** Tells agency and client once a day that the client's share is used up. */
async function usedUp(ctx: Ctx, share: Share, limitCents: number, day: string): Promise<void> {
  if (!(await noteUsedUp(ctx.db, share.companyId, day, ctx.now))) return;
  const client = await ctx.company(share.companyId);
  if (!client) return;
  const origin = await ctx.origin();
  const params = { client: share.name, percent: String(share.percent), amount: shownMoney(limitCents) };
  await mailOwnerOf(ctx, ctx.tenant, 'share', { params: { ...params, link: `${origin}/configuration/data-wallet` } });
  await mailOwnerOf(ctx, client, 'share-client', { params: { agency: ctx.tenant.name } });
  await ctx.audit({
    action: 'wallet.share-used-up',
    companyId: ctx.tenant.id,
    target: String(share.companyId),
    description: `Daily share of ${share.name} used up: ${share.percent} %`,
    detail: { percent: share.percent, cents: limitCents, day },
  });
  await ctx.live(WALLET_TOPIC);
  await ctx.live(WALLET_TOPIC, client);
}
