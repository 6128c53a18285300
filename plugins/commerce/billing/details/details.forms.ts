import { defineForm, type FieldUi, T } from '../../../../core/contract.ts';
import { BuyerBody, PaymentDays, SellerBody } from './details.schema.ts';

const TEXTS = ['billing.details'] as const;
const HALF = 6;
const THIRD = 4;
const party: Record<string, FieldUi> = {
  legal_name: { autocomplete: 'organization' },
  country: {
    widget: 'select',
    options: { route: 'profile.countries' },
    autocomplete: 'country',
    group: 'billing.details.address',
    span: HALF,
  },
  line1: { autocomplete: 'address-line1', group: 'billing.details.address', span: HALF },
  line2: { autocomplete: 'address-line2', group: 'billing.details.address', span: HALF },
  city: { autocomplete: 'address-level2', group: 'billing.details.address', span: HALF },
  region: { autocomplete: 'address-level1', group: 'billing.details.address', span: HALF },
  postal_code: { autocomplete: 'postal-code', group: 'billing.details.address', span: HALF },
  tax_id_kind: { widget: 'select', group: 'billing.details.tax', span: HALF },
  tax_id: { group: 'billing.details.tax', span: HALF },
  invoice_email: { widget: 'email', help: 'billing.details.invoice_email.help', group: 'billing.details.sending', span: HALF },
};

export const sellerForm = defineForm({
  id: 'billing.seller-form',
  version: 1,
  title: 'billing.seller-form.title',
  texts: ['billing.seller-form', ...TEXTS],
  schema: T.Object({ ...SellerBody, footer: T.Optional(T.String({ maxLength: 600 })) }),
  ui: {
    ...party,
    invoice_email: { ...party['invoice_email'], help: 'billing.details.invoice_email.seller' },
    payment_days: { widget: 'number', help: 'billing.details.payment_days.help', group: 'billing.details.sending', span: HALF },
    footer: { widget: 'textarea', help: 'billing.details.footer.help', group: 'billing.details.sending' },
  },
  submit: 'billing.seller-save',
  ability: ['update', 'SellerDetails'],
});

export const buyerForm = defineForm({
  id: 'billing.buyer-form',
  version: 1,
  title: 'billing.buyer-form.title',
  texts: TEXTS,
  schema: T.Object(BuyerBody),
  ui: party,
  submit: 'billing.buyer-save',
  ability: ['update', 'BuyerDetails'],
});

export const clientForm = defineForm({
  id: 'billing.client-form',
  version: 1,
  title: 'billing.client-form.title',
  texts: ['billing.client-form', ...TEXTS],
  schema: T.Object({
    ...BuyerBody,
    tax: T.String(),
    exemption: T.Optional(T.String({ maxLength: 200 })),
    payment_days: T.Optional(PaymentDays),
    companyId: T.Integer(),
  }),
  ui: {
    ...party,
    tax: { widget: 'select', options: { route: 'billing.tax-options' }, group: 'billing.details.tax', span: HALF },
    exemption: { when: { field: 'tax', is: 'exempt' }, help: 'billing.details.exemption.help', group: 'billing.details.tax', span: HALF },
    payment_days: { widget: 'number', help: 'billing.details.payment_days.client', group: 'billing.details.sending', span: THIRD },
    companyId: { widget: 'hidden' },
  },
  submit: 'billing.client-details-save',
  ability: ['update', 'ClientBilling'],
});
