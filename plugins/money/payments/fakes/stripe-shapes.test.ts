import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as make from './stripe-objects.ts';

/** Objects published by Stripe, beside the checkout; without them there is nothing to compare with. */
const FILE = join(import.meta.dirname, '../../../../../shared/data/stripe-fixtures.json');
const published = existsSync(FILE)
  ? (JSON.parse(readFileSync(FILE, 'utf8')) as { resources: Record<string, Record<string, unknown>> }).resources
  : null;

const paid = { amount: 100, customer: 'cus_1', payment_method: 'pm_1', description: null, metadata: {} };
const ours: [string, object][] = [
  ['customer', make.customer({ name: 'x', email: 'x@y.example', metadata: {} })],
  ['payment_method', make.paymentMethod('pm_1', make.CARDS['pm_card_visa']!, 'cus_1')],
  ['payment_intent', make.paymentIntent({ ...paid, status: 'succeeded', application_fee_amount: null, last_payment_error: null })],
  ['setup_intent', make.setupIntent({ customer: 'cus_1', payment_method: 'pm_1', status: 'succeeded', last_setup_error: null })],
  ['refund', make.refund({ amount: 100, payment_intent: 'pi_1', metadata: {} })],
  ['dispute', make.dispute({ amount: 100, payment_intent: 'pi_1' })],
  ['account', make.account({ email: 'x@y.example', metadata: {} })],
  ['coupon', make.coupon({ id: 'X', amount_off: null, percent_off: 10, valid: true })],
  ['event', make.event('account.updated', {}, null)],
];
/** Newer than the published objects. */
const NEWER = new Set(['allowed_payment_method_types', 'customer_account', 'intended_submission_method', 'payment_record']);
/** Published, but shown only where they apply. */
const SOMETIMES = new Set([
  'context',
  'payment_method_details',
  'controller',
  'destination_details',
  'external_accounts',
  'future_requirements',
]);

const kind = (value: unknown): string => (Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value);

test.skipIf(!published).for(ours)('%s has the shape that Stripe published', ([name, made]) => {
  const model = published![name]!;
  const strange = Object.entries(made).flatMap(([field, value]) => {
    if (NEWER.has(field)) return [];
    if (!(field in model)) return [`${field} is unknown`];
    const [a, b] = [kind(value), kind(model[field])];
    return a === b || a === 'null' || b === 'null' ? [] : [`${field} is ${a}, not ${b}`];
  });
  expect(strange).toEqual([]);
  expect(Object.keys(model).filter((field) => !(field in made) && !SOMETIMES.has(field))).toEqual([]);
});
