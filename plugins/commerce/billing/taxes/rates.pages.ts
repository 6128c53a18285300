import { addAction, type Block, defineForm, T } from '../../../../core/contract.ts';
import { RateBody } from './rates.routes.ts';

export const rateForm = defineForm({
  id: 'billing.tax-form',
  version: 1,
  title: 'billing.tax-form.title',
  schema: T.Object(RateBody),
  ui: {
    name: { help: 'billing.tax-form.name.help' },
    percent: { suffix: '%', help: 'billing.tax-form.percent.help' },
    inclusive: { widget: 'radio' },
    applies_to: { widget: 'radio' },
    country: { widget: 'select', options: { route: 'profile.countries' }, when: { field: 'applies_to', is: 'place' } },
    region: { when: { field: 'applies_to', is: 'place' }, help: 'billing.tax-form.region.help' },
  },
  submit: 'billing.tax-rate-add',
  ability: ['create', 'TaxRate'],
});

const add = addAction({ id: 'billing.add-tax', title: 'billing.tax.add', form: 'billing.tax-form', ability: ['create', 'TaxRate'] });

/** The seller's taxes. A rate is never changed: it is archived and another one added, so that nobody wonders what an invoice was taxed at. */
export const taxBlocks: Block[] = [
  { as: 'notice', severity: 'info', text: 'billing.tax.notice', stays: true },
  {
    as: 'table',
    key: 'id',
    pageSize: 25,
    source: { route: 'billing.tax-rates' },
    columns: [
      { field: 'name', title: 'billing.tax-form.name', as: 'text', narrow: 'first' },
      { field: 'percent', title: 'billing.tax-form.percent', as: 'text' },
      { field: 'how', title: 'billing.tax-form.inclusive', as: 'text' },
      { field: 'whom', title: 'billing.tax-form.applies_to', as: 'text' },
    ],
    add,
    row: {
      actions: [
        {
          id: 'billing.archive-tax',
          title: 'billing.tax.archive',
          icon: 'archive',
          emphasis: 'danger',
          ability: ['delete', 'TaxRate'],
          do: { call: 'billing.tax-rate-archive', params: { id: { from: 'row', field: 'id' } } },
          confirm: { title: 'billing.tax.archive.title', body: 'billing.tax.archive.body', button: 'billing.tax.archive', final: true },
          after: 'reload',
        },
      ],
    },
    empty: { title: 'billing.tax.empty', help: 'billing.tax.empty.help', action: add },
  },
];
