import { DateTime } from 'luxon';
import { type Ctx, DEFAULT_ZONE, shownMoney } from '../../../core/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { Books } from '../../money/ledger/contract.ts';
import { WALLET } from './books.ts';
import { availableTo, type Spending } from './shares.reserve.ts';
import { noteUsedUp, shareIn, type ShareRow, sharesIn } from './shares.store.ts';
import { WALLET_TOPIC } from './top-up.service.ts';
import { tellOwner } from './wallet.mail.ts';

/** The day that shares are counted in begins at midnight of the zone that money is billed in. */
export const dayOf = (at: Date): string => DateTime.fromJSDate(at, { zone: DEFAULT_ZONE }).toISODate()!;

/** One client's share of a day, with what it took of the wallet, in cents. */
export interface Share extends ShareRow {
  spentCents: number;
}

/** What clients took of the caller's wallet on a day. */
interface Drawn {
  day: string;
  byClient: ReadonlyMap<number, number>;
  /** All of them together. */
  cents: number;
}
async function drawnToday(ctx: Ctx): Promise<Drawn> {
  const day = dayOf(ctx.now);
  const byClient = await ctx.use(Books).drawn({ companyId: ctx.tenant.id, account: WALLET }, day);
  return { day, byClient, cents: [...byClient.values()].reduce((sum, cents) => sum + cents, 0) };
}
const withDrawn = (drawn: Drawn, row: ShareRow): Share => ({ ...row, spentCents: drawn.byClient.get(row.companyId) ?? 0 });
const allShares = async (ctx: Ctx, drawn: Drawn): Promise<Share[]> =>
  (await sharesIn(ctx.db, ctx.tenant.id, drawn.day)).map((row) => withDrawn(drawn, row));

/** The shares of all clients of the caller, by name, with what each took today. */
export interface Today {
  drawn: Drawn;
  all: readonly Share[];
}
export async function sharesToday(ctx: Ctx): Promise<Today> {
  const drawn = await drawnToday(ctx);
  return { drawn, all: await allShares(ctx, drawn) };
}

/** Null for who is no client of the caller. */
export async function shareToday(ctx: Ctx, clientId: number): Promise<Share | null> {
  const drawn = await drawnToday(ctx);
  const row = await shareIn(ctx.db, ctx.tenant.id, clientId, drawn.day);
  return row && withDrawn(drawn, row);
}

/**
 * What a client's share is of a day's pool: of what stood in the wallet when the day began and came in since. That is what stands there now
 * and what all clients took today, so it does not matter who came first.
 */
const limitOf = (percent: number, pool: number): number => Math.floor((percent * Math.max(0, pool)) / 100);

/**
 * How many leads of the price a client's share of the day leaves room for, at most `want`. The wallet's row is locked by the caller, so what
 * is answered holds until the transaction ends. A share is never less than one lead, so that a wallet that is almost empty can be emptied.
 */
export async function leadsInShare(ctx: Ctx, clientId: number, balanceCents: number, centsEach: number, want: number): Promise<number> {
  const drawn = await drawnToday(ctx);
  const row = await shareIn(ctx.db, ctx.tenant.id, clientId, drawn.day);
  if (!row) return want;
  const share = withDrawn(drawn, row);
  const pool = balanceCents + drawn.cents;
  const limit = Math.max(centsEach, limitOf(share.percent, pool));
  const beside = await roomBesideOthers(ctx, share, balanceCents, pool, { cents: centsEach * want, centsEach, drawn });
  const room = Math.min(limit - share.spentCents, beside);
  const can = Math.floor(room / centsEach);
  if (can < want) await usedUp(ctx, share, share.spentCents + Math.max(0, room), drawn.day);
  return Math.min(want, Math.max(0, can));
}

/** What a client may take without touching what is kept for the others. While half of the day's pool stays, nobody needs to be asked. */
async function roomBesideOthers(
  ctx: Ctx,
  { companyId }: Share,
  balance: number,
  pool: number,
  wanted: { cents: number; centsEach: number; drawn: Drawn },
): Promise<number> {
  if ((balance - wanted.cents) * 2 >= pool) return balance;
  const others = await running(ctx, await allShares(ctx, wanted.drawn), pool);
  return availableTo(others, { poolCents: pool, balanceCents: balance, leastCents: wanted.centsEach })(companyId);
}

/** Clients that could use their part, for they have a running campaign. */
async function running(ctx: Ctx, shares: readonly Share[], pool: number): Promise<Spending[]> {
  const ids = new Set(ctx.has(Campaigns) ? await ctx.use(Campaigns).running(ctx.tenant.id) : []);
  return shares
    .filter(({ companyId }) => ids.has(companyId))
    .map(({ companyId, percent, spentCents }) => ({ companyId, spentCents, limitCents: limitOf(percent, pool) }));
}

/** What shares are worth today as they stand, in cents. */
export async function worthOf(ctx: Ctx, { drawn, all }: Today, balanceCents: number): Promise<(share: Share) => number> {
  const poolCents = balanceCents + drawn.cents;
  const available = availableTo(await running(ctx, all, poolCents), { poolCents, balanceCents, leastCents: 0 });
  return ({ companyId, percent, spentCents }) => Math.min(limitOf(percent, poolCents), spentCents + available(companyId));
}

/** Tells agency and client once a day that the client's share is used up. */
async function usedUp(ctx: Ctx, share: Share, limitCents: number, day: string): Promise<void> {
  if (!(await noteUsedUp(ctx.db, share.companyId, day, ctx.now))) return;
  const client = await ctx.company(share.companyId);
  if (!client) return;
  const origin = await ctx.origin();
  const params = { client: share.name, percent: String(share.percent), amount: shownMoney(limitCents) };
  await tellOwner(ctx, ctx.tenant, 'share', { params: { ...params, link: `${origin}/configuration/data-wallet` } });
  await tellOwner(ctx, client, 'share-client', { params: { agency: ctx.tenant.name } });
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
