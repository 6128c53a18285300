import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../core/testing/app.ts';
import { addPerson, type Person } from '../../../../core/testing/fixtures.ts';
import { addCounts } from '../../../../tests/support/day-counts.ts';
import { putLead } from '../../../../tests/support/put-lead.ts';

/** A Monday morning in Chicago, just past seven: the week before is over. */
const MONDAY = '2026-11-23T13:00:30Z';

let app: TestApp;
let owner: Person;
let client: Person;
beforeAll(async () => {
  // Nobody works but when told: what is asked for twice is asked for before it is sent.
  app = await startTestApp({ config: { roles: ['web'] } });
  owner = app.fixtures.a.owner;
  client = app.fixtures.a.clients[0]!.user;
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clockOffset = new Date('2026-11-18T18:00:00Z').getTime() - Date.now();
  await app.asOwner(
    'delete from reports_delivery; delete from reports_schedule; delete from core_mail; delete from leads_lead; delete from leads_day',
  );
});

const at = (instant: string): void => void (app.clockOffset = new Date(instant).getTime() - Date.now());
async function campaign(fields: object = {}): Promise<number> {
  const answer = await app.call('POST', '/api/leadspeek/client/create', owner, {
    body: {
      companyID: client.tenant.id,
      leadspeekType: 'local',
      campaignName: 'Spring',
      urlCode: 'https://shop.example/',
      timezone: 'America/Chicago',
      reportSentTo: [client.email],
      ...fields,
    },
  });
  expect(answer.status, answer.text).toBe(200);
  const id = answer.body.leadspeek_api_id as number;
  await app.kernel.platform('campaigns_campaign').where({ id }).update({ status: 'active' });
  return id;
}
const leadOf = (id: number, name: string, when: string) =>
  putLead(app, { client: client.tenant, campaign: id, name, cents: 150, at: new Date(when) });
/** What the clock, and then the workers, do. */
async function pass(): Promise<void> {
  await app.tick('reports.begin');
  await app.settle();
}
interface Mail {
  recipient: string;
  subject: string;
  body: string;
  filename: string | null;
  content: string | null;
}
const mails = (): Promise<Mail[]> =>
  app.kernel
    .platform('core_mail as m')
    .leftJoin('core_mail_attachment as a', 'a.mail_id', 'm.id')
    .orderBy('m.recipient')
    .select('m.recipient', 'm.subject', 'm.body', 'a.filename', 'a.content');
const fileOf = ({ content }: Mail): string => Buffer.from(content!, 'base64').toString();
const deliveries = async (id: number, as = client) =>
  (await app.call('GET', `/api/reports/campaigns/${id}/deliveries`, as)).body.data as {
    id: string;
    recipient: string;
    state: string;
    note: string;
  }[];

describe('the report of a campaign', () => {
  test('goes out when its week is over: with the list to whom has an account, in counts to whom has none', async () => {
    const id = await campaign({ reportSentTo: [client.email, 'boss@outside.example'] });
    await leadOf(id, 'sunday', '2026-11-16T05:59:00Z'); // before midnight of Monday in Chicago
    await leadOf(id, 'monday', '2026-11-16T06:00:00Z');
    await leadOf(id, 'ada', '2026-11-23T05:59:00Z'); // the last minute of its Sunday
    await addCounts(app.kernel.platform, [{ campaign_id: id, company_id: client.tenant.id, day: '2026-11-16', outcomes: { lead: 2 } }]);
    at('2026-11-23T12:59:00Z');
    await pass();
    expect(await mails()).toEqual([]);
    at(MONDAY);
    await pass();
    const [outsider, insider] = (await mails()).toSorted((a, b) => Number(b.filename === null) - Number(a.filename === null));
    expect(insider).toMatchObject({ recipient: client.email, filename: 'leads-2026-11-23.csv' });
    expect(insider!.subject).toContain('Report of Spring: ');
    expect(insider!.body).toContain('America/Chicago');
    const rows: Record<string, string>[] = parse(fileOf(insider!), { bom: true, columns: true });
    expect(rows.map((row) => row['First name'])).toEqual(['ada', 'monday']);
    expect(outsider).toMatchObject({ recipient: 'boss@outside.example', filename: null });
    expect(outsider!.body).toContain('Leads: 2');
    expect(outsider!.body).not.toContain('ada');
    expect(outsider!.body).toContain(`/leads?f-campaignId=${id}&f-period=2026-11-16..2026-11-22`);
    expect((await deliveries(id)).map(({ recipient, state, note }) => [recipient, state, note]).sort()).toEqual([
      ['boss@outside.example', 'sent', 'Counts only: this address has no account'],
      [client.email, 'sent', 'With the file'],
    ]);
    expect(await deliveries(id, app.fixtures.a.clients[1]!.user)).toEqual([]);
    expect(await deliveries(id, app.fixtures.b.owner)).toEqual([]);
  });

  test.each([
    ['Excel', 'xlsx', 'PK'],
    ['PDF', 'pdf', '%PDF'],
  ])('is a file of the kind that reportType says: %s', async (reportType, extension, magic) => {
    const id = await campaign({ reportType });
    await leadOf(id, 'ada', '2026-11-17T12:00:00Z');
    at(MONDAY);
    await pass();
    const [mail] = await mails();
    expect(mail!.filename).toBe(`leads-2026-11-23.${extension}`);
    expect(Buffer.from(mail!.content!, 'base64').toString('latin1').slice(0, magic.length)).toBe(magic);
  });

  test('says that the leads are in the Google Sheet where the campaign has one, and only there', async () => {
    const without = await campaign({ reportType: 'GoogleSheet' });
    const id = await campaign({ reportType: 'GoogleSheet' });
    // Those who hear of new campaigns make sheets for them where an account is connected; here none is yet.
    await app.settle();
    const company_id = client.tenant.id;
    const [account] = (await app.kernel
      .platform('connector_google_sheets_account')
      .insert({ company_id, created_by: null, email: 'a@google.example', token: 'sealed', state: 'ok' })
      .returning('id')) as { id: number }[];
    await app.kernel
      .platform('connector_google_sheets_sheet')
      .insert({ company_id, campaign_id: id, account_id: account!.id, account_state: 'ok', name: 'Spring', columns: '[]' });
    at(MONDAY);
    await pass();
    expect((await deliveries(without)).map(({ note }) => note)).toEqual(['With a link: the campaign has no Google Sheet']);
    expect((await deliveries(id)).map(({ note }) => note)).toEqual(['With a link: leads are in the Google Sheet']);
    expect((await mails()).filter(({ body }) => body.includes('This campaign has no Google Sheet yet.'))).toHaveLength(1);
  });

  test('goes out once, however many processes look, and again only when somebody asks', async () => {
    const id = await campaign();
    at(MONDAY);
    await Promise.all(Array.from({ length: 6 }, () => pass()));
    await app.kernel.platform('reports_schedule').update({ next_at: new Date('2026-11-23T13:00:00Z') }); // as if who began it had died before
    await pass();
    expect(await mails()).toHaveLength(1);
    const [sent] = await deliveries(id);
    const resend = () => app.call('POST', `/api/reports/deliveries/${sent!.id}/resend`, client);
    expect((await resend()).body.message).toContain(client.email);
    await resend(); // a double click
    await app.settle();
    expect(await mails()).toHaveLength(2);
    await resend(); // and one whose mail was written in between
    await app.settle();
    expect(await mails()).toHaveLength(2);
    await app.kernel
      .platform('reports_delivery')
      .where({ id: sent!.id })
      .update({ try_at: new Date(Date.now() - 61_000) });
    await resend();
    await app.settle();
    expect(await mails()).toHaveLength(3);
    expect((await app.call('POST', `/api/reports/deliveries/${sent!.id}/resend`, app.fixtures.b.owner)).status).toBe(404);
  });

  test('leaves out who lost access or wants no notices, and says so on the page of the campaign', async () => {
    const gone = await addPerson(app.kernel, client.tenant, 'client', 'gone@client.example');
    const id = await campaign({ reportSentTo: [gone.email] });
    await app.kernel.platform('core_account').where({ id: gone.id }).update({ status: 'suspended' });
    at(MONDAY);
    await pass();
    expect(await mails()).toEqual([]);
    expect(await deliveries(id)).toMatchObject([{ state: 'left_out', note: 'This person can no longer see the report.' }]);
    await app.kernel
      .platform('core_account')
      .where({ id: gone.id })
      .update({ status: 'active', rights: JSON.stringify({}) });
    await app.call('POST', `/api/reports/deliveries/${(await deliveries(id))[0]!.id}/resend`, client);
    await app.settle();
    expect(await mails()).toEqual([]);
  });

  test('says that it failed when the mail server refuses it', async () => {
    const id = await campaign();
    at(MONDAY);
    await pass();
    await app.kernel.platform('core_mail').update({ state: 'failed' });
    expect(await deliveries(id)).toMatchObject([{ state: 'failed', note: expect.stringContaining('refused') as string }]);
    expect((await app.call('GET', `/api/reports/campaigns/${id}/schedule`, client)).body).toMatchObject({
      state: 'failed',
      frequency: 'weekly',
    });
  });

  test('keeps phone numbers from people of the client where the agency said so, and not from the agency', async () => {
    const id = await campaign({ reportSentTo: [client.email, owner.email], clientHidePhone: 'T' });
    const lead = await leadOf(id, 'ada', '2026-11-17T12:00:00Z');
    await app.kernel.platform('leads_lead').where({ id: lead }).update({ phone: '+13125550199' });
    at(MONDAY);
    await pass();
    const files = new Map((await mails()).map((mail) => [mail.recipient, fileOf(mail)]));
    expect(files.get(client.email)).not.toContain('+13125550199');
    expect(files.get(owner.email)).toContain('+13125550199');
  });

  test('is off where the campaign says never, and begins anew with another frequency', async () => {
    const id = await campaign({ reportFrequency: 'never' });
    at(MONDAY);
    await pass();
    expect(await mails()).toEqual([]);
    const put = (fields: object) => app.call('PUT', '/api/leadspeek/client/update', owner, { body: { leadspeekID: id, ...fields } });
    expect((await put({ reportFrequency: 'hourly' })).status).toBe(422);
    expect((await put({ reportFrequency: 'daily' })).status).toBe(200);
    expect((await app.call('GET', `/api/leadspeek/getcampaign/${id}`, owner)).body.reportFrequency).toBe('daily');
    at('2026-11-24T13:00:30Z');
    await pass();
    expect((await mails())[0]!.body).toContain('Nov 23, 2026');
  });
});

describe('a saved report', () => {
  const save = (body: object, as = owner) => app.call('POST', '/api/reports/schedules', as, { body });
  const weekly = { frequency: 'weekly', format: 'CSV' };

  test('goes to the people who were chosen, each with what they may see, narrowed as it was shown', async () => {
    const id = await campaign({ reportFrequency: 'never' });
    await addCounts(app.kernel.platform, [
      { campaign_id: id, company_id: client.tenant.id, day: '2026-11-17', outcomes: { lead: 3 }, retail_cents: 450, wholesale_cents: 120 },
    ] as never);
    const answer = await save({ ...weekly, report: 'spend', companyId: String(client.tenant.id), recipients: [owner.id, client.id] });
    expect(answer.status, answer.text).toBe(200);
    at(MONDAY);
    await pass();
    const files = new Map((await mails()).map((mail) => [mail.recipient, fileOf(mail)]));
    expect(files.get(owner.email)).toContain('Margin');
    expect(files.get(client.email)).not.toContain('Margin');
    expect(files.get(client.email)).toContain('4.50');
    const list = (await app.call('GET', '/api/reports/schedules', owner)).body.data;
    expect(list[0]).toMatchObject({ report: 'Spend by day and campaign', state: 'sent', saved: 'running', frequency: 'weekly' });
    expect(list[0].narrowed).toContain(client.tenant.name);
  });

  test('is listed before those of campaigns, of which only those with recipients are, a page at a time', async () => {
    const frequency = { reportFrequency: 'weekly' };
    const first = await campaign(frequency);
    const second = await campaign(frequency);
    await campaign({ ...frequency, reportSentTo: [] });
    await campaign({ reportFrequency: 'never' });
    await save({ ...weekly, report: 'spend', recipients: [owner.id] });
    const listed = async (query = '') => {
      const { data, total } = (await app.call('GET', `/api/reports/schedules${query}`, owner)).body;
      return [data.map((row: { campaignId: number | null }) => row.campaignId), total];
    };
    expect(await listed()).toEqual([[null, second, first], 3]);
    expect(await listed('?PerPage=2&Page=2')).toEqual([[first], 3]);
  });

  test('may not be one that its maker may not have, nor go to strangers', async () => {
    expect((await save({ ...weekly, report: 'analytics', recipients: [owner.id] })).status).toBe(403);
    expect((await save({ ...weekly, report: 'nothing', recipients: [owner.id] })).status).toBe(403);
    for (const recipients of [[app.fixtures.b.owner.id], [], [2_000_000_000]])
      expect((await save({ ...weekly, report: 'spend', recipients })).status, JSON.stringify(recipients)).toBe(422);
    expect((await save({ ...weekly, report: 'spend', recipients: [owner.id] }, client)).status).toBe(422);
    expect((await save({ ...weekly, report: 'spend', product: 'nothing', recipients: [owner.id] })).status).toBe(422);
  });

  test('is paused, goes on with the next period, is changed and removed, by its own company alone', async () => {
    const { id } = (await save({ ...weekly, report: 'spend', recipients: [owner.id] })).body;
    const call = (method: 'POST' | 'PUT' | 'DELETE', path: string, as = owner, body?: object) =>
      app.call(method, `/api/reports/schedules/${id}${path}`, as, body ? { body } : {});
    for (const stranger of [app.fixtures.b.owner, client]) expect((await call('POST', '/pause', stranger)).status).toBe(404);
    expect((await call('PUT', '', owner, { frequency: 'daily', format: 'Excel', recipients: [owner.id] })).status).toBe(200);
    expect((await call('POST', '/pause')).status).toBe(200);
    at(MONDAY);
    await pass();
    expect(await mails()).toEqual([]);
    expect((await call('POST', '/resume')).status).toBe(200);
    await pass();
    expect(await mails()).toEqual([]);
    at('2026-11-24T13:00:30Z');
    await pass();
    expect((await mails())[0]!.filename).toContain('.xlsx');
    expect((await call('DELETE', '')).status).toBe(200);
    expect((await app.call('GET', '/api/reports/schedules', owner)).body.data).toEqual([]);
  });

  test('of all agencies goes to operators with the permission alone', async () => {
    const { operator, root } = app.fixtures;
    const deputy = await addPerson(app.kernel, root, 'administrator', 'deputy@root.example', true);
    const answer = await save({ ...weekly, report: 'analytics', recipients: [operator.id, deputy.id] }, operator);
    expect(answer.status, answer.text).toBe(200);
    at(MONDAY);
    await pass();
    expect(await mails()).toMatchObject([{ recipient: operator.email, filename: 'report-analytics-2026-11-23.csv' }]);
    const { data } = (await app.call('GET', `/api/reports/schedules/${answer.body.id}/deliveries`, operator)).body;
    expect(data).toMatchObject([
      { recipient: deputy.email, state: 'left_out' },
      { recipient: operator.email, state: 'sent' },
    ]);
    expect((await app.call('GET', '/api/reports/schedules', owner)).body.data).toEqual([]);
  });
});

test('a report that is more than a week late is left out, and the list says which', async () => {
  const id = await campaign();
  at('2026-12-03T13:00:00Z');
  await pass();
  expect(await mails()).toEqual([]);
  await pass();
  expect(await mails()).toHaveLength(1); // of the week that ended last
  expect((await deliveries(id)).map(({ state, note }) => [state, note])).toContainEqual(['left_out', 'More than a week late: left out.']);
});
