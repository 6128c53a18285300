import { type Action, defineRoute, type NoticeBlock, type PageExtension, shownMoney, T } from '../../core/contract.ts';
import { ALARM_LEVELS, alarmReached, namesText } from '../campaigns/shared.ts';
import { ceilingOf, takenThisMonth } from './auto-policy.ts';
import { readWallet } from './data-wallet.ts';
import { dayOf, sharesToday, worthOf } from './shares.service.ts';
import { isUsedUp } from './shares.store.ts';
import { WALLET_TOPIC } from './top-up.service.ts';
import { DATA_WALLET } from './wallet.settings.ts';

/** What the mailed alarms of shares and of the month's limit say, for as long as it is so. */
export const alarmRoutes = [
  defineRoute({
    id: 'wallet.alarms',
    method: 'GET',
    path: '/wallet/alarms',
    summary: 'Clients that have used 50, 80 or 100 percent of their share today, and how much of the limit for automatic top-ups is used',
    ability: ['read', 'Wallet'],
    feature: DATA_WALLET,
    response: T.Object({
      half: T.String(),
      most: T.String(),
      all: T.String(),
      /** Percent of the month's limit, as far as an alarm of it was reached. */
      ceiling: T.Enum([0, 50, 80, 100]),
      taken: T.String(),
      limit: T.String(),
    }),
    async handler(ctx) {
      const wallet = await readWallet(ctx, ctx.tenant.id);
      if (!wallet.manualBill) return { half: '', most: '', all: '', ceiling: 0 as const, taken: '', limit: '' };
      const shares = await worthOf(ctx, await sharesToday(ctx), wallet.balanceCents);
      const levels = Map.groupBy(shares, ({ limitCents, spentCents, usedUpAt }) => (usedUpAt ? 100 : alarmReached(limitCents, spentCents)));
      const names = (level: number): string =>
        namesText(
          ctx,
          (levels.get(level) ?? []).map(({ name }) => name),
        );
      const [taken, limit] = [await takenThisMonth(ctx), await ceilingOf(ctx, wallet)];
      return {
        half: names(50),
        most: names(80),
        all: names(100),
        ceiling: (wallet.stopContinual ? 0 : alarmReached(limit, taken)) as 0 | 50 | 80 | 100,
        taken: shownMoney(taken),
        limit: shownMoney(limit),
      };
    },
  }),
  defineRoute({
    id: 'wallet.own-share',
    method: 'GET',
    path: '/wallet/own-share',
    summary: "Whether the client's leads of today are used up; clients learn nothing of amounts",
    ability: ['read', 'OwnShare'],
    response: T.Object({ used_up: T.Enum(['T', 'F']) }),
    async handler(ctx) {
      const usedUp = ctx.tenant.kind === 'client' && (await isUsedUp(ctx.db, ctx.tenant.id, dayOf(ctx.now)));
      return { used_up: usedUp ? ('T' as const) : ('F' as const) };
    },
  }),
];

const alarms = { route: 'wallet.alarms', live: WALLET_TOPIC } as const;
const toWallet = (id: string, title: string): Pick<Action, 'id' | 'title' | 'ability' | 'do'> => ({
  id: `wallet.${id}`,
  title,
  ability: ['read', 'Wallet'],
  do: { page: 'wallet.page' },
});
const ceilingNotices = (action: boolean): NoticeBlock[] =>
  ALARM_LEVELS.map(({ percent, severity }) => ({
    as: 'notice',
    severity: percent === 100 ? 'warn' : severity,
    text: percent === 100 ? 'wallet.alarm.ceiling.all' : 'wallet.alarm.ceiling',
    source: alarms,
    when: { field: 'ceiling', is: percent },
    stays: true,
    ...(action && { action: toWallet(`raise-ceiling-${percent}`, 'wallet.alarm.ceiling.button') }),
  }));

export const alarmNotices: PageExtension[] = [
  {
    role: 'campaigns.attention',
    order: -25,
    blocks: [
      ...ALARM_LEVELS.map(({ field, severity }): NoticeBlock => ({
        as: 'notice',
        severity,
        text: `wallet.alarm.share.${field}`,
        source: alarms,
        when: { field, is: '', not: true },
        stays: true,
        action: toWallet(`raise-share-${field}`, 'wallet.alarm.share.button'),
      })),
      ...ceilingNotices(true),
      {
        as: 'notice',
        severity: 'warn',
        text: 'wallet.alarm.own-share',
        source: { route: 'wallet.own-share', live: WALLET_TOPIC },
        when: { field: 'used_up', is: 'T' },
        stays: true,
      },
    ],
  },
  { role: 'wallet.overview', order: -10, blocks: ceilingNotices(false) },
];
