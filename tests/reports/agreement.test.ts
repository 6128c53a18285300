import { parse } from 'csv-parse/sync';
import { DateTime } from 'luxon';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { addCounts } from '../support/day-counts.ts';
import { putLead } from '../support/put-lead.ts';
import { daysOnPaper, linesOfPdf, sheetOf } from '../support/read-files.ts';

/**
 * Every figure is one figure: screen, list behind it, CSV, Excel, PDF, mails in each of these and the specified calls say the same of generated leads whose campaigns lie in
 * several time zones, around their midnights and changes of the clock, with prices that changed, credits, test leads and a prepaid campaign.
 */
const ZONES = ['America/Chicago', 'Pacific/Auckland', 'America/New_York'];
const PERIOD = '2026-10-26..2026-11-08';
const [FIRST, LAST] = PERIOD.split('..') as [string, string];

let app: TestApp;
let owner: Person;
let client: Person;
interface Generated {
  day: string;
  campaign: number;
  cents: number;
}
const generated: Generated[] = [];
const credits: Generated[] = [];
const within = ({ day }: Generated): boolean => day >= FIRST && day <= LAST;
const sum = (of: readonly Generated[]): number => of.reduce((all, { cents }) => all + cents, 0);

/** Numbers that look random and are the same in each run. */
let seed = 7;
const some = (below: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;

beforeAll(async () => {
  app = await startTestApp();
  owner = app.fixtures.a.owner;
  client = app.fixtures.a.clients[0]!.user;
  for (const [n, timezone] of ZONES.entries()) {
    const body = {
      companyID: client.tenant.id,
      leadspeekType: 'local',
      campaignName: timezone,
      urlCode: 'https://shop.example/',
      timezone,
      reportFrequency: 'never',
    };
    const campaign = (await app.call('POST', '/api/leadspeek/client/create', owner, { body })).body.leadspeek_api_id as number;
    await app.kernel.platform('campaigns_campaign').where({ id: campaign }).update({ status: 'active' });
    const start = DateTime.fromISO('2026-10-24T00:00', { zone: timezone });
    for (let i = 0; i < 60; i += 1) {
      // Many stand within minutes of a midnight, where zones disagree.
      const at = start.plus({ days: some(18) }).plus({ minutes: some(3) === 0 ? some(1_440) : some(20) - 10 });
      const cents = [150, 175, 0][some(3)]!;
      const lead = await putLead(app, { client: client.tenant, campaign, name: `p${n}-${i}`, cents, at: at.toJSDate() });
      if (some(10) === 0) {
        await app.kernel.platform('leads_lead').where({ id: lead }).update({ is_test: true });
        continue;
      }
      const one = { day: at.toFormat('yyyy-MM-dd'), campaign, cents };
      generated.push(one);
      const cost = { retail_cents: cents, wholesale_cents: 40 };
      await addCounts(app.kernel.platform, [
        { campaign_id: campaign, company_id: client.tenant.id, day: one.day, outcomes: { lead: 1, bot: 1 }, ...cost },
      ]);
      if (cents > 0 && some(6) === 0) {
        const answered = at.plus({ hours: some(30) });
        credits.push({ day: answered.toFormat('yyyy-MM-dd'), campaign, cents });
        await app.kernel.platform('warranty_case').insert({
          company_id: client.tenant.id,
          lead_id: lead,
          campaign_id: campaign,
          cause: 'returned',
          state: 'credited',
          product: 'local',
          credited_on: answered.toFormat('yyyy-MM-dd'),
          retail_cents: cents,
          fee_cents: 40,
          asked_at: at.toJSDate(),
          answered_at: answered.toJSDate(),
        });
      }
    }
  }
});
afterAll(() => app.close());

const get = (path: string, zone = 'Asia/Dubai', as = owner) => app.call('GET', `/api${path}`, as, { headers: { 'x-timezone': zone } });
const csv = async (path: string): Promise<Record<string, string>[]> => parse((await get(path)).text, { bom: true, columns: true });
const bytesOf = async (path: string, as = owner): Promise<Uint8Array> => {
  const ticket = await app.call('POST', '/api/tickets', as, { body: { path: `/api${path}` } });
  return new Uint8Array(await (await fetch(app.url + ticket.body.url)).arrayBuffer());
};
const excel = async (path: string): Promise<string[][]> => sheetOf(await bytesOf(path));
/** Everybody may make so many files in a minute: those on paper are a colleague's. */
const paper = async (path: string): Promise<string[][]> => linesOfPdf(await bytesOf(path, app.fixtures.a.admin));
/** Behind the last row stands what the columns come to. */
const sumOfSheet = (sheet: readonly string[][], title: string, times = 1): number =>
  sheet.slice(1, -1).reduce((all, row) => all + Math.round(Number(row[sheet[0]!.indexOf(title)] ?? 0) * times), 0);
/** On paper an agency reads price, amount, cost and margin of each day and campaign. */
const amountOnPaper = (lines: readonly string[][]): number => daysOnPaper(lines).reduce((all, { cents }) => all + cents.at(-3)!, 0);
const dollars = (cents: number): string =>
  `${cents < 0 ? '-' : ''}$${(Math.abs(cents) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;

test('the number of leads is the same on the dashboard, in the list behind it, in files, reports and calls, wherever the reader sits', async () => {
  const leads = generated.filter(within).length;
  expect(leads).toBeGreaterThan(60);
  for (const zone of ['Asia/Dubai', 'America/Los_Angeles', 'Pacific/Kiritimati']) {
    expect((await get(`/reports/trends?period=${PERIOD}`, zone)).body.leads.value, zone).toBe(leads);
    expect((await get(`/reports/leads?period=${PERIOD}&test=no`, zone)).body.total, zone).toBe(leads);
    expect((await get(`/leadspeek/report/lead/-/${client.tenant.id}/${FIRST}/${LAST}?PerPage=1`, zone)).body.total, zone).toBe(
      leads + (await tests()),
    );
  }
  expect((await get(`/reports/days/totals?period=${PERIOD}`)).body.leads).toBe(leads);
  expect((await get(`/reports/spend/totals?period=${PERIOD}`)).body.leads).toBe(leads);
  expect((await get(`/leadspeek/report/invoice/-/-/${FIRST}/${LAST}`)).body.leads).toBe(leads);
  expect(total((await get(`/leadspeek/report/chart/-/-/${FIRST}/${LAST}`)).body.data, 'leads')).toBe(leads);
  expect(await csv(`/reports/leads.csv?period=${PERIOD}`)).toHaveLength(leads);
  expect((await csv(`/reports/days.csv?period=${PERIOD}`)).reduce((all, row) => all + Number(row['Leads']), 0)).toBe(leads);
  expect(await excel(`/reports/leads.xlsx?period=${PERIOD}`)).toHaveLength(leads + 1);
  expect((await excel(`/reports/days.xlsx?period=${PERIOD}`)).at(-1)!.at(-1)).toBe(String(leads));
});

test('each day of each campaign leads to as many leads as it says', async () => {
  const { data } = (await get(`/reports/spend?period=${PERIOD}&PerPage=100`)).body;
  const sold = data.filter((line: { leads: number }) => line.leads > 0) as {
    day: string;
    days: string;
    campaignId: number;
    leads: number;
  }[];
  for (const { day, days, campaignId, leads } of sold) {
    expect(leads, `${day} ${campaignId}`).toBe(generated.filter((one) => one.day === day && one.campaign === campaignId).length);
    expect((await get(`/reports/leads?period=${days}&campaignId=${campaignId}&test=no`)).body.total, `${day} ${campaignId}`).toBe(leads);
  }
});

test('revenue less credits is the same on the dashboard, in reports, files, calls and in the mail', async () => {
  const cents = sum(generated.filter(within)) - sum(credits.filter(within));
  expect(credits.filter(within).length).toBeGreaterThan(3);
  expect((await get(`/reports/trends?period=${PERIOD}`)).body.revenue.value).toBe(cents);
  expect((await get(`/leadspeek/report/invoice/-/-/${FIRST}/${LAST}`)).body).toMatchObject({
    total: cents,
    credits: sum(credits.filter(within)),
  });
  const rows = await csv(`/reports/spend.csv?period=${PERIOD}`);
  expect(rows.reduce((all, row) => all + Math.round(Number(row['Amount']) * 100), 0)).toBe(cents);
  const sheet = await excel(`/reports/spend.xlsx?period=${PERIOD}`);
  const column = sheet[0]!.indexOf('Amount');
  expect(Math.round(Number(sheet.at(-1)![column]) * 100)).toBe(cents);
  expect(sumOfSheet(sheet, 'Amount', 100)).toBe(cents);
  const cost = sumOfSheet(sheet, 'Cost', 100);
  const totals = { total: cents, credits: sum(credits.filter(within)), cost, margin: cents - cost };
  expect(cost).toBeGreaterThan(0);
  expect((await get(`/reports/spend/totals?period=${PERIOD}`)).body).toMatchObject(totals);
  expect((await get(`/reports/spend/totals?period=${PERIOD}`, 'Asia/Dubai', client)).body).toMatchObject({ total: cents, cost: null });
  const lines = await paper(`/reports/spend.pdf?period=${PERIOD}`);
  expect(amountOnPaper(lines)).toBe(cents);
  expect(lines.find(([label]) => label === 'Revenue')).toEqual(['Revenue', dollars(cents)]);
  // The last line is the page's number.
  expect(lines.at(-2)).toContain(dollars(cents));
});

test('paper says of each day what its sheet says, and as many leads as there are', async () => {
  const leads = generated.filter(within).length;
  const sheet = sheetOf(await bytesOf(`/reports/days.xlsx?period=${PERIOD}`, app.fixtures.a.admin));
  const lines = await paper(`/reports/days.pdf?period=${PERIOD}`);
  const days = daysOnPaper(lines);
  expect(days.map(({ counts }) => counts.at(-1))).toEqual(sheet.slice(1, -1).map((row) => Number(row[sheet[0]!.indexOf('Leads')])));
  expect(days.reduce((all, { counts }) => all + counts.at(-1)!, 0)).toBe(leads);
  expect(sumOfSheet(sheet, 'Leads')).toBe(leads);
  expect(lines.find(([label]) => label === 'Leads')).toEqual(['Leads', String(leads)]);
  const list = await paper(`/reports/leads.pdf?period=${PERIOD}`);
  expect(list.filter(([first]) => /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(first!))).toHaveLength(leads);
  expect(list).toContainEqual(['Leads', String(leads)]);
});

test.each(['CSV', 'Excel', 'PDF'])('revenue less credits is the same in what is mailed of a week as %s', async (format) => {
  // The last of these weeks, as it is mailed on the Monday after.
  const body = { report: 'spend', frequency: 'weekly', format, recipients: [owner.id] };
  expect((await app.call('POST', '/api/reports/schedules', owner, { body })).status).toBe(200);
  await app.kernel
    .platform('reports_schedule')
    .where({ format })
    .whereNull('campaign_id')
    .update({ next_at: new Date('2026-11-09T13:00:00Z') });
  app.clockOffset = new Date('2026-11-09T13:01:00Z').getTime() - Date.now();
  await app.tick('reports.begin');
  await app.settle();
  app.clockOffset = 0;
  const week = ({ day }: Generated): boolean => day >= '2026-11-02' && day <= '2026-11-08';
  const mail = (await app.kernel.platform('core_mail').where({ recipient: owner.email }).orderBy('id', 'desc').first('id', 'body')) as {
    id: string;
    body: string;
  };
  const cents = sum(generated.filter(week)) - sum(credits.filter(week));
  expect(mail.body).toContain(`Revenue: ${dollars(cents)}`);
  expect(mail.body).toContain(`Leads: ${generated.filter(week).length}`);
  const { content } = (await app.kernel.platform('core_mail_attachment').where({ mail_id: mail.id }).first('content')) as {
    content: string;
  };
  expect(await amountMailed(format, Buffer.from(content, 'base64'))).toBe(cents);
});

async function amountMailed(format: string, file: Buffer): Promise<number> {
  if (format === 'PDF') return amountOnPaper(await linesOfPdf(new Uint8Array(file)));
  if (format === 'Excel') return sumOfSheet(sheetOf(file), 'Amount', 100);
  const rows: Record<string, string>[] = parse(file.toString(), { bom: true, columns: true });
  return rows.reduce((all, row) => all + Math.round(Number(row['Amount']) * 100), 0);
}

const total = (rows: readonly Record<string, number>[], field: string): number => rows.reduce((all, row) => all + row[field]!, 0);
/** The specified call lists test leads, which carry a badge, among the others. */
const tests = async (): Promise<number> => (await get(`/reports/leads?period=${PERIOD}&test=yes`)).body.total;
