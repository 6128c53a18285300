import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { addPerson, type Person } from '../../../core/testing/fixtures.ts';
import { Campaigns } from './contract.ts';

let app: TestApp;
let owner: Person;
let client: Person;
let told: number;
let untold: Person;
beforeAll(async () => {
  app = await startTestApp();
  owner = app.fixtures.a.owner;
  client = app.fixtures.a.clients[0]!.user;
  untold = await addPerson(app.kernel, app.fixtures.a.tenant, 'administrator', 'untold@agency-a.example');
  const made = await app.call('POST', '/api/administrators', owner, {
    body: { ClientFullName: 'Told Teller', ClientEmail: 'told@agency-a.example', adminGetNotification: 'T' },
  });
  expect(made.status, made.text).toBe(200);
  told = made.body.id;
  // Who was only invited is told of nothing yet.
  await app.kernel.platform('core_account').where({ id: told }).update({ status: 'active' });
});
afterAll(() => app.close());
beforeEach(() => app.kernel.platform('core_mail').whereLike('subject', '%new leads%').delete());

const campaign = async (fields: object = {}): Promise<number> => {
  const answer = await app.call('POST', '/api/leadspeek/client/create', owner, {
    body: {
      companyID: client.tenant.id,
      leadspeekType: 'local',
      campaignName: 'Shop',
      leadsAmountNotification: 10,
      reportSentTo: 'desk@client.example',
      ...fields,
    },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.leadspeek_api_id;
};
const update = (id: number, fields: object, as = owner) =>
  app.call('PUT', '/api/leadspeek/client/update', as, { body: { leadspeekID: id, ...fields } });
const take = async (id: number, leads: number): Promise<void> => {
  await app.inside(app.fixtures.a.tenant, 'campaigns', (ctx) => ctx.use(Campaigns).reserveQuota(id, leads, ctx.now));
  await app.settle();
};
const mails = async (): Promise<[string, string][]> =>
  (
    (await app.kernel.platform('core_mail').whereLike('subject', '%new leads%').orderBy('id').select('recipient', 'subject')) as {
      recipient: string;
      subject: string;
    }[]
  ).map((m) => [m.recipient, m.subject]);

describe('a mail of new leads', () => {
  test('goes out after each so many leads, once, to the recipients of the campaign', async () => {
    const id = await campaign({ adminNotifyTo: [told] });
    await take(id, 9);
    expect(await mails()).toEqual([]);
    await take(id, 2);
    expect(await mails()).toEqual([
      ['told@agency-a.example', 'Shop: 10 new leads'],
      ['desk@client.example', 'Shop: 10 new leads'],
    ]);
    await app.settle();
    await take(id, 8);
    expect(await mails()).toHaveLength(2);
    await take(id, 26);
    expect((await mails()).slice(2)).toEqual([
      ['told@agency-a.example', 'Shop: 30 new leads'],
      ['desk@client.example', 'Shop: 30 new leads'],
    ]);
  });

  test('is one, however many workers look at once', async () => {
    const id = await campaign();
    await app.inside(app.fixtures.a.tenant, 'campaigns', async (ctx) => void (await ctx.use(Campaigns).reserveQuota(id, 10, ctx.now)));
    await Promise.all(Array.from({ length: 8 }, () => app.settle()));
    expect(await mails()).toEqual([['desk@client.example', 'Shop: 10 new leads']]);
  });

  test('is none without a number, and a new number counts from then on', async () => {
    const id = await campaign({ leadsAmountNotification: 0 });
    await take(id, 25);
    expect((await update(id, { leadsAmountNotification: 5 })).status).toBe(200);
    await app.settle();
    await take(id, 4);
    expect(await mails()).toEqual([]);
    await take(id, 1);
    expect(await mails()).toEqual([['desk@client.example', 'Shop: 5 new leads']]);
  });

  test('is none where somebody has chosen a larger number, or removed the campaign, before it was sent', async () => {
    const [changed, removed] = [await campaign(), await campaign()];
    await app.inside(app.fixtures.a.tenant, 'campaigns', async (ctx) => {
      for (const id of [changed, removed]) await ctx.use(Campaigns).reserveQuota(id, 10, ctx.now);
      await ctx.db('campaigns_campaign').where({ id: changed }).update({ notify_every: 20 });
      await ctx.db('campaigns_campaign').where({ id: removed }).update({ status: 'removed' });
    });
    await app.settle();
    expect(await mails()).toEqual([]);
    await take(changed, 10);
    expect(await mails()).toEqual([['desk@client.example', 'Shop: 20 new leads']]);
    expect(await app.kernel.platform('campaigns_campaign').where({ notice_due: true })).toEqual([]);
  });

  test('does not reach who asked for no notices, nor those who left the agency', async () => {
    const person = client.email;
    await app.kernel.platform('core_account').where({ id: told }).update({ status: 'suspended' });
    await app.kernel.platform('clients_profile').where({ company_id: client.tenant.id }).update({ mutes_notices: true });
    const id = await campaign({ reportSentTo: [person] });
    await app.kernel
      .platform('campaigns_campaign')
      .where({ id })
      .update({ admin_notify_to: [told] });
    await take(id, 10);
    expect(await mails()).toEqual([]);
    await app.kernel.platform('clients_profile').where({ company_id: client.tenant.id }).update({ mutes_notices: false });
    await app.kernel.platform('core_account').where({ id: told }).update({ status: 'active' });
  });
});

describe('who of the agency is told', () => {
  test('is said by the agency, among those who get notifications', async () => {
    const options = await app.call('GET', '/api/campaigns/told-options', owner);
    expect(options.body.options).toEqual([{ value: told, label: 'Told Teller (told@agency-a.example)' }]);
    expect((await app.call('GET', '/api/campaigns/told-options', client)).status).toBe(403);
    const id = await campaign();
    for (const adminNotifyTo of [[untold.id], [app.fixtures.b.owner.id], [2_000_000_000], 'somebody', ['1.5']])
      expect((await update(id, { adminNotifyTo })).body.errors, String(adminNotifyTo)).toMatchObject([
        { field: 'adminNotifyTo', message: 'Please choose people of the agency who receive notifications.' },
      ]);
    expect((await update(id, { adminNotifyTo: `${told}, ${told}` })).status).toBe(200);
    expect((await app.call('GET', `/api/leadspeek/getcampaign/${id}`, owner)).body.adminNotifyTo).toEqual([told]);
  });

  test('may be sent by a client as it stands, and in no other way', async () => {
    const id = await campaign({ adminNotifyTo: [told] });
    expect((await update(id, { adminNotifyTo: [told] }, client)).status).toBe(200);
    expect((await update(id, { adminNotifyTo: [] }, client)).body.errors).toMatchObject([{ field: 'adminNotifyTo' }]);
  });
});

test('the name of a campaign is cut in mails like any other name, whoever writes', async () => {
  const to = 'cut@client.example';
  await app.inside(app.fixtures.a.tenant, 'campaigns', (ctx) =>
    ctx.mail({
      to,
      subject: 'campaigns.mail.alarm.subject',
      text: 'campaigns.mail.alarm.text',
      params: { campaign: 'x'.repeat(200), percent: '80', link: 'https://a.example' },
      texts: { cap: { key: 'campaigns.alarm.money', params: { limit: '$5.00' } } },
    }),
  );
  const { subject } = await app.kernel.platform('core_mail').where({ recipient: to }).first('subject');
  expect(subject).toBe(`${'x'.repeat(79)}…: 80% of the limit used`);
});
