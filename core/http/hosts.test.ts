import { expect, test } from 'vitest';
import { hostName } from './hosts.ts';

test.for([
  ['shop.example', 'shop.example'],
  ['Shop.Example:8443', 'shop.example'],
  ['localhost:3000', 'localhost'],
  ['a', 'a'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['127.0.0.1:80', '127.0.0.1'],
] as const)('%s is the host %s', ([header, host]) => expect(hostName(header)).toBe(host));

test.for([
  undefined,
  '',
  ' ',
  'shop.example/evil',
  'shop.example, evil.example',
  'user@shop.example',
  'shop.example:80:80',
  'shop.example:port',
  'shop example',
  '-shop.example',
  '.shop.example',
  'shop.example\r\nx: y',
  '[::1]:80',
  'bücher.example',
  'a'.repeat(254),
  'shop.example#x',
  'shop.example?x',
  '../etc',
])("%j is nobody's host", (header) => expect(hostName(header)).toBeNull());
