import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { Campaigns } from './contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const campaign = async (fields: object): Promise<number> => {
  const { a } = app.world;
  const answer = await app.call('POST', '/api/leadspeek/client/create', a.owner, {
    body: { companyID: a.clients[0]!.tenant.id, leadspeekType: 'local', campaignName: 'Shop', CostSet: '2', ...fields },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.leadspeek_api_id;
};
const take = (id: number, leads: number): Promise<number> =>
  app.inside(app.world.a.tenant, 'campaigns', (ctx) => ctx.use(Campaigns).takePlaces(id, leads, ctx.now));
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
  [app.world.a.owner.email, app.world.a.clients[0]!.user.email].map((to) => `${to} Shop: ${percent}% of the limit used`).toSorted();

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
