import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { sendable } from './address.ts';

test.each([
  ['https://a.example/p?utm_source=x&utm_campaign=y%20z', 'https://a.example/p?utm_source=x&utm_campaign=y+z'],
  ['https://a.example/p?gclid=1&gbraid=2&wbraid=3&fbclid=4&msclkid=5&ttclid=6&li_fat_id=7&gad_source=8', 'same'],
  ['https://a.example/p?email=a@b.co&mc_eid=1&fbid=1&twid=1&utm=1&xutm_source=1&id=1', 'https://a.example/p'],
  ['https://a.example/p?utm_term=a@b.co&utm_source=x', 'https://a.example/p?utm_source=x'],
  ['https://user:secret@a.example/p#token', 'https://a.example/p'],
  ['about:srcdoc', ''],
  ['file:///home/jane', ''],
  ['data:text/html,x', ''],
  ['', ''],
])('%s', (address, sent) => expect(sendable(address, false)).toBe(sent === 'same' ? address : sent));

test('a route behind the number sign is sent on request, a fragment with anything else never', () => {
  expect(sendable('https://a.example/#/shoes?size=9', true)).toBe('https://a.example/#/shoes');
  expect(sendable('https://a.example/#!/shoes', true)).toBe('https://a.example/#!/shoes');
  expect(sendable('https://a.example/#/shoes', false)).toBe('https://a.example/');
  expect(sendable('https://a.example/#access_token=secret', true)).toBe('https://a.example/');
});

test.prop([fc.webUrl({ withQueryParameters: true, withFragments: true })])('never more than was there, and the same again', (address) => {
  const sent = sendable(address, true);
  expect(new URL(sent).pathname).toBe(new URL(address).pathname);
  expect(sendable(sent, true)).toBe(sent);
});
