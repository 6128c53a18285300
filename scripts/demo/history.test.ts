import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { DateTime } from 'luxon';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { derivedKey } from '../../config/default.ts';
import { INSTALLED } from '../../config/plugins.ts';
import { CHAIN_KEY } from '../../core/audit/chain.ts';
import { verifyAudit } from '../../core/audit/verify.ts';
import { asSystem } from '../../core/boot/as-system.ts';
import { loadPlugins } from '../../core/boot/load.ts';
import { serve, type Serving } from '../../core/boot/serve.ts';
import { type RunningKernel, startKernel } from '../../core/boot/start.ts';
import { findTenant } from '../../core/data/tenant.ts';
import { freePort } from '../../core/http/free-port.ts';
import { scratchDir } from '../../core/testing/scratch-dir.ts';
import { cloneTemplate, testConfig } from '../../core/testing/template.ts';
import { testLog } from '../../core/testing/test-log.ts';
import { closeDue, unbilledCents } from '../../plugins/commerce/billing/close.service.ts';
import { breaches } from '../../plugins/money/ledger/check.store.ts';
import { daysOnPaper, linesOfPdf, sheetOf } from '../../tests/support/read-files.ts';
import { answerOf, type Api, signIn } from './api-client.ts';
import { DECLINED } from './clients.ts';
import { DEMO_PASSWORD } from './companies.ts';
import { catchUp, seedDemo } from './seed.ts';
import { startShop } from './shop.ts';

const DAY = 86_400_000;
/** The demo is made so many days ago, and started again today. */
const LATER = 3;

let kernel: RunningKernel;
let serving: Serving;
let origin: string;
let offset = -LATER * DAY;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  const { url, drop } = await cloneTemplate(inject('adminUrl'));
  const localDir = mkdtempSync(join(scratchDir(), 'history-'));
  const shopPort = await freePort(0);
  const own = { environment: 'development', demo: true, localDir, auditDir: join(localDir, 'audit'), shopPort } as const;
  const config = testConfig(url, { ...own, egressAllow: [`localhost:${shopPort}`] });
  kernel = await startKernel(config, await loadPlugins(INSTALLED), {
    log: testLog(),
    now: () => new Date(Date.now() + offset),
    faults: [],
  });
  // The clock of this test stands elsewhere than the database's: what is due is asked for, not waited for.
  serving = await serve(kernel, { host: 'localhost', schedule: false });
  origin = `http://localhost:${serving.port}`;
  const shop = await startShop(kernel);
  ends.push(
    shop.stop,
    () => serving.stop(),
    () => kernel.close(),
    drop,
    () => rmSync(localDir, { recursive: true, force: true }),
  );
  await seedDemo(kernel, origin, () => undefined);
}, 900_000);
afterAll(async () => {
  for (const end of ends) await end();
});

/** Rows that a statement over all companies answers. */
const ask = async <R extends object>(sql: string, bindings: object = {}): Promise<R[]> =>
  ((await kernel.platform.raw(sql, bindings as never)) as { rows: R[] }).rows;

/** Counters that differ from the rows that they count. */
const DIFFERENCES: Record<string, string> = {
  'totals of campaigns': `
    select t.campaign_id, t.leads, count(l.id)::int as rows from leads_total t left join leads_lead l on l.campaign_id = t.campaign_id and not l.is_test
    group by 1, 2 having t.leads <> count(l.id)`,
  'days of leads': `
    select coalesce(d.campaign_id, l.campaign_id) as campaign_id, coalesce(d.day, l.day) as day, d.observations, l.n, d.retail_cents, l.cents
    from (select * from leads_day where outcome = 'lead') d
    full join (
      select l.campaign_id, (l.created_at at time zone c.timezone)::date as day, count(*) as n, sum(l.retail_cents) as cents
      from leads_lead l join campaigns_campaign c on c.id = l.campaign_id group by 1, 2
    ) l on l.campaign_id = d.campaign_id and l.day = d.day
    where d.observations is distinct from l.n or d.retail_cents is distinct from l.cents`,
  'states of leads': `
    select * from (select campaign_id, day, state, leads from leads_state_day) d
    full join (
      select l.campaign_id, (l.created_at at time zone c.timezone)::date as day, upper(l.state) as state, count(*)::int as n
      from leads_lead l join campaigns_campaign c on c.id = l.campaign_id where not l.is_test group by 1, 2, 3
    ) l using (campaign_id, day, state) where d.leads is distinct from l.n`,
  'days of visits': `
    select * from (select campaign_id, day, outcome, observations from leads_day where product = 'local' and observations > 0) d
    full join (
      select v.campaign_id, (v.at at time zone c.timezone)::date as day, coalesce(v.outcome, v.state) as outcome, count(*)::int as n
      from capture_visit v join campaigns_campaign c on c.id = v.campaign_id group by 1, 2, 3
    ) v using (campaign_id, day, outcome) where d.observations is distinct from v.n`,
  'windows of caps': `
    select w.campaign_id, w.kind, w.starts_on, w.used from campaigns_window w join campaigns_campaign c on c.id = w.campaign_id
    cross join lateral (
      select case w.kind when 'cents' then coalesce(sum(l.retail_cents), 0) else count(*) end as used from leads_lead l where l.campaign_id = w.campaign_id
        and case w.kind when 'day' then (l.created_at at time zone c.timezone)::date
          when 'week' then date_trunc('week', l.created_at at time zone c.timezone)::date
          when 'total' then date '1970-01-01' else date_trunc('month', l.created_at at time zone c.timezone)::date end = w.starts_on
    ) l where w.used <> l.used`,
  'caps that were passed': `
    select w.campaign_id from campaigns_window w join campaigns_campaign c on c.id = w.campaign_id and c.limit_frequency = w.kind
    where c.lead_limit > 0 and w.used > c.lead_limit`,
  'people held for leads': `
    select l.id from leads_lead l left join leads_claim k on k.claimant = 'campaign ' || l.campaign_id and k.person_key = l.person_key and k.lead_id = l.id
    where k.lead_id is null and not l.is_test`,
  'leads in the books': `
    select l.id from leads_lead l left join ledger_posting p on p.agency_id = l.agency_id and p.key = 'lead:' || l.id
    left join lateral (select sum(e.amount_cents) as cents from ledger_entry e join ledger_account a on a.id = e.account_id and a.kind = 'receivable'
      where e.posting_id = p.id) e on true where e.cents is distinct from l.retail_cents and not l.is_test`,
  'wholesale of days': `
    select d.agency_id, d.cents, e.cents as books from (select agency_id, sum(wholesale_cents) as cents from leads_day group by 1 having sum(wholesale_cents) > 0) d
    full join (select e.agency_id, sum(e.amount_cents) as cents from ledger_entry e join ledger_account a on a.id = e.account_id and a.kind = 'cost'
      join ledger_posting p on p.id = e.posting_id and p.code = 'wallet.lead' group by 1) e on e.agency_id = d.agency_id
    where d.cents is distinct from e.cents`,
  'wallets that were ever overdrawn': `
    select * from (select account_id, created_at, sum(amount_cents) over (partition by account_id order by created_at, id) as cents
      from ledger_entry where account_id in (select account_id from ledger_balance)) b where cents < 0`,
  'bills and their lines': `
    select i.number from billing_invoice i join billing_line l on l.invoice_id = i.id group by i.id, i.number, i.total_cents
    having i.total_cents <> sum(l.amount_cents) or bool_or(l.amount_cents <> l.quantity * l.unit_cents)`,
  'bills and their payments': `
    select i.number from billing_invoice i left join payments_operation p on p.id = i.operation_id
    where i.state = 'paid' and (p.state, p.amount_cents, p.fee_cents) is distinct from ('succeeded', i.total_cents - i.credit_cents, i.fee_cents)`,
  'numbers of bills with a gap': `
    select agency_id, last from billing_counter k where last <> (select count(*) from billing_invoice i where i.agency_id = k.agency_id and k.series = 'invoice'
      and i.number like k.year || '-%') + (select count(*) from billing_credit c where c.agency_id = k.agency_id and k.series = 'credit' and c.number like 'CN-' || k.year || '-%')`,
  'bills and credit notes without a head that an accountant accepts': `
    select d.number from (select id, number from billing_invoice union all select id, number from billing_credit) d left join billing_paper p on p.document_id = d.id
    where coalesce(p.seller->>'taxId', '') = '' or coalesce(p.seller->>'line1', '') = '' or coalesce(p.buyer->>'line1', '') = ''`,
  'visits of leads': `
    select l.id from leads_lead l left join (select lead_id, count(*)::int as n, max(at) as last from capture_visit group by 1) v on v.lead_id = l.id
    where l.product = 'local' and (v.n, v.last) is distinct from (l.observations, l.last_seen_at) and not l.is_test`,
  'journeys of leads': `
    select l.id from leads_lead l left join journey_lead j on j.lead_id = l.id
    left join lateral (select count(*)::int as n, coalesce(sum(p.amount), 0) as cents from journey_page p where p.lead_id = l.id) p on true
    where l.product = 'local' and (p.n <> l.observations or coalesce(j.amount, 0) <> p.cents or (j.conversions > 0) <> (l.converted_at is not null)) and not l.is_test`,
};

/**
 * What each client owes by the books is what is not paid, not billed yet or bought and not delivered, less their credit. What was posted after the end of a
 * period that is not closed yet is of the one after it.
 */
async function debts(): Promise<object[]> {
  const clients = await ask<{ id: number; agency_id: number; owed: string; unpaid: string }>(
    `
    select t.id, t.agency_id, coalesce((select sum(e.amount_cents) from ledger_account a join ledger_entry e on e.account_id = a.id
        where a.company_id = t.id and a.kind = 'receivable'), 0) as owed,
      coalesce((select sum(i.total_cents - i.credit_cents) from billing_invoice i where i.company_id = t.id and i.state <> 'paid'), 0)
        - coalesce((select sum(p.remaining * p.unit_cents) from prepaid_pack p where p.company_id = t.id), 0)
        - coalesce((select credit_cents from billing_client b where b.company_id = t.id), 0)
        + coalesce((select sum(e.amount_cents) from ledger_posting p join billing_terms b on b.campaign_id = p.cost_center
            join billing_period o on o.company_id = p.company_id and o.term = b.term and o.closed_at is null
            join ledger_entry e on e.posting_id = p.id join ledger_account a on a.id = e.account_id and a.kind = 'receivable'
            where p.company_id = t.id and p.code = 'wallet.lead' and p.created_at >= least(o.end_at, cast(:now as timestamptz))), 0) as unpaid
    from core_tenant t where t.kind = 'client'`,
    { now: kernel.now() },
  );
  const wrong: object[] = [];
  for (const { id, agency_id, owed, unpaid } of clients) {
    const [agency, client] = [await findTenant(kernel.platform, agency_id), await findTenant(kernel.platform, id)];
    const unbilled = await asSystem(kernel, agency!, (ctx) => unbilledCents(ctx, client!));
    if (Number(owed) !== Number(unpaid) + unbilled) wrong.push({ client: client!.name, owed, unpaid, unbilled });
  }
  return wrong;
}

async function expectSound(): Promise<void> {
  expect(await breaches(kernel.platform)).toEqual([]);
  for (const [what, sql] of Object.entries(DIFFERENCES)) expect([what, (await ask(sql)).slice(0, 3)]).toEqual([what, []]);
  expect(await debts()).toEqual([]);
  const { config } = kernel;
  expect((await verifyAudit(kernel.platform, derivedKey(config, CHAIN_KEY), config.auditDir)).faults).toEqual([]);
}

test('the history adds up: counters, caps, books, wallets, bills and debts', expectSound, 300_000);

test('it has ninety days of every product, for each of three agencies, and what the screens are for', async () => {
  const days = await ask<{ agency_id: number; days: number; leads: number }>(
    `select agency_id, count(distinct day)::int as days, sum(observations) filter (where outcome = 'lead')::int as leads from leads_day group by 1 order by 1`,
  );
  expect(days).toHaveLength(3);
  for (const { days: covered, leads } of days) expect([covered >= 89 && covered <= 92, leads > 500]).toEqual([true, true]);
  const [all] = await ask<Record<string, number>>(`
    select (select count(*) from capture_visit)::int as visits, (select count(*) from leads_lead)::int as leads,
      (select count(distinct product) from leads_lead)::int as products, (select count(distinct state) from leads_lead)::int as states,
      (select count(*) from capture_visit where state = 'review')::int as held,
      (select count(*) from warranty_case where state = 'credited')::int as credited,
      (select count(*) from wallet_operation where source = 'auto')::int as topups,
      (select count(*) from payments_operation where state = 'failed')::int as failures,
      (select count(*) from payments_operation where brand = '' or last4 = '')::int as nameless,
      (select count(*) from integrations_connection where state = 'failing')::int as broken,
      (select count(*) from journey_lead where amount > 0)::int as sales`);
  expect(all).toMatchObject({ products: 4, broken: 1, nameless: 0 });
  for (const [what, least] of Object.entries({
    visits: 50_000,
    leads: 5_000,
    states: 45,
    held: 40,
    credited: 20,
    topups: 4,
    failures: 1,
    sales: 200,
  }))
    expect([what, all![what]! >= least]).toEqual([what, true]);
  const newcomer = await ask(`select from leads_lead l join core_tenant t on t.id = l.company_id where t.name = 'Sunroom Yoga'`);
  expect(newcomer).toEqual([]);
});

test('what the log says of the history is said to be seeded', async () => {
  const before = `at < (select min(at) from core_audit where action = 'accounts.created')`;
  expect((await ask(`select id from core_audit where detail->>'seeded' = 'true'`)).length).toBeGreaterThan(100);
  expect(await ask(`select action from core_audit where detail->>'seeded' is null and ${before}`)).toEqual([]);
  expect(
    await ask(`select action from core_audit where detail->>'seeded' = 'true' and description not like 'Seeded with the demo: %'`),
  ).toEqual([]);
});

test('every client has room in its share of the day, so that a visit to the shop becomes a lead', async () => {
  const owner = await signIn(origin, 'agency@demo.test', DEMO_PASSWORD);
  const { data } = answerOf(await owner.GET('/api/wallet/shares', { params: { query: { PerPage: 100 } } }));
  expect(data.length).toBeGreaterThan(5);
  expect(data.filter(({ limit_cents, spent_cents }) => spent_cents > limit_cents / 2).map(({ name }) => name)).toEqual([]);
});

test("the last bill of the client whose card does not pay is the product's own, and fails", async () => {
  const [{ id, agency_id }] = (await ask<{ id: number; agency_id: number }>('select id, agency_id from core_tenant where name = :name', {
    name: DECLINED,
  })) as [{ id: number; agency_id: number }];
  const [agency, client] = [await findTenant(kernel.platform, agency_id), await findTenant(kernel.platform, id)];
  const issued = await asSystem(kernel, agency!, (ctx) => closeDue(ctx, client!));
  expect(issued).toHaveLength(1);
  await expect
    .poll(
      async () =>
        (
          await ask(`select i.state, a.stage from billing_invoice i, dunning_arrears a where i.id = :id and a.company_id = i.company_id`, {
            id: issued[0]!.id,
          })
        )[0],
      {
        timeout: 60_000,
      },
    )
    .toEqual({ state: 'failed', stage: 'failed' });
});

describe('started again days later', () => {
  let before: { leads: number };
  beforeAll(async () => {
    [before] = (await ask<{ leads: number }>('select count(*)::int as leads from leads_lead')) as [{ leads: number }];
    offset = 0;
    await catchUp(kernel, () => undefined);
  }, 300_000);

  test('the days between are laid, up to today', async () => {
    const now = new Date().toISOString();
    const late = await ask<{ day: string; leads: number }>(
      `select to_char(created_at, 'YYYY-MM-DD') as day, count(*)::int as leads from leads_lead
       where created_at > cast(:now as timestamptz) - make_interval(days => ${LATER}) group by 1 order by 1`,
      { now },
    );
    expect(late.length).toBeGreaterThanOrEqual(LATER);
    expect((await ask<{ leads: number }>('select count(*)::int as leads from leads_lead'))[0]!.leads).toBeGreaterThan(before.leads + 100);
    expect(await ask(`select id from leads_lead where created_at > now() and source = 'capture.page-view'`)).toEqual([]);
  });

  test('it still adds up, and a third start at once lays nothing', async () => {
    await expectSound();
    const [{ leads }] = (await ask<{ leads: number }>('select count(*)::int as leads from leads_lead where created_at < now()')) as [
      { leads: number },
    ];
    await catchUp(kernel, () => undefined);
    expect(await ask('select count(*)::int as leads from leads_lead where created_at < now()')).toEqual([{ leads }]);
  }, 300_000);
});

describe('over the ninety days', () => {
  const period = { period: '90' as const };
  let root: Api;
  beforeAll(async () => {
    root = await signIn(origin, 'root@demo.test', DEMO_PASSWORD);
  });

  test('the totals, the list, the days and the file of the operator say the same', async () => {
    const totals = answerOf(await root.GET('/api/reports/analytics/totals', { params: { query: period } }));
    const { data: agencies } = answerOf(await root.GET('/api/reports/analytics', { params: { query: { ...period, PerPage: 50 } } }));
    const { data: days } = answerOf(await root.GET('/api/reports/analytics/days', { params: { query: period } }));
    const file = answerOf(await root.GET('/api/reports/analytics.csv', { params: { query: period }, parseAs: 'text' }));
    const lines = parse(file, { bom: true, from_line: 2 });
    const sum = (rows: readonly object[], field: string): number =>
      rows.reduce((all, row) => all + (row as Record<string, number>)[field]!, 0);
    const column = (n: number, times = 1): number => lines.reduce((all, cells) => all + Math.round(Number(cells[n]) * times), 0);
    for (const field of ['visits', 'leads', 'retail', 'wholesale'] as const)
      expect([field, sum(agencies, field)]).toEqual([field, totals[field]]);
    expect([sum(days, 'visits'), sum(days, 'leads')]).toEqual([totals.visits, totals.leads]);
    expect([column(1), column(2), column(6, 100), column(7, 100)]).toEqual([totals.visits, totals.leads, totals.retail, totals.wholesale]);
    expect(totals.leads).toBeGreaterThan(5_000);
  });

  test("an agency's figures, days, products, states, list and file say the same, and the operator's list does", async () => {
    const agency = await signIn(origin, 'juniper@demo.test', DEMO_PASSWORD);
    // Everything, in the days of the agency's easternmost campaigns: where days begin at other hours a part of one would belong to another.
    const today = DateTime.now().setZone('America/New_York');
    const query = { period: `${today.minus({ days: 110 }).toISODate()}..${today.toISODate()}` };
    const trends = answerOf(await agency.GET('/api/reports/trends', { params: { query } }));
    const { data: days } = answerOf(await agency.GET('/api/reports/daily', { params: { query } }));
    const { data: states } = answerOf(await agency.GET('/api/reports/states', { params: { query } }));
    const { total } = answerOf(await agency.GET('/api/reports/leads', { params: { query: { PerPage: 10 } } })) as unknown as {
      total: number;
    };
    const file = answerOf(await agency.GET('/api/reports/leads.csv', { params: { query: {} }, parseAs: 'text' }));
    const { data: agencies } = answerOf(await root.GET('/api/reports/analytics', { params: { query: { ...query, search: 'Juniper' } } }));
    const leads = trends.leads!.value;
    expect(leads).toBeGreaterThan(1_000);
    expect([total, parse(file, { bom: true, from_line: 2 }).length]).toEqual([leads, leads]);
    expect([days, states].map((rows) => rows.reduce((all, row) => all + row.leads, 0))).toEqual([leads, leads]);
    expect(agencies).toMatchObject([{ agency: 'Juniper Growth', leads, visits: trends.visits!.value, retail: trends.revenue!.value }]);
  });

  test('spend and days say the same on the screen, in their files of each kind and in the specified calls', async () => {
    const agency = await signIn(origin, 'juniper@demo.test', DEMO_PASSWORD);
    const today = DateTime.now().setZone('America/New_York');
    const [start, end] = [today.minus({ days: 110 }).toISODate(), today.toISODate()];
    const query = { period: `${start}..${end}` };
    // `-` leaves a part of the address open, for which the document of the API has no word.
    const path = { companyId: '-', clientId: '-', start, end } as unknown as Record<'companyId' | 'clientId', number> &
      Record<'start' | 'end', string>;
    const trends = answerOf(await agency.GET('/api/reports/trends', { params: { query } }));
    const spend = answerOf(await agency.GET('/api/reports/spend/totals', { params: { query } }));
    const days = answerOf(await agency.GET('/api/reports/days/totals', { params: { query } }));
    const invoice = answerOf(await agency.GET('/api/leadspeek/report/invoice/{companyId}/{clientId}/{start}/{end}', { params: { path } }));
    const chart = answerOf(await agency.GET('/api/leadspeek/report/chart/{companyId}/{clientId}/{start}/{end}', { params: { path } }));
    const rows = async (file: 'spend' | 'days'): Promise<Record<string, string>[]> =>
      parse(answerOf(await agency.GET(`/api/reports/${file}.csv`, { params: { query }, parseAs: 'text' })), {
        bom: true,
        columns: true,
      });
    const sum = (lines: readonly Record<string, string>[], column: string, times = 1): number =>
      lines.reduce((all, line) => all + Math.round(Number(line[column]) * times), 0);
    const [spent, counted] = [await rows('spend'), await rows('days')];
    const leads = trends.leads!.value;
    expect(leads).toBeGreaterThan(1_000);
    expect({ spend: spend.leads, days: days.leads, invoice: invoice.leads, file: sum(counted, 'Leads') }).toEqual({
      spend: leads,
      days: leads,
      invoice: leads,
      file: leads,
    });
    expect(chart.data.reduce((all, day) => all + day.leads, 0)).toBe(leads);
    const cents = trends.revenue!.value;
    expect({ spend: spend.total, invoice: invoice.total, file: sum(spent, 'Amount', 100) }).toEqual({
      spend: cents,
      invoice: cents,
      file: cents,
    });
    const sheet = sheetOf(await bytesOf(agency, 'spend.xlsx', query));
    const paper = daysOnPaper(await linesOfPdf(await bytesOf(agency, 'spend.pdf', query)));
    expect([paper.length, sheet.length - 2]).toEqual([spent.length, spent.length]);
    expect(Math.round(sumOfSheet(sheet, 'Amount') * 100)).toBe(cents);
    // An agency's paper names the amount before cost and margin.
    expect(paper.reduce((all, line) => all + line.cents.at(-3)!, 0)).toBe(cents);
  });

  test('the days of an agency say the same on the screen, in its sheet and on its paper', async () => {
    // Another agency: everybody may make so many files in a minute.
    const agency = await signIn(origin, 'admin@demo.test', DEMO_PASSWORD);
    const query = { period: '90d' };
    const { data: days } = answerOf(await agency.GET('/api/reports/daily', { params: { query } }));
    const paper = daysOnPaper(await linesOfPdf(await bytesOf(agency, 'days.pdf', query)));
    expect(days).toHaveLength(90);
    expect(paper.map(({ day, counts }) => [day, counts.at(-1)])).toEqual(days.map(({ day, leads }) => [day, leads]));
    const leads = days.reduce((all, day) => all + day.leads, 0);
    expect(leads).toBeGreaterThan(1_000);
    expect(sumOfSheet(sheetOf(await bytesOf(agency, 'days.xlsx', query)), 'Leads')).toBe(leads);
  });
});

type BinaryFile = 'spend.xlsx' | 'spend.pdf' | 'days.xlsx' | 'days.pdf';
async function bytesOf(as: Api, file: BinaryFile, query: { period: string }): Promise<Uint8Array> {
  const answer = await as.GET(`/api/reports/${file}`, { params: { query }, parseAs: 'arrayBuffer' });
  return new Uint8Array(answerOf(answer as unknown as { data: ArrayBuffer; response: Response }));
}

/** Behind the last row stands what the columns come to. */
const sumOfSheet = (sheet: string[][], title: string): number =>
  sheet.slice(1, -1).reduce((all, row) => all + Number(row[sheet[0]!.indexOf(title)] ?? 0), 0);
