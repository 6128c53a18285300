import { type AttentionItem, type AttentionSource, LISTED } from '../../foundation/attention/contract.ts';
import { accountOf } from './account/account.store.ts';
import { stoppedSheets } from './sheet/alarms.store.ts';
import { TOPIC } from './topic.ts';

const PAGE = '/integrations/google-sheets';

/** What keeps leads out of spreadsheets, told to those whose Google account it is. */
export const sheetAttention: AttentionSource = {
  live: [TOPIC],
  async find(ctx) {
    if (!ctx.can('update', 'Connection')) return [];
    const account = await accountOf(ctx, ctx.tenant.id);
    if (!account) return [];
    const item = (name: string, more: Partial<AttentionItem>): AttentionItem => ({
      id: `connector-google-sheets.${name}`,
      urgency: 'bad',
      title: ctx.t(`connector-google-sheets.attention.${name}`),
      text: ctx.t('connector-google-sheets.attention.kept'),
      ...more,
    });
    if (account.state === 'reauthorise') {
      const remedy = { title: ctx.t('connector-google-sheets.attention.open'), address: PAGE };
      return [item('account', { concerns: [{ name: account.email }], since: account.last_at, remedy })];
    }
    const stopped = await stoppedSheets(ctx, LISTED);
    if (stopped.length === 0) return [];
    // What to do is another thing for each.
    const concerns = stopped.map(({ id, name, state, note }) => ({
      name,
      note: ctx.t(`connector-google-sheets.notice.${state}`, { note }),
      address: `${PAGE}/${id}`,
    }));
    return [item('stopped', { count: stopped[0]!.total, concerns })];
  },
};
