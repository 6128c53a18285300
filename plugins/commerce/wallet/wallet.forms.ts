import { type Contributions, defineForm, type FieldUi, Flag, T } from '../../../core/contract.ts';
import { LEAST_CENTS } from './top-up-amount.ts';
import { centsByProduct } from '../../money/pricing/shared.ts';
import { MostPerMonth } from './wallet.settings.ts';

const HALF = 6;

export const topUpForm = defineForm({
  id: 'wallet.top-up',
  version: 1,
  title: 'wallet.top-up.title',
  button: 'wallet.top-up.button',
  submit: 'wallet.charge-prepaid',
  ability: ['charge', 'Wallet'],
  schema: T.Object({
    custom_amount: T.Enum(['F', 'T'], { default: 'F' }),
    preset: T.Enum(['250', '500', '1000'], { default: '250' }),
    amount: T.String({ pattern: '^[0-9]{1,7}([.][0-9]{1,2})?$', maxLength: 12 }),
    stop_continual: T.Enum(['T', 'F'], { default: 'T' }),
    most_per_month: T.Optional(MostPerMonth),
  }),
  ui: {
    custom_amount: { widget: 'radio' },
    preset: { widget: 'select', when: { field: 'custom_amount', is: 'F' }, span: HALF },
    amount: {
      widget: 'money',
      strict: true,
      least: { cents: LEAST_CENTS.custom, text: 'wallet.amount.minimum' },
      when: { field: 'custom_amount', is: 'T' },
      span: HALF,
    },
    stop_continual: { widget: 'radio' },
    most_per_month: { widget: 'money', when: { field: 'stop_continual', is: 'F' }, span: HALF },
  },
  open: { custom_amount: ['help'], preset: ['help', 'enum'], amount: ['help'] },
});

/** The root's side of the wallet: how an agency pays, and what a lead costs it. */
export function billingForm(from: Contributions) {
  const costs = centsByProduct(from);
  const cost: FieldUi = { widget: 'money', group: 'wallet.setting.wholesale', span: HALF };
  return defineForm({
    id: 'wallet.billing-form',
    version: 1,
    title: 'wallet.billing.title',
    button: 'wallet.billing.button',
    submit: 'wallet.manual-bill',
    ability: ['update', 'WalletBilling'],
    schema: T.Object({ companyID: T.Integer(), manualBill: Flag, ...costs }),
    ui: {
      companyID: { widget: 'hidden' },
      manualBill: { widget: 'flag' },
      ...Object.fromEntries(Object.keys(costs).map((product) => [product, cost])),
    },
  });
}
