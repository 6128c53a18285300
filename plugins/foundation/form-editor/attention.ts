import type { AttentionSource } from '../attention/contract.ts';
import { FormLayers } from '../../../core/contract.ts';
import { mayShape } from './may-shape.ts';

/** Changes of forms that stopped counting, as they do when a new version of the product has another field in their place. */
export const unfitChanges: AttentionSource = {
  live: ['forms'],
  async find(ctx) {
    if (!mayShape(ctx)) return [];
    const { length: count } = await ctx.use(FormLayers).unfit();
    if (count === 0) return [];
    return [
      {
        id: 'form-editor.unfit',
        urgency: 'warn',
        title: ctx.t('form-editor.attention', { count }),
        text: ctx.t('form-editor.attention.text'),
        remedy: { title: ctx.t('form-editor.attention.button'), address: '/configuration/forms?tab=unfit' },
      },
    ];
  },
};
