import { expect, test } from 'vitest';
import { brandName } from './card-brand.ts';

test.each([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['amex', 'American Express'],
  ['unionpay', 'UnionPay'],
  ['unknown', ''],
  ['', ''],
])('%s is called %s', (brand, name) => expect(brandName(brand)).toBe(name));
