import { defineSetting, T } from '../../core/contract.ts';

export const PAYMENT_TERMS = ['Weekly', 'Monthly', 'OneTime', 'Prepaid'] as const;

/** Payment terms that an agency may offer its clients. */
export const PaymentTerms = defineSetting({
  id: 'agencies.payment-terms',
  title: 'agencies.settings.payment-terms',
  scope: 'agency',
  schema: T.Array(T.Enum([...PAYMENT_TERMS]), { minItems: 1, uniqueItems: true }),
  default: [...PAYMENT_TERMS],
  read: 'signed-in',
  write: ['update', 'Agency'],
});
