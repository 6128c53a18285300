import type { AttentionItem, AttentionSource } from '../../../foundation/attention/contract.ts';
import { FOR_PEOPLE } from './erasures.store.ts';

/** People who are to be erased in another system by hand, told to whoever is connected to it. */
export const erasureAttention: AttentionSource = {
  live: ['integrations'],
  async find(ctx): Promise<AttentionItem[]> {
    if (!ctx.can('update', 'Erasure')) return [];
    const rows = (await ctx
      .query('Erasure')
      .whereIn('state', FOR_PEOPLE)
      .groupBy('name')
      .orderBy('name')
      .select('name', ctx.db.raw('count(*)::int as count, min(asked_at) as since'))) as { name: string; count: number; since: Date }[];
    if (rows.length === 0) return [];
    return [
      {
        id: 'integrations.erase-there',
        urgency: 'bad',
        title: ctx.t('integrations.attention.erase'),
        text: ctx.t('integrations.attention.erase.text'),
        concerns: rows.map(({ name, count, since }) => ({ name, note: ctx.t('integrations.attention.people', { count }), since })),
        remedy: { title: ctx.t('integrations.attention.erase.open'), address: '/integrations/erasures' },
      },
    ];
  },
};
