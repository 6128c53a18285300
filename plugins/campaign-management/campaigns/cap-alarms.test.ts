import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { Campaigns } from './contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const campaign = async (fields: object): Promise<number> => {
  const { a } = app.fixtures;
  const answer = await app.call('POST', '/api/leadspeek/client/create', a.owner, {
    body: { companyID: a.clients[0]!.tenant.id, leadspeekType: 'local', campaignName: 'Shop', CostSet: '2', ...fields },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.leadspeek_api_id;
};
const take = (id: number, leads: number): Promise<number> =>
  app.inside(app.fixtures.a.tenant, 'campaigns', (ctx) => ctx.use(Campaigns).reserveQuota(id, leads, ctx.now));
/** What was mailed since the last look, as recipient and subject. */
async function mails(): Promise<string[]> {
  const rows = (await app.kernel
    .platform('core_mail')
    .whereLike('subject', '%of the limit used')
    .orderBy('id')
    .returning(['recipient', 'subject'])
    .delete()) as {
    recipient: string;
    subject: string;
  }[];
  return rows.map(({ recipient, subject }) => `${recipient} ${subject}`).toSorted();
}
const both = (percent: number): string[] =>
  [app.fixtures.a.owner.email, app.fixtures.a.clients[0]!.user.email].map((to) => `${to} Shop: ${percent}% of the limit used`).toSorted();

test('client and agency are told at 50, 80 and 100 percent of a lead cap, once each in a window, and of the highest alone', async () => {
  const id = await campaign({ LimitLead: 10, LimitLeadFreq: 'day' });
  await take(id, 4);
  expect(await mails()).toEqual([]);
  await Promise.all(Array.from({ length: 3 }, () => take(id, 1)));
  expect(await mails()).toEqual(both(50));
  await take(id, 5);
  expect(await mails()).toEqual(both(100));
  await take(id, 5);
  expect(await mails()).toEqual([]);
  app.clockOffset = 86_400_000;
  await take(id, 8);
  expect(await mails()).toEqual(both(80));
  app.clockOffset = 0;
});

test('and of a money ceiling, which is used up when no lead fits any more', async () => {
  const id = await campaign({ CostMaxLead: '9' });
  await take(id, 2);
  expect(await mails()).toEqual([]);
  await take(id, 1);
  expect(await mails()).toEqual(both(50));
  await take(id, 9);
  expect(await mails()).toEqual(both(100));
});

test('a campaign without caps is never told of', async () => {
  await take(await campaign({}), 50);
  expect(await mails()).toEqual([]);
});

test('what was told of stands on the screens of both until the next window, with the way to change it', async () => {
  const { a, b } = app.fixtures;
  await app.kernel.platform('campaigns_campaign').update({ status: 'ended' });
  const ids: number[] = [];
  for (const fields of [{ LimitLead: 10, LimitLeadFreq: 'day' }, { LimitLead: 10, LimitLeadFreq: 'day' }, { CostMaxLead: '9' }])
    ids.push(await campaign(fields));
  const [first, second, money] = ids as [number, number, number];
  for (const [id, name] of [
    [first, 'First'],
    [second, 'Second'],
    [money, 'Money'],
  ] as const)
    await app.kernel.platform('campaigns_campaign').where({ id }).update({ status: 'active', name });
  const use = async (as: Person) => {
    const { data } = (await app.call('GET', '/api/attention', as)).body as {
      data: { id: string; text: string; remedy: { address: string } }[];
    };
    return Object.fromEntries(data.filter(({ id }) => id.startsWith('campaigns.limit.')).map((item) => [item.id.slice(16), item]));
  };
  const named = (text: string) => expect.objectContaining({ text: expect.stringMatching(new RegExp(`^${text}`)) });
  expect(await use(a.owner)).toEqual({});
  await take(first, 5);
  await take(second, 8);
  await take(money, 4);
  for (const reader of [a.owner, a.clients[0]!.user])
    expect(await use(reader)).toEqual({ half: named('First'), most: named('Second'), all: named('Money') });
  for (const stranger of [a.clients[1]!.user, b.owner]) expect(await use(stranger)).toEqual({});
  expect((await use(a.owner))['all']?.remedy.address).toBe(`/siteid/campaign-management/${money}?tab=settings`);
  // Sessions end long before; the window is what counts.
  await app.kernel.platform('campaigns_window').update({ starts_on: app.kernel.platform.raw(`starts_on - interval '40 days'`) });
  expect(await use(a.owner)).toEqual({});
});
