import {
  type Ctx,
  daysOf,
  DEFAULT_ZONE,
  defineRoute,
  lastDays,
  type PageExtension,
  type Period,
  periodOf,
  T,
} from '../../../core/contract.ts';
import { Books } from '../../money/ledger/contract.ts';
import { WALLET } from './books.ts';
import { readWallet } from './data-wallet.ts';
import { WALLET_TOPIC } from './top-up.service.ts';
import { DATA_WALLET } from './wallet.settings.ts';

/** Whole days before today by which it is judged how fast a wallet is spent. */
const PACE_DAYS = 7;

/** For how many whole days a balance lasts where so much was spent in so many days; null where nothing was, so that it lasts for ever. */
export const daysLeft = (balanceCents: number, spentCents: number, days = PACE_DAYS): number | null =>
  spentCents <= 0 ? null : Math.floor((Math.max(0, balanceCents) * days) / spentCents);

/** The days that what is in the caller's wallet lasts at the pace of the last seven whole days. */
export async function walletDaysLeft(ctx: Ctx, balanceCents: number): Promise<number | null> {
  const [recent] = await spentIn(ctx, recentDays(ctx));
  return daysLeft(balanceCents, sum(recent));
}
const recentDays = (ctx: Ctx): Period => lastDays(PACE_DAYS, DEFAULT_ZONE, ctx.now, 1);

/** What leads took of the caller's wallet on each day of each of the periods, in cents; read together. */
async function spentIn<P extends readonly [Period, ...Period[]]>(ctx: Ctx, ...periods: P): Promise<{ [N in keyof P]: number[] }> {
  const first = periods.map((period) => period.first).sort()[0]!;
  const last = periods
    .map((period) => period.last)
    .sort()
    .at(-1)!;
  const drawn = await ctx.use(Books).drawnByDay({ companyId: ctx.tenant.id, account: WALLET }, first, last);
  return periods.map((period) => daysOf(period).map((day) => drawn.get(day) ?? 0)) as { [N in keyof P]: number[] };
}
const sum = (cents: readonly number[]): number => cents.reduce((all, one) => all + one, 0);

const Figure = T.Object({
  value: T.Integer(),
  before: T.Optional(T.Integer()),
  line: T.Optional(T.Array(T.Integer())),
  note: T.Optional(T.String()),
});

export const walletPace = defineRoute({
  id: 'wallet.pace',
  method: 'GET',
  path: '/wallet/pace',
  summary:
    'What is in the data wallet, what leads took of it in a period, and how many days the rest lasts at the pace of the last week. Money in cents.',
  ability: ['read', 'Wallet'],
  feature: DATA_WALLET,
  query: T.Object({ period: T.Optional(T.String({ maxLength: 30 })) }),
  response: T.Object({
    /** The agency is paid from it; the figures are null where it is not. */
    on_wallet: T.Boolean(),
    balance: T.Union([Figure, T.Null()]),
    spent: T.Union([Figure, T.Null()]),
    /** Null where nothing was spent in the last week: the wallet lasts as it is. */
    days: T.Union([Figure, T.Null()]),
  }),
  async handler(ctx, { query }) {
    // The days that money is billed in, by which it is counted what is drawn.
    const { before, ...period } = periodOf(query.period, DEFAULT_ZONE, ctx.now);
    const { manualBill, balanceCents } = await readWallet(ctx, ctx.tenant.id);
    if (!manualBill) return { on_wallet: false, balance: null, spent: null, days: null };
    const [line, earlier, recent] = await spentIn(ctx, period, before, recentDays(ctx));
    const days = daysLeft(balanceCents, sum(recent));
    return {
      on_wallet: true,
      balance: { value: balanceCents },
      spent: { value: sum(line), before: sum(earlier), line },
      days: days === null ? null : { value: days },
    };
  },
});

const source = { route: 'wallet.pace', query: { period: { from: 'query', field: 'period' } }, live: WALLET_TOPIC } as const;

/** On the agency's home, where it pays from a wallet. */
export const walletOnHome: PageExtension = {
  role: 'campaigns.dashboard',
  where: { product: '' },
  order: 40,
  blocks: [
    {
      as: 'group',
      source,
      when: { field: 'on_wallet', is: true },
      blocks: [
        {
          as: 'trends',
          title: 'wallet.page.title',
          source,
          items: [
            { field: 'balance', title: 'wallet.stats.balance', as: 'money', to: { page: 'wallet.page' } },
            { field: 'days', title: 'wallet.pace.days', as: 'number', help: 'wallet.pace.days.help' },
            { field: 'spent', title: 'wallet.pace.spent', as: 'money', help: 'wallet.pace.spent.help' },
          ],
        },
      ],
    },
  ],
};
