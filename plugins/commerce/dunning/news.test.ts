import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { AgencyFixtures, Person } from '../../../core/testing/fixtures.ts';
import type { Operation } from '../../money/payments/contract.ts';
import { ArrearsFixtures } from '../../../tests/support/arrears-fixtures.ts';
import { until } from '../../../tests/support/until.ts';
import { Dunning, type DunningApi } from './contract.ts';
import plugin from './index.ts';

/** Open browsers read anew what they may do whenever an answer or the live stream shows a later version of what is configured. */
let app: TestApp;
let fixtures: ArrearsFixtures;
let client: AgencyFixtures['clients'][number];
beforeAll(async () => {
  app = await startTestApp({ plugins: [plugin] });
  fixtures = new ArrearsFixtures(app, app.fixtures.a);
  client = app.fixtures.a.clients[0]!;
  await fixtures.connect();
  fixtures.to('2027-03-10T12:00');
});
afterAll(() => app.close());

const versionOf = ({ headers }: { headers: Headers }): number => Number(headers.get('x-config-version')!.split('.')[1]);
const bootstrap = async (who: Person) => (await app.call('GET', '/api/ui/bootstrap', who)).body;
const access = async (who: Person) =>
  (await bootstrap(who)).pages.find((p: { path: string }) => p.path === '/siteid/dashboard')?.access as { open: boolean };

/** What the browser of somebody hears while `work` is done: the versions that the live stream names. */
async function heardBy(who: Person, work: () => Promise<unknown>): Promise<number[]> {
  const stream = new AbortController();
  const authorization = `Bearer ${await app.tokenOf(who)}`;
  const response = await fetch(`${app.url}/api/live`, { headers: { authorization }, signal: stream.signal });
  let text = '';
  const reading = (async () => {
    for await (const chunk of response.body!) text += Buffer.from(chunk).toString();
  })().catch(() => undefined);
  const versions = () => [...text.matchAll(/"version":"\d+\.(\d+)"/g)].map((m) => Number(m[1]));
  await until(() => versions().length > 0);
  const [before] = versions();
  await work();
  await until(() => versions().some((version) => version > before!));
  stream.abort();
  await reading;
  return versions();
}
/** Whether the person's browser is told when something is done, by stream and by the next answer, and if it then finds the dashboard open. */
async function news(who: Person, work: () => Promise<unknown>): Promise<{ told: boolean; open: boolean }> {
  const before = versionOf(await app.call('GET', '/api/ui/bootstrap', who));
  const heard = (await heardBy(who, work)).at(-1)!;
  const answered = versionOf(await app.call('GET', '/api/dunning/owed', who));
  return { told: heard > before && answered > before, open: (await access(who)).open };
}
const CLOSED = { told: true, open: false };
const OPEN = { told: true, open: true };

test('an agency that failed hears of it, and that it is restored', async () => {
  const { owner, tenant } = app.fixtures.a;
  const operation = { id: 'first', companyId: tenant.id, kind: 'agency', subject: 'first', amountCents: 5_000 } as Operation;
  const inside = (work: (dunning: DunningApi) => Promise<void>) => app.inside(tenant, 'dunning', (ctx) => work(ctx.use(Dunning)));
  expect(await news(owner, () => inside((dunning) => dunning.agencyFailed(tenant.id, operation)))).toEqual(CLOSED);
  expect(await news(owner, () => fixtures.at('2027-03-13T12:01'))).toEqual(CLOSED);
  expect(await news(owner, () => inside((dunning) => dunning.agencyPaid(tenant.id)))).toEqual(OPEN);
});

test('so does a client, also when it is suspended', async () => {
  await fixtures.card(client.tenant, 'declined');
  expect((await fixtures.setActive(await fixtures.campaign(client, 'Shop'))).status).toBe(200);
  expect(await news(client.user, () => fixtures.bill(client))).toEqual(CLOSED);
  expect(await news(client.user, () => fixtures.at('2027-03-28T00:01'))).toEqual(CLOSED);
  const paying = async (): Promise<void> => {
    await fixtures.card(client.tenant, 'approved');
    await app.settle();
  };
  expect(await news(client.user, paying)).toEqual(OPEN);
});

test('further failures and tries of arrears that are open tell browsers nothing', async () => {
  await fixtures.card(client.tenant, 'declined');
  expect((await fixtures.setActive(await fixtures.campaign(client, 'Other'))).status).toBe(200);
  await fixtures.bill(client);
  await until(async () => !(await app.kernel.features.isStale()));
  const before = app.kernel.features.versionFor(client.tenant);
  const tries = await fixtures.tries(client);
  await fixtures.at('2027-03-29T10:00');
  expect(await fixtures.tries(client)).toBe(tries + 1);
  expect(await app.kernel.features.isStale()).toBe(false);
  expect(versionOf(await app.call('GET', '/api/dunning/owed', client.user))).toBe(before);
});
