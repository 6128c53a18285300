import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../core/testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('a document that comes with the product is built in and has no number', async () => {
  const { operator } = app.fixtures;
  const read = async (path: string, locale: string) =>
    (await app.call('GET', `/api/connector-documents${path}`, operator, { headers: { 'accept-language': locale } })).body;
  const list = (await read('', 'en')).data;
  expect(list.map((row: { version_name: string }) => row.version_name)).toEqual(['Built in', 'Built in']);
  expect((await read('/slack-alerts', 'ar')).version_name).toBe('مدمج');
  expect((await read('/slack-alerts/versions', 'en')).data).toMatchObject([{ version: 0, version_name: 'Built in', state: 'current' }]);
});
