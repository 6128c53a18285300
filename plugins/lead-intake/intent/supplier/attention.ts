import type { AttentionSource } from '../../../foundation/attention/contract.ts';
import { IntentSupplier } from './supplier.settings.ts';
import { supplierState } from './supplier.store.ts';

/** The supplier of search data cannot be read. */
export const searchDataAttention: AttentionSource = {
  live: [],
  async find(ctx) {
    if (ctx.tenant.kind !== 'root' || !ctx.can('read', 'Supplier')) return [];
    const { on } = await ctx.setting(IntentSupplier);
    const problem = on ? (await supplierState(ctx.db, ctx.tenant.id))?.problem : null;
    if (!problem) return [];
    return [
      {
        id: 'intent.supplier',
        urgency: 'bad',
        title: ctx.t('intent.attention.supplier'),
        text: problem,
        remedy: { title: ctx.t('intent.attention.go'), address: '/configuration/search-data' },
      },
    ];
  },
};
