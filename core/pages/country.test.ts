import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { countryOf } from './country.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test.each([
  ['America/Chicago', 'US'],
  ['America/Toronto', 'CA'],
  ['Europe/London', 'GB'],
  ['Europe/Berlin', 'DE'],
  ['Asia/Dubai', 'AE'],
  ['Asia/Calcutta', 'IN'],
  ['UTC', 'US'],
  ['Antarctica/Troll', 'US'],
  ['Nowhere/AtAll', 'US'],
])('%s lies in %s', (timezone, country) => expect(countryOf(timezone)).toBe(country));

test('every zone that a browser can name has a country, but those of no country', () => {
  const without = Intl.supportedValuesOf('timeZone').filter((zone) => countryOf(zone) === 'US' && !zone.startsWith('America/'));
  expect(without.filter((zone) => !/^(Antarctica|Pacific|Indian|Atlantic)\//.test(zone))).toEqual([]);
});

test('the browser is told the country of its zone for the numbers that are typed in it', async () => {
  const country = async (headers: Record<string, string>) =>
    (await app.call('GET', '/api/ui/bootstrap', null, { headers })).body.country as string;
  expect(await country({ 'x-timezone': 'Europe/Berlin' })).toBe('DE');
  expect(await country({ 'x-timezone': 'Mars/Base' })).toBe('US');
  expect(await country({})).toBe('US');
});
