import { randomUUID } from 'node:crypto';
import { DateTime } from 'luxon';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { AgencyFixtures, Person } from '../../../core/testing/fixtures.ts';
import { ArrearsFixtures } from '../../../tests/support/arrears-fixtures.ts';
import { putLead } from '../../../tests/support/put-lead.ts';
import { Billing } from '../../commerce/billing/contract.ts';
import { Wallet } from '../../commerce/wallet/contract.ts';
import { addCounts } from '../../../tests/support/day-counts.ts';

const ZONE = 'America/Chicago';
let app: TestApp;
let fixtures: ArrearsFixtures;
let client: AgencyFixtures['clients'][number];
let campaign: number;
beforeAll(async () => {
  app = await startTestApp();
  fixtures = new ArrearsFixtures(app, app.fixtures.a);
  client = app.fixtures.a.clients[0]!;
  await fixtures.connect();
  await fixtures.card(client.tenant, 'approved');
  campaign = await fixtures.campaign(client, 'Shop');
  expect((await fixtures.setActive(campaign)).status).toBe(200);
});
afterAll(() => app.close());

const get = async (path: string, as: Person) =>
  (await app.call('GET', `/api${path}`, as, { headers: { 'x-timezone': ZONE } })).body as Record<string, never>;

/** Sells a lead as the pipeline does: the lead, the figures of its day, and both sides in the books. */
async function sell(): Promise<string> {
  const { id: company_id, agencyId } = client.tenant;
  const now = new Date();
  const db = app.kernel.platform;
  const id = await putLead(app, { client: client.tenant, campaign, name: randomUUID(), cents: 200, at: now });
  const day = DateTime.fromJSDate(now, { zone: ZONE }).toISODate()!;
  await addCounts(db, [{ campaign_id: campaign, company_id, day, retail_cents: 200, wholesale_cents: 50, outcomes: { lead: 1 } }]);
  const charge = { leadId: id, campaignId: campaign, companyId: company_id, retailCents: 200, wholesaleCents: 50 };
  await app.inside(app.fixtures.a.tenant, 'reports', (ctx) => ctx.use(Wallet).chargeLeads(agencyId, [charge]));
  return id;
}
/** The client gives a lead back, and the agency approves. */
async function giveBack(lead: string): Promise<void> {
  const asked = await app.call('POST', '/api/warranty/returns', client.user, { body: { lead, reason: 'wrong_person' } });
  expect(asked.status, asked.text).toBe(200);
  const { id } = (await app.kernel.platform('warranty_case').where({ lead_id: lead }).first('id')) as { id: number };
  await fixtures.confirm(app.fixtures.a.owner);
  expect((await app.call('POST', `/api/warranty/returns/${id}/approve`, app.fixtures.a.owner, { body: {} })).status).toBe(200);
}

test('all that is called spend agrees, is without what was given back, and is what the invoice of the period asks', async () => {
  const [one, two] = [await sell(), await sell(), await sell(), await sell()];
  await giveBack(one);
  await giveBack(two);
  const monday = DateTime.now().setZone(ZONE).startOf('week').plus({ weeks: 1 });
  fixtures.to(monday.set({ hour: 6, minute: 1 }).toFormat("yyyy-MM-dd'T'HH:mm"));
  await app.tick('billing.close');
  await app.settle();
  const { id } = (await app.kernel.platform('billing_invoice').where({ company_id: client.tenant.id }).first('id')) as { id: string };
  const invoice = (await app.inside(app.fixtures.a.tenant, 'billing', (ctx) => ctx.use(Billing).find(id)))!;
  const fee = invoice.lines.filter((line) => line.kind === 'platform_fee').reduce((sum, line) => sum + line.amountCents, 0);
  const asked = invoice.dueCents - fee;
  expect([fee, asked, invoice.creditCents]).toEqual([2_500, 400, 400]);

  for (const who of [client.user, app.fixtures.a.owner]) {
    const { revenue, spend } = (await get('/reports/trends', who)) as unknown as Record<string, { value: number } | null>;
    expect((revenue ?? spend)?.value).toBe(asked);
    const path = `/leadspeek/report/invoice/-/${client.tenant.id}/${invoice.periodFirst}/${invoice.periodLast}`;
    const report = await get(path, who);
    expect([report['leads'], report['credits'], report['total']]).toEqual([4, invoice.creditCents, asked]);
  }
  // The block below the figures of the dashboard says what was given back.
  expect((await get('/warranty/figures', client.user))['cents']).toBe(invoice.creditCents);
  const totals = await get('/reports/analytics/totals', app.fixtures.operator);
  const ledger = await app.inside(app.fixtures.a.tenant, 'reports', (ctx) =>
    ctx.use(Wallet).leadSpend(app.fixtures.a.tenant.id, monday.minus({ weeks: 1 }).toJSDate(), monday.toJSDate()),
  );
  expect([totals['retail'], totals['wholesale']]).toEqual([asked, ledger]);
});

test('a page of the report reads its days alone, and pages together are the whole of it', async () => {
  const { id: company_id } = client.tenant;
  const db = app.kernel.platform;
  const others = [
    await fixtures.campaign(client, 'Annex'),
    await fixtures.campaign(client, 'Gone'),
    await fixtures.campaign(client, 'Gone too'),
  ];
  await db('campaigns_campaign').whereIn('id', others.slice(1)).update({ status: 'removed' });
  const today = DateTime.now().setZone(ZONE);
  const dayAgo = (ago: number): string => today.minus({ days: ago }).toISODate()!;
  const days = Array.from({ length: 12 }, (_, n) =>
    [campaign, ...others].map((of, k) => ({
      campaign_id: of,
      company_id,
      day: dayAgo(n + 2),
      retail_cents: 100 + n,
      outcomes: { lead: (n + k) % 3 },
    })),
  );
  await addCounts(db, days.flat());
  const period = `${dayAgo(20)}..${dayAgo(0)}`;
  const page = async (path: string) => (await get(`/reports/spend?period=${period}&${path}`, app.fixtures.a.owner)) as unknown as SpendPage;
  const whole = await page('PerPage=100');
  const report = await get(`/leadspeek/report/invoice/-/-/${dayAgo(20)}/${dayAgo(0)}`, app.fixtures.a.owner);
  const shown = ({ day, campaign: name, amount, leads }: SpendLine) => ({ day, name, amount, leads });
  expect(whole.data.map(shown)).toEqual((report['data'] as unknown as SpendLine[]).map(shown).toReversed());
  expect(whole.total).toBe(whole.data.length);
  expect(whole.data.filter((line) => line.campaign === 'Other campaigns')).toHaveLength(12);
  expect(whole.data.some((line) => line.amount < 0)).toBe(true);
  const pages: SpendLine[] = [];
  for (let n = 1; n <= Math.ceil(whole.total / 7); n += 1) {
    const one = await page(`PerPage=7&Page=${n}`);
    expect(one.total).toBe(whole.total);
    pages.push(...one.data);
  }
  expect(pages).toEqual(whole.data.map((line, n) => ({ ...line, id: `${n}` })));
  expect((await page('PerPage=7&Page=99')).data).toEqual([]);
});

test('more lines than a list counts are at least so many, also where most are of campaigns that are gone', async () => {
  const db = app.kernel.platform;
  const last = DateTime.now().setZone(ZONE).minus({ days: 100 });
  const days = Array.from({ length: 4 }, (_, n) => last.minus({ days: n }).toISODate()!);
  await db.raw(
    `with gone as (
       insert into campaigns_campaign (product, name, status, timezone, company_id, agency_id, root_id)
       select product, 'Many ' || n, 'removed', timezone, company_id, agency_id, root_id
       from campaigns_campaign cross join generate_series(1, 3000) n where id = :campaign returning id, company_id, agency_id, root_id)
     insert into leads_day (campaign_id, company_id, agency_id, root_id, day, product, outcome, observations, retail_cents)
     select id, company_id, agency_id, root_id, day, 'local', 'lead', 2, 10 from gone cross join unnest(:days::date[]) day`,
    { campaign, days },
  );
  const page = async (path: string) =>
    (await get(`/reports/spend?period=${days.at(-1)}..${days[0]}&${path}`, app.fixtures.a.owner)) as unknown as SpendPage;
  const whole = await page('PerPage=3');
  expect(whole.data.map(({ day, leads, amount }) => [day, leads, amount])).toEqual(days.slice(0, 3).map((day) => [day, 6_000, 30_000]));
  expect(whole).toMatchObject({ total: 4 });
  await db('campaigns_campaign').where('name', 'like', 'Many %').update({ status: 'archived' });
  const listed = await page('PerPage=10&Page=2');
  expect(listed).toMatchObject({ total: 5_020, total_is_least: true, data: { length: 10 } });
  expect(new Set(listed.data.map(({ day }) => day))).toEqual(new Set([days[0]]));
});

interface SpendLine {
  id: string;
  day: string;
  campaign: string;
  leads: number;
  amount: number;
}
interface SpendPage {
  data: SpendLine[];
  total: number;
}
