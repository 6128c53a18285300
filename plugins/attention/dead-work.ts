import type { AttentionSource } from './contract.ts';

interface Dead {
  name: string;
  count: number;
  note: string | null;
  since: Date;
}

/** Background work that was given up after its last try: a person has to look into it. */
export const deadWork: AttentionSource = {
  live: [],
  async find(ctx) {
    if (ctx.tenant.kind !== 'root' || !ctx.can('read', 'Platform')) return [];
    const rows = (await ctx
      .db('core_public_dead_work')
      .groupBy('name')
      .orderByRaw('count(*) desc, name')
      .select('name', ctx.db.raw('count(*)::int as count, max(note) as note, min(at) as since'))) as Dead[];
    if (rows.length === 0) return [];
    return [
      {
        id: 'attention.dead-work',
        urgency: 'warn',
        title: ctx.t('attention.dead'),
        text: ctx.t('attention.dead.text'),
        concerns: rows.map(({ name, count, note, since }) => ({
          name: ctx.t('attention.dead.work', { name, number: count }),
          ...(note && { note }),
          since,
        })),
      },
    ];
  },
};
