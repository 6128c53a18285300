import { defineForm, T } from '../../../core/contract.ts';
import { MOST_LEADS } from './offer.ts';

const HALF = 6;

export const buyForm = defineForm({
  id: 'prepaid.buy-form',
  version: 1,
  title: 'prepaid.buy.title',
  button: 'prepaid.buy.button',
  saving: 'prepaid.buy.saving',
  submit: 'prepaid.buy',
  ability: ['buy', 'Pack'],
  schema: T.Object({
    leadspeek_api_id: T.Integer({ minimum: 1 }),
    PaymentTerm: T.Optional(T.String({ maxLength: 20 })),
    leadsbuy: T.Optional(T.Integer({ minimum: 1, maximum: MOST_LEADS })),
    topupoptions: T.Enum(['onetime', 'continual'], { default: 'onetime' }),
    contiDurationSelection: T.Enum(['weekly', 'monthly'], { default: 'weekly' }),
    activate: T.Enum(['T', 'F'], { default: 'T' }),
  }),
  ui: {
    leadspeek_api_id: { widget: 'hidden' },
    PaymentTerm: { widget: 'hidden' },
    leadsbuy: { widget: 'number', span: HALF },
    topupoptions: { widget: 'radio', when: { field: 'PaymentTerm', is: 'Prepaid' } },
    contiDurationSelection: { widget: 'select', when: { field: 'topupoptions', is: 'continual' }, span: HALF },
    activate: { widget: 'flag' },
  },
  open: {
    leadsbuy: ['title', 'help'],
    topupoptions: ['title', 'help'],
    contiDurationSelection: ['title', 'help'],
    activate: ['title', 'help'],
  },
});
