import { defineRoute, type NoticeBlock, type PageExtension, shownMoney, T } from '../../../core/contract.ts';
import { ALARM_LEVELS } from '../../campaign-management/campaigns/shared.ts';
import { ceilingUse } from './alarms.ts';
import { readWallet } from './data-wallet.ts';
import { WALLET_TOPIC } from './top-up.service.ts';
import { DATA_WALLET } from './wallet.settings.ts';

/** What the mailed alarms of the month's limit say, for as long as it is so. */
export const walletAlarms = defineRoute({
  id: 'wallet.alarms',
  method: 'GET',
  path: '/wallet/alarms',
  summary: "How much of the month's limit for automatic top-ups is used",
  ability: ['read', 'Wallet'],
  feature: DATA_WALLET,
  response: T.Object({
    /** Percent of the month's limit, as far as an alarm of it was reached. */
    ceiling: T.Enum([0, 50, 80, 100]),
    taken: T.String(),
    limit: T.String(),
  }),
  async handler(ctx) {
    const wallet = await readWallet(ctx, ctx.tenant.id);
    if (!wallet.manualBill) return { ceiling: 0 as const, taken: '', limit: '' };
    const { percent, takenCents, limitCents } = await ceilingUse(ctx, wallet);
    return { ceiling: percent as 0 | 50 | 80 | 100, taken: shownMoney(takenCents), limit: shownMoney(limitCents) };
  },
});

/** On the wallet's own page. */
export const ceilingNotices: PageExtension = {
  role: 'wallet.overview',
  order: -10,
  blocks: ALARM_LEVELS.map(({ percent, severity }): NoticeBlock => ({
    as: 'notice',
    severity: percent === 100 ? 'warn' : severity,
    text: percent === 100 ? 'wallet.alarm.ceiling.all' : 'wallet.alarm.ceiling',
    source: { route: 'wallet.alarms', live: WALLET_TOPIC },
    when: { field: 'ceiling', is: percent },
    stays: true,
  })),
};
