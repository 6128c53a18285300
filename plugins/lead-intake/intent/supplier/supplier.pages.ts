import { contribute, defineForm, definePage, type PageExtension, type Source } from '../../../../core/contract.ts';
import { SupplierKinds } from '../../capture/contract.ts';
import { SupplierForm } from './supplier.routes.ts';
import { IntentSupplier } from './supplier.settings.ts';
import { supplierState } from './supplier.store.ts';

export const supplierForm = defineForm({
  id: 'intent.supplier-form',
  version: 1,
  title: 'intent.supplier.title',
  schema: SupplierForm,
  ui: {
    on: { widget: 'switch' },
    url: { placeholder: 'https://', span: 12 },
    header: { placeholder: 'Authorization', span: 6 },
    secret: { widget: 'password', autocomplete: 'off', span: 6 },
    everyMinutes: { widget: 'number', span: 6 },
    timeoutMs: { widget: 'number', span: 6 },
  },
  submit: 'intent.save-supplier',
  ability: ['update', 'Supplier'],
});

const figures: Source = { route: 'intent.supplier-figures' };

export const supplierPage = definePage({
  id: 'intent.supplier-page',
  path: '/configuration/search-data',
  title: 'intent.supplier.title',
  roles: ['capture.supplier-pages'],
  variant: { title: 'intent.supplier-kind', order: 30 },
  ability: ['read', 'Supplier'],
  blocks: [
    { as: 'notice', severity: 'info', text: 'intent.supplier.help', stays: true },
    {
      as: 'notice',
      severity: 'bad',
      text: 'intent.supplier.problem',
      source: figures,
      when: { field: 'problem', is: '', not: true },
      stays: true,
    },
    {
      as: 'stats',
      title: 'intent.supplier.figures',
      source: figures,
      items: [
        { field: 'received', title: 'intent.supplier.received', as: 'number' },
        { field: 'added', title: 'intent.supplier.added', as: 'number', severity: 'good' },
        { field: 'known', title: 'intent.supplier.known', as: 'number' },
        { field: 'unknown', title: 'intent.supplier.unknown', as: 'number', help: 'intent.supplier.unknown.help' },
        { field: 'rejected', title: 'intent.supplier.rejected', as: 'number', severity: 'warn', help: 'intent.supplier.rejected.help' },
        { field: 'answeredAt', title: 'intent.supplier.answered', as: 'time' },
      ],
    },
    { as: 'form', form: 'intent.supplier-form', prefill: { route: 'intent.supplier' }, after: 'reload' },
  ],
});

/** Its card among the kinds of suppliers, and what opens it. */
export const searchDataKind = contribute(SupplierKinds, {
  kind: 'intent',
  icon: 'list-search',
  order: 30,
  async state(ctx) {
    const { on, url } = await ctx.setting(IntentSupplier);
    if (on && (await supplierState(ctx.db, ctx.tenant.id))?.problem) return 'problem';
    return on ? 'active' : url ? 'off' : 'unset';
  },
});
export const opensSearchData: PageExtension = {
  role: 'capture.suppliers',
  order: 30,
  blocks: [],
  actions: [
    {
      id: 'intent.open-supplier',
      title: 'intent.open-supplier',
      ability: ['read', 'Supplier'],
      when: { field: 'kind', is: 'intent' },
      do: { page: 'intent.supplier-page' },
    },
  ],
};
