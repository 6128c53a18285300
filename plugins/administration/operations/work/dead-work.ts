import type { AttentionSource } from '../../../foundation/attention/contract.ts';
import { WORK_NEWS } from './work.routes.ts';

interface Dead {
  name: string;
  kind: 'job' | 'event';
  count: number;
  note: string | null;
  since: Date;
}

/** Background work that was given up after its last try: a person has to look into it. */
export const deadWork: AttentionSource = {
  live: [WORK_NEWS],
  async find(ctx) {
    if (!ctx.can('read', 'Work')) return [];
    const rows = (await ctx
      .db('core_public_dead_work')
      .groupBy('name', 'kind')
      .orderByRaw('count(*) desc, name')
      .select('name', 'kind', ctx.db.raw('count(*)::int as count, max(note) as note, min(at) as since'))) as Dead[];
    if (rows.length === 0) return [];
    return [
      {
        id: 'operations.dead-work',
        urgency: 'warn',
        title: ctx.t('operations.dead'),
        text: ctx.t('operations.dead.text'),
        concerns: rows.map(({ name, kind, count, note, since }) => ({
          name: ctx.t('operations.dead.work', { name, number: count }),
          ...(note && { note }),
          since,
          address: `/operations/jobs?${kind === 'job' ? 'open' : 'tab=events&events-open'}=${encodeURIComponent(name)}`,
        })),
      },
    ];
  },
};
