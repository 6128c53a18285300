import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const headersOf = async (path: string, encoding: string): Promise<Headers> => {
  const answer = await app.call('GET', path, app.fixtures.a.owner, { headers: { 'accept-encoding': encoding } });
  expect(answer.status).toBe(200);
  return answer.headers;
};

test('what describes screens is packed for those who can unpack it, and no other answer is', async () => {
  const packed = await headersOf('/api/ui/bootstrap', 'gzip');
  expect([packed.get('content-encoding'), packed.get('vary')?.toLowerCase()]).toEqual(['gzip', expect.stringContaining('accept-encoding')]);
  expect((await headersOf('/api/ui/bootstrap', 'identity')).get('content-encoding')).toBeNull();
  expect((await headersOf('/api/clients', 'gzip')).get('content-encoding')).toBeNull();
});
