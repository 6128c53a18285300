import { defineForm, definePage, type MenuDef, type Source } from '../../../core/contract.ts';
import { SupplierForm } from './supplier.routes.ts';

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

export const supplierMenu: MenuDef = {
  id: 'intent.supplier-menu',
  parent: 'core.menu-records',
  title: 'intent.supplier.title',
  icon: 'database-search',
  order: 22,
  ability: ['read', 'Supplier'],
  page: 'intent.supplier-page',
};
