import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { roles: ['web'], trustedHops: 1 } });
});
afterAll(() => app.close());

test('what strangers were counted by does not stay for ever', async () => {
  const rows = () => app.kernel.platform('core_rate').where('key', 'like', 'white-label.domain-info:%').pluck('key');
  const ask = (from: string) =>
    app.call('POST', '/api/getdomainorsubinfo', null, { body: { domainorsub: 'x' }, headers: { 'x-forwarded-for': from } });
  await Promise.all(Array.from({ length: 20 }, (_, n) => ask(`198.51.100.${n}`)));
  await app.kernel.platform('core_rate').update({ expire: Date.now() - 1_000 });
  await ask('192.0.2.1');
  expect(await rows()).toHaveLength(21);
  const { run } = app.kernel.registry.jobs.get('core.retention')!.def;
  await app.inside(app.fixtures.root, 'core', (ctx) => run(ctx, {}), 'intent');
  expect(await rows()).toEqual(['white-label.domain-info:192.0.2.1']);
});
