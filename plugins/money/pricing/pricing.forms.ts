import { type Contributions, defineForm, type FieldUi } from '../../../core/contract.ts';
import { ClientForm, costForm } from './cost.schema.ts';
import { fieldsOf } from './cost-fields.ts';
import { type PricedProduct, type Term, TERMS } from './contract.ts';
import { pricedProducts } from './products.ts';

const price: FieldUi = { widget: 'money', strict: true, span: 6 };
/** The time for which a minimum counts; what is bought once has none. */
const PER: Partial<Record<Term, string>> = { Weekly: 'pricing.per.week', Monthly: 'pricing.per.month', Prepaid: 'pricing.per.month' };

/** The prices of the chosen term, a group for each product. The least cost per lead stands under its input, and what counts until a change does. */
const costUi = (products: readonly PricedProduct[], withMinimum: boolean): Record<string, FieldUi> => ({
  term: { widget: 'select' },
  ...Object.fromEntries(
    TERMS.flatMap((term) =>
      products.flatMap((of) =>
        fieldsOf(of).map(({ name, key }): [string, FieldUi] => [
          `${term}_${name}`,
          {
            ...price,
            group: `name:${of.product}`,
            when: { field: 'term', is: term },
            ...(key === 'minCostMonthCents' && PER[term] ? { suffix: PER[term] } : {}),
            help: withMinimum && key === 'costPerLeadCents' && of.hasMinimum ? 'pricing.minimum' : 'pricing.now',
          },
        ]),
      ),
    ),
  ),
});

const money: FieldUi = { ...price, span: 4, group: 'pricing.client.prices' };
const limit: FieldUi = { span: 6, group: 'pricing.client.limits' };
const payment: FieldUi = { span: 6, group: 'pricing.client.payment' };

/** What root operators set for an agency, and as the least for all. */
export const costForms = (from: Contributions) => [
  defineForm({
    id: 'pricing.agency-form',
    version: 1,
    title: 'pricing.agency.title',
    schema: costForm(from),
    ui: costUi(pricedProducts(from), true),
    submit: 'pricing.save-agency-cost',
    ability: ['update', 'AgencyCost'],
  }),
  defineForm({
    id: 'pricing.minimum-form',
    version: 1,
    title: 'pricing.minimums.title',
    schema: costForm(from),
    ui: costUi(pricedProducts(from), false),
    submit: 'pricing.save-agency-cost',
    ability: ['update', 'AgencyCost'],
  }),
];

export const clientCostForm = defineForm({
  id: 'pricing.client-form',
  version: 1,
  title: 'pricing.client.title',
  schema: ClientForm,
  ui: {
    CostSet: money,
    CostSetAdvanced: money,
    CostSetB2b: money,
    PlatformFee: money,
    CostMonth: money,
    CostMaxLead: money,
    LimitLead: limit,
    LimitLeadFreq: { ...limit, widget: 'select' },
    LimitLeadStart: { ...limit, widget: 'date' },
    LimitLeadEnd: { ...limit, widget: 'date' },
    PaymentTerm: { ...payment, widget: 'select' },
    topupoptions: { ...payment, widget: 'select', when: { field: 'PaymentTerm', is: 'Prepaid' } },
    contiDurationSelection: { ...payment, widget: 'select', when: { field: 'PaymentTerm', is: 'Prepaid' } },
    leadsbuy: payment,
  },
  submit: 'pricing.save-client-cost',
  ability: ['update', 'ClientCost'],
});
