import {
  addAction,
  type Binding,
  contribute,
  defineForm,
  definePage,
  type FieldUi,
  type PageExtension,
  removeAction,
  type State,
} from '../../../core/contract.ts';
import { SupplierKinds } from '../capture/contract.ts';
import { haltedSuppliers } from './figures.store.ts';
import { SupplierForm } from './suppliers.routes.ts';
import { suppliersOf } from './suppliers.settings.ts';

const one: Record<string, Binding> = { id: { from: 'row', field: 'id' } };
const states: Record<string, State> = {
  on: { title: 'enrichment.state.on', severity: 'good' },
  off: { title: 'enrichment.state.off', severity: 'neutral' },
  halted: { title: 'enrichment.state.halted', severity: 'bad' },
};
const ui: Record<string, FieldUi> = {
  name: { autocomplete: 'off', span: 6 },
  order: { widget: 'number', span: 6 },
  url: { placeholder: 'https://', span: 12 },
  header: { placeholder: 'Authorization', span: 6 },
  secret: { widget: 'password', autocomplete: 'off', span: 6 },
  groups: { widget: 'select', options: { route: 'enrichment.group-options' } },
  costCents: { widget: 'money', span: 4 },
  dailyCents: { widget: 'money', span: 4 },
  timeoutMs: { widget: 'number', span: 4 },
  on: { widget: 'switch' },
};
const form = (id: 'enrichment.add' | 'enrichment.edit', submit: 'enrichment.add-supplier' | 'enrichment.save-supplier') =>
  defineForm({
    id,
    version: 1,
    title: `${id}.title`,
    texts: ['enrichment.form'],
    schema: SupplierForm,
    ui,
    submit,
    ability: ['update', 'Supplier'],
  });
export const supplierForms = [form('enrichment.add', 'enrichment.add-supplier'), form('enrichment.edit', 'enrichment.save-supplier')];

const add = addAction({
  id: 'enrichment.add-one',
  title: 'enrichment.add.title',
  ability: ['update', 'Supplier'],
  form: 'enrichment.add',
  as: 'drawer',
});

export const suppliersPage = definePage({
  id: 'enrichment.suppliers-page',
  path: '/configuration/information-suppliers',
  title: 'enrichment.suppliers.title',
  roles: ['capture.supplier-pages'],
  variant: { title: 'enrichment.supplier-kind', order: 20 },
  ability: ['read', 'Supplier'],
  blocks: [
    { as: 'notice', severity: 'info', text: 'enrichment.suppliers.help', stays: true },
    {
      as: 'table',
      source: { route: 'enrichment.suppliers' },
      key: 'id',
      columns: [
        { field: 'name', title: 'enrichment.column.name', as: 'text', narrow: 'first' },
        { field: 'order', title: 'enrichment.column.order', as: 'number', narrow: 'hide' },
        { field: 'state', title: 'enrichment.column.state', as: 'state', states, note: 'note' },
        { field: 'costCents', title: 'enrichment.column.price', as: 'money', narrow: 'hide' },
        { field: 'asked', title: 'enrichment.column.asked', as: 'number' },
        { field: 'found', title: 'enrichment.column.found', as: 'number' },
        { field: 'failed', title: 'enrichment.column.failed', as: 'number' },
        { field: 'spentCents', title: 'enrichment.column.spent', as: 'money' },
      ],
      row: {
        where: 'under',
        open: { form: 'enrichment.edit', prefill: { route: 'enrichment.supplier', params: one }, fixed: one },
        actions: [
          removeAction({
            id: 'enrichment.remove',
            texts: 'enrichment.remove',
            ability: ['update', 'Supplier'],
            call: 'enrichment.remove-supplier',
            params: one,
          }),
        ],
      },
      add,
      empty: { title: 'enrichment.empty', help: 'enrichment.empty.help', action: add },
    },
    {
      as: 'table',
      title: 'enrichment.fields.title',
      source: { route: 'enrichment.fields' },
      key: 'key',
      columns: [
        { field: 'field', title: 'enrichment.fields.field', as: 'text', narrow: 'first' },
        { field: 'supplier', title: 'enrichment.column.name', as: 'text' },
        { field: 'asked', title: 'enrichment.fields.asked', as: 'number' },
        { field: 'filled', title: 'enrichment.fields.filled', as: 'number' },
        { field: 'rate', title: 'enrichment.fields.rate', as: 'text' },
      ],
      empty: { title: 'enrichment.fields.empty', help: 'enrichment.fields.empty.help' },
    },
  ],
});

/** Their card among the kinds of suppliers, and what opens it. */
export const informationKind = contribute(SupplierKinds, {
  kind: 'enrichment',
  icon: 'database-plus',
  order: 20,
  async state(ctx) {
    const [suppliers, halted] = [await suppliersOf(ctx), await haltedSuppliers(ctx.db)];
    const active = suppliers.filter(({ on }) => on);
    if (active.some(({ id }) => halted.has(id))) return 'problem';
    return active.length > 0 ? 'active' : suppliers.length > 0 ? 'off' : 'unset';
  },
});
export const opensInformation: PageExtension = {
  role: 'capture.suppliers',
  order: 20,
  blocks: [],
  actions: [
    {
      id: 'enrichment.open-suppliers',
      title: 'enrichment.open-suppliers',
      ability: ['read', 'Supplier'],
      when: { field: 'kind', is: 'enrichment' },
      do: { page: 'enrichment.suppliers-page' },
    },
  ],
};
