import { expect, test } from 'vitest';
import { redacted } from './redact.ts';

const KEY = 'sk live/"42"+abc';

test.each([
  ['as it is', `bad key ${KEY}`],
  ['as an address writes it', `bad key ${encodeURIComponent(KEY)}`],
  ['as JSON writes it', `{"key":${JSON.stringify(KEY)}}`],
  ['as basic authentication writes it', `got ${Buffer.from(KEY).toString('base64')}`],
])('a secret repeated %s is hidden', (_, text) => {
  const clean = redacted(text, [KEY]);
  expect(clean).toContain('•••');
  expect(clean).not.toContain('42');
});

test('the beginning of a secret that a cut left at the end is hidden too', () => {
  expect(redacted(`bad key ${KEY.slice(0, 9)}`, [KEY])).toBe('bad key •••');
});

test('of an address the path is hidden as well', () => {
  expect(redacted('no hook at /hooks/catch/1/abc', ['https://hooks.zapier.com/hooks/catch/1/abc/'])).toBe('no hook at •••');
});

test('what holds no secret stays', () => {
  expect(redacted('HTTP 400: e-mail missing', [KEY, 'on', ''])).toBe('HTTP 400: e-mail missing');
});
