import { defineSetting, T } from '../../../../core/contract.ts';
import { PAYMENT_TERMS } from '../contract.ts';

/** Payment terms that an agency may offer its clients. */
export const PaymentTerms = defineSetting({
  id: 'companies.payment-terms',
  title: 'companies.settings.payment-terms',
  level: 'agency',
  schema: T.Array(T.Enum([...PAYMENT_TERMS]), { minItems: 1, uniqueItems: true }),
  default: [...PAYMENT_TERMS],
  read: 'signed-in',
  write: ['update', 'PaymentTerms'],
});
