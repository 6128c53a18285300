import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test.each(['en', 'ar'] as const)('no two columns of a file of leads have the same name, whatever is installed (%s)', async (language) => {
  const file = await app.call('GET', '/api/reports/leads.csv', app.fixtures.a.owner, { headers: { 'accept-language': language } });
  const [headings] = parse(file.text, { bom: true });
  expect(headings!.length).toBeGreaterThan(50);
  expect(headings!.filter((heading, index) => headings!.indexOf(heading) !== index)).toEqual([]);
});
