import { type Ctx, shownMoney } from '../../../core/contract.ts';
import { type AttentionItem, type AttentionSource, LISTED, type Urgency } from '../../foundation/attention/contract.ts';
import { ALARM_LEVELS } from '../../campaign-management/campaigns/shared.ts';
import { ceilingUse, shareUse } from './alarms.ts';
import { type DataWallet, readWallet } from './data-wallet.ts';
import { walletDaysLeft } from './pace.ts';
import { dayOf } from './shares.service.ts';
import { isUsedUp } from './shares.store.ts';
import { WALLET_TOPIC } from './top-up.service.ts';
import { walletPage } from './wallet.pages.ts';
import { DATA_WALLET } from './wallet.settings.ts';

/** With fewer days left than this, a wallet that does not fill itself is soon empty. */
const FEW_DAYS = 3;
const URGENCY: Readonly<Record<string, Urgency>> = { bad: 'warn', warn: 'warn', info: 'info' };

/** A wallet that is soon empty or could not be topped up, and shares and limits that are used up; a client hears that its day is over, and no amounts. */
export const walletAttention: AttentionSource = {
  live: [WALLET_TOPIC],
  async find(ctx) {
    if (ctx.tenant.kind === 'client') return ofClient(ctx);
    if (ctx.tenant.kind !== 'agency' || !ctx.feature(DATA_WALLET) || !ctx.can('read', 'Wallet')) return [];
    const wallet = await readWallet(ctx, ctx.tenant.id);
    if (!wallet.manualBill) return [];
    return (await ctx.together([() => ofBalance(ctx, wallet), () => ofShares(ctx, wallet), () => ofCeiling(ctx, wallet)])).flat();
  },
};

async function ofClient(ctx: Ctx): Promise<AttentionItem[]> {
  if (!ctx.can('read', 'OwnShare') || !(await isUsedUp(ctx.db, ctx.tenant.id, dayOf(ctx.now)))) return [];
  return [{ id: 'wallet.own-share', urgency: 'warn', title: ctx.t('wallet.alarm.own-share.title'), text: ctx.t('wallet.alarm.own-share') }];
}

const toWallet = (ctx: Ctx, title: string): NonNullable<AttentionItem['remedy']> => ({ title: ctx.t(title), address: walletPage.path });

async function ofBalance(ctx: Ctx, wallet: DataWallet): Promise<AttentionItem[]> {
  const remedy = toWallet(ctx, 'wallet.attention.button');
  const amount = shownMoney(wallet.balanceCents);
  if (!wallet.stopContinual && wallet.failures > 0)
    return [
      {
        id: 'wallet.top-up-failed',
        urgency: 'bad',
        title: ctx.t('wallet.attention.failed'),
        text: ctx.t('wallet.attention.failed.text', { amount }),
        remedy,
      },
    ];
  const days = await walletDaysLeft(ctx, wallet.balanceCents);
  if (!wallet.stopContinual || days === null || days >= FEW_DAYS) return [];
  return [
    {
      id: 'wallet.low',
      urgency: 'warn',
      title: ctx.t('wallet.attention.low'),
      text: ctx.t('wallet.attention.low.text', { amount, count: days }),
      remedy,
    },
  ];
}

async function ofShares(ctx: Ctx, wallet: DataWallet): Promise<AttentionItem[]> {
  const used = await shareUse(ctx, wallet);
  const remedy = toWallet(ctx, 'wallet.alarm.share.button');
  return ALARM_LEVELS.flatMap(({ field, percent, severity }): AttentionItem[] => {
    const names = used.get(percent);
    if (!names) return [];
    return [
      {
        id: `wallet.share.${field}`,
        urgency: URGENCY[severity]!,
        title: ctx.t(`wallet.alarm.share.${field}`),
        ...(field === 'all' && { text: ctx.t('wallet.alarm.share.all.text') }),
        count: names.length,
        concerns: names.slice(0, LISTED).map((name) => ({ name })),
        remedy,
      },
    ];
  });
}

async function ofCeiling(ctx: Ctx, wallet: DataWallet): Promise<AttentionItem[]> {
  const { percent, takenCents, limitCents } = await ceilingUse(ctx, wallet);
  if (percent === 0) return [];
  const limit = shownMoney(limitCents);
  return [
    {
      id: 'wallet.ceiling',
      urgency: percent < 80 ? 'info' : 'warn',
      title: ctx.t('wallet.attention.ceiling'),
      text:
        percent === 100
          ? ctx.t('wallet.alarm.ceiling.all', { limit })
          : ctx.t('wallet.alarm.ceiling', { ceiling: percent, taken: shownMoney(takenCents), limit }),
      remedy: toWallet(ctx, 'wallet.alarm.ceiling.button'),
    },
  ];
}
