import { expect, test } from 'vitest';
import { mailParams } from './plain-text.ts';

test.for([
  ['Ada https://evil.example/x', 'Ada https evil. example/x'],
  ['www.evil.example', 'www. evil. example'],
  ['evil\u3002example', 'evil. example'],
  ['Ada\r\nBcc: all@evil.example', 'Ada Bcc: all@evil. example'],
  ['Ada\u202egnp.exe\u2028next', 'Ada gnp. exe next'],
  ['Dr. J.R. Smith', 'Dr. J.R. Smith'],
  ['x'.repeat(200), `${'x'.repeat(79)}…`],
] as const)('a name %j stands in a mail as %j', ([name, shown]) => expect(mailParams({ name })).toEqual({ name: shown }));

test('what plugins say is a name is cut like one, everything else later', () => {
  const long = 'x'.repeat(500);
  expect(mailParams({ ship: long }, ['ship'])['ship']).toHaveLength(80);
  expect(mailParams({ ship: long })['ship']).toHaveLength(400);
});

test('amounts, dates, addresses, domains and the link of the template stay as they are', () => {
  const params = {
    amount: '$1,200.50',
    day: '2026-11-22',
    email: 'a@b.example',
    domain: 'leads.acme.example',
    link: 'https://a.example/x?y=1',
  };
  expect(mailParams(params)).toEqual(params);
});

test('only what has the shape of an address or domain keeps its dots', () =>
  expect(mailParams({ email: 'see https://evil.example', domain: 'go to evil.example' })).toEqual({
    email: 'see https evil. example',
    domain: 'go to evil. example',
  }));
