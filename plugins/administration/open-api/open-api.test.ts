import { expect, test } from 'vitest';
import { conformance } from '../../../core/testing/conformance.ts';
import { cursorOf, isNumberPlace, pageFrom, placeOf } from './cursor.ts';
import plugin from './index.ts';
import { signed } from './webhooks/signature.ts';

conformance(plugin);

test('a cursor stands for a place in its own kind of list, and for nothing else', () => {
  expect(placeOf(cursorOf({ id: 7 })!, isNumberPlace)).toEqual({ id: 7 });
  expect(placeOf(undefined, isNumberPlace)).toBeNull();
  for (const wrong of ['', 'x', cursorOf({ id: '7' })!, cursorOf({ id: 1.5 })!, cursorOf([])!, 'bnVsbA'])
    expect(() => placeOf(wrong, isNumberPlace), wrong).toThrow('invalid');
});

test('there is a next page exactly where one more row was found', () => {
  const rows = [{ id: 3 }, { id: 2 }, { id: 1 }];
  expect(pageFrom(rows, 3, ({ id }) => ({ id }))).toEqual({ data: rows, has_more: false, next_cursor: null });
  expect(pageFrom(rows, 2, ({ id }) => ({ id }))).toEqual({ data: rows.slice(0, 2), has_more: true, next_cursor: cursorOf({ id: 2 }) });
});

test('a message is signed as the specification of Standard Webhooks has it', () => {
  // The example of the specification.
  const headers = signed(
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    new Date(1_614_265_330_000),
    '{"test": 2432232314}',
  );
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});
