import type { BannerDef, Ctx, ReadsAhead } from '../../core/contract.ts';
import { accountOf, accountRow } from './account/account.store.ts';
import { countStopped } from './sheet/alarms.store.ts';

const PAGE = '/integrations/google-sheets';

/** What the banner asks first. */
export const firstReads = (ctx: Ctx): ReadsAhead => ({ rows: ctx.can('update', 'Connection') ? [accountRow(ctx, ctx.tenant.id)] : [] });

/** What keeps leads out of spreadsheets, told to those whose Google account it is, until its cause is gone. */
export const banners: readonly BannerDef[] = [
  {
    id: 'connector-google-sheets.stopped',
    order: 52,
    async of(ctx) {
      if (!ctx.can('update', 'Connection')) return null;
      const link = { title: ctx.t('connector-google-sheets.banner.open'), href: PAGE };
      const account = await accountOf(ctx, ctx.tenant.id);
      if (account?.state === 'reauthorise')
        return { severity: 'bad', text: ctx.t('connector-google-sheets.banner.account', { email: account.email }), link };
      const { count, name } = account ? await countStopped(ctx) : { count: 0, name: '' };
      return count === 0 ? null : { severity: 'bad', text: ctx.t('connector-google-sheets.banner.stopped', { count, name }), link };
    },
  },
];
