import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Connectors } from '../../../core/contract.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import { ConnectorTrial } from '../../../tests/support/connector-trial.ts';
import plugin from './index.ts';
import { ZapierFake } from './zapier.fake.ts';

conformance(plugin);

let trial: ConnectorTrial;
let fake: ZapierFake;
beforeAll(async () => {
  fake = await new ZapierFake().start();
  trial = await ConnectorTrial.open('connector-zapier.catch-hook', { standIns: { 'hooks.zapier.com': fake.host } });
});
afterAll(async () => {
  await trial?.close();
  fake?.stop();
});
beforeEach(async () => {
  await trial.reset();
  fake.started.length = 0;
  fake.plan();
});

test('a lead starts the Zap once, and the id of the answer is kept', async () => {
  const id = await trial.connect({ url: fake.hook(1, 'a') });
  await trial.desk.send('Ada');
  expect(fake.started).toMatchObject([{ hook: 'a', body: { firstName: 'Ada', email: 'ada@example.com', isTest: false } }]);
  expect(await trial.log(id)).toMatchObject([{ state: 'delivered', ref: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
});

test.each([201, 204, 302, 400, 401, 404, 410, 413, 429, 500, 503])(
  '%i is no success and is tried again, and nothing is closed',
  async (status) => {
    const id = await trial.connect({ url: fake.hook(1, 'a') });
    fake.plan({ status });
    await trial.desk.send('Ada');
    expect(await trial.log(id)).toMatchObject([{ state: 'failed' }]);
    expect(await trial.desk.detail(id)).toMatchObject({ state: 'untested', enabled: 'T' });
    await trial.desk.skipPauses();
    expect(await trial.log(id)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
    expect(fake.started).toHaveLength(1);
  },
);

test('a hook is called at most 30 times a second, and nobody is limited there', async () => {
  await trial.connect({ url: fake.hook(1, 'a') });
  await trial.desk.send(...Array.from({ length: 40 }, (_, n) => `N${n}`));
  await trial.app.settle();
  expect([fake.started.length, fake.limited]).toEqual([40, 0]);
});

test('hooks of one account share its turns within a company alone', async () => {
  await trial.connect({ url: fake.hook(1, 'a') });
  await trial.connect({ url: fake.hook(1, 'b'), name: 'Second' });
  await trial.desk.send('Ada');
  // One for each hook, and one for the account of both.
  const isShared = `do $$ begin assert (select count(*) from integrations_turn) = 3; end $$`;
  await expect(trial.app.asOwner(isShared)).resolves.toBeUndefined();
});

test('a lead of more than 10 MB is refused here', async () => {
  const run = (size: number) =>
    trial.app.inside(trial.client.tenant, 'integrations', async (ctx) => {
      const connectors = ctx.use(Connectors);
      const connector = connectors.find('connector-zapier.catch-hook')!;
      const what = { action: 'send', input: { id: 'x', isTest: false }, fields: { note: 'x'.repeat(size) } };
      return connectors.run({ connector, what, auth: { url: fake.hook(1, 'a') }, deliveryId: 'd' });
    });
  expect(await run(10_000_000)).toMatchObject({ ok: false, then: 'reject', record: 'unfit' });
  expect(fake.started).toHaveLength(0);
  expect(await run(9_999_000)).toMatchObject({ ok: true });
});
