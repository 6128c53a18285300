import type { AttentionSource } from '../../foundation/attention/contract.ts';
import { haltedSuppliers } from './figures.store.ts';
import { suppliersOf } from './suppliers.settings.ts';

/** Suppliers that named another price: nobody asks them until an operator has looked. */
export const supplierAttention: AttentionSource = {
  live: [],
  async find(ctx) {
    if (ctx.tenant.kind !== 'root' || !ctx.can('read', 'Supplier')) return [];
    const halted = await haltedSuppliers(ctx.db);
    if (halted.size === 0) return [];
    const concerns = (await suppliersOf(ctx)).filter(({ id, on }) => on && halted.has(id)).map(({ name }) => ({ name }));
    if (concerns.length === 0) return [];
    return [
      {
        id: 'enrichment.halted',
        urgency: 'bad',
        title: ctx.t('enrichment.attention.halted'),
        text: ctx.t('enrichment.attention.halted.text'),
        concerns,
        remedy: { title: ctx.t('enrichment.open-suppliers'), address: '/configuration/information-suppliers' },
      },
    ];
  },
};
