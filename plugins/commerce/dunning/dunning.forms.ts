import { defineForm, T } from '../../../core/contract.ts';
import { CardToken } from '../../money/payments/contract.ts';

export const dunningForms = [
  defineForm({
    id: 'dunning.pay-form',
    version: 1,
    title: 'dunning.pay.card',
    button: 'dunning.pay.button',
    submit: 'dunning.pay-card',
    ability: 'public',
    schema: T.Object({ token: T.String(), tokenid: CardToken }),
    ui: { token: { widget: 'hidden' }, tokenid: { widget: 'payments.card', options: { route: 'dunning.pay-setup' } } },
  }),
  defineForm({
    id: 'dunning.mend-form',
    version: 1,
    title: 'dunning.mend.title',
    button: 'dunning.mend.button',
    submit: 'dunning.mend',
    ability: ['update', 'PaymentCard'],
    schema: T.Object({ tokenid: CardToken }),
    ui: { tokenid: { widget: 'payments.card', options: { route: 'payments.setup' } } },
  }),
];
