import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';

/** A Monday morning in Chicago, just past seven: the week before is over. */
const MONDAY = '2026-11-23T13:00:30Z';

let app: TestApp;
let operator: Person;
beforeAll(async () => {
  app = await startTestApp();
  operator = app.fixtures.operator;
  at('2026-11-18T18:00:00Z');
  const { a } = app.fixtures;
  const made = await app.call('POST', '/api/leadspeek/client/create', a.owner, {
    body: {
      companyID: a.clients[0]!.tenant.id,
      leadspeekType: 'local',
      campaignName: 'Spring',
      urlCode: 'https://shop.example/',
      timezone: 'America/Chicago',
    },
  });
  expect(made.status, made.text).toBe(200);
  await app.kernel.platform('campaigns_campaign').where({ id: made.body.leadspeek_api_id }).update({ status: 'active' });
});
afterAll(() => app.close());
const at = (instant: string): void => void (app.clockOffset = new Date(instant).getTime() - Date.now());

const linesOf = (text: string): Record<string, string>[] => parse(text, { bom: true, columns: true });
const file = (extension: string, query = '', as = operator) => app.call('GET', `/api/reports/agencies.${extension}${query}`, as);

test('the file says of every agency what the screen and the call say', async () => {
  const answer = await file('csv');
  expect(answer.status, answer.text).toBe(200);
  const lines = linesOf(answer.text);
  const call = await app.call('GET', `/api/configuration/agencies-report/${app.fixtures.root.id}/company_name/asc`, operator);
  const screen = (await app.call('GET', '/api/agencies?sortby=company_name&order=asc', operator)).body.data;
  const said = (row: { company_name: string; email: string; clients: number }) => [row.company_name, row.email, row.clients];
  const filed = lines
    .filter(({ Company }) => Company !== 'Total')
    .map((line) => [line['Company'], line['E-mail'], Number(line['Clients'])] as const);
  expect(filed).toHaveLength(2);
  expect(filed).toEqual(call.body.data.map(said));
  expect(filed).toEqual(
    screen.map((row: { company_name: string; email: string; children: number }) => said({ ...row, clients: row.children })),
  );
  expect(lines.map((line) => [line['Company'], line['Open campaigns']])).toEqual([
    ['Agency A', '1'],
    ['Agency B', '0'],
  ]);
  expect(call.body.data.map((row: { open_campaigns: number }) => row.open_campaigns)).toEqual([1, 0]);
});

test('it is narrowed as the list is, and refuses what the list refuses', async () => {
  expect(linesOf((await file('csv', '?CampaignStatus=active')).text).map(({ Company }) => Company)).toEqual(['Agency A']);
  expect(linesOf((await file('csv', '?search=agency%20b')).text).map(({ Company }) => Company)).toEqual(['Agency B']);
  for (const [extension, magic] of [
    ['xlsx', 'PK'],
    ['pdf', '%PDF'],
  ] as const)
    expect((await file(extension)).text.slice(0, magic.length)).toBe(magic);
  expect((await file('csv', '?CampaignStatus=nonsense')).status).toBe(422);
  expect((await file('csv', '', app.fixtures.sales)).status).toBe(403);
  expect((await file('csv', '', app.fixtures.a.owner)).status).toBe(403);
});

test('it is mailed on a schedule, of the day on which it is made', async () => {
  const saved = await app.call('POST', '/api/reports/schedules', operator, {
    body: { report: 'agencies', frequency: 'weekly', format: 'CSV', recipients: [operator.id], CampaignStatus: 'active' },
  });
  expect(saved.status, saved.text).toBe(200);
  const [listed] = (await app.call('GET', '/api/reports/schedules', operator)).body.data;
  expect(listed).toMatchObject({ report: 'Agencies', narrowed: 'Campaign status: Active' });
  at(MONDAY);
  await app.tick('reports.begin');
  await app.settle();
  const [mail] = await app.kernel
    .platform('core_mail as m')
    .join('core_mail_attachment as a', 'a.mail_id', 'm.id')
    .select('m.recipient', 'm.subject', 'm.body', 'a.filename', 'a.content');
  expect(mail).toMatchObject({
    recipient: operator.email,
    subject: 'Agencies: Nov 23, 2026',
    filename: 'report-agencies-2026-11-23.csv',
  });
  expect(mail.body).toContain('Open campaigns: 1');
  expect(mail.body).toContain('/configuration/agency-list?f-CampaignStatus=active');
  expect(mail.body).not.toContain('f-period');
  expect(linesOf(Buffer.from(mail.content, 'base64').toString()).map(({ Company }) => Company)).toEqual(['Agency A']);
});
