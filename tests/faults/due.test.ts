import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { ArrearsFixtures } from '../support/arrears-fixtures.ts';
import { stayFresh } from '../support/stay-fresh.ts';

let app: TestApp;
let fixtures: ArrearsFixtures;
beforeAll(async () => {
  app = await startTestApp({ config: { services: { stripe: null } } });
  fixtures = new ArrearsFixtures(app, app.fixtures.a);
  await fixtures.connect();
});
afterAll(() => app.close());

const dueJobs = () => [...app.kernel.registry.jobs.values()].filter(({ def }) => def.due);

/** Every table of companies: what the jobs do shows in some of them. That a job was looked at or asked for is not what it does. */
async function tables(): Promise<string[]> {
  const { rows } = (await app.kernel.platform.raw(
    `select distinct c.table_name as name from information_schema.columns c join pg_class r on r.relname = c.table_name and r.relkind in ('r', 'p')
     where c.table_schema = 'public' and c.column_name = 'company_id' and not r.relispartition
       and c.table_name not in ('core_job_run', 'core_audit_seal', 'core_outbox_delivery') order by 1`,
  )) as { rows: { name: string }[] };
  return rows.map((row) => row.name);
}
async function digests(): Promise<Record<string, string>> {
  const parts = (await tables()).map(
    (name) =>
      `select '${name}' as name, coalesce(string_agg(t.row, ',' order by t.row), '') as rows from (select (to_jsonb(x) - 'look_at')::text as row from ${name} x) t`,
  );
  const { rows } = (await app.kernel.platform.raw(parts.join(' union all '))) as { rows: { name: string; rows: string }[] };
  return Object.fromEntries(rows.map((row) => [row.name, createHash('sha256').update(row.rows).digest('hex')]));
}

/** Runs every such job for every company, as if nobody had ever been looked at. */
async function runAll(): Promise<void> {
  for (const table of ['dunning_arrears', 'agency_billing_agency']) await app.kernel.platform(table).update({ look_at: '-infinity' });
  for (const { plugin, def } of dueJobs())
    for (const { tenant } of [app.fixtures.a, app.fixtures.b])
      await app.inside(tenant, plugin, (ctx) => def.run(ctx, {}), def.db ?? 'transaction');
}

/** Campaigns that are due by themselves, and everything that a client and its agency can owe. */
async function makeStory(): Promise<void> {
  const { a, b, operator } = app.fixtures;
  const [client, other] = [a.clients[0]!, a.clients[1]!];
  fixtures.to('2027-03-08T12:00');
  await stayFresh(app, operator);
  const minimum = { status: 'T', first_month: 10_000, second_month: 20_000, monthly: 30_000 };
  for (const { tenant } of [a, b]) {
    const set = await app.call('PUT', `/api/configuration/agencies/${tenant.id}/minimum-spend`, operator, { body: minimum });
    expect(set.status).toBe(200);
  }
  await fixtures.card(client.tenant, 'declined');
  await fixtures.card(other.tenant, 'approved');
  for (const id of [await fixtures.campaign(client, 'Unpaid'), await fixtures.campaign(other, 'Paid')])
    expect((await fixtures.setActive(id)).status).toBe(200);
  const later = await fixtures.campaign(other, 'Later');
  const dates = { leadspeekID: later, startdatecampaign: '2027-03-20', enddatecampaign: '2027-04-02', timezone: 'America/Chicago' };
  expect((await app.call('PUT', '/api/leadspeek/client/update', a.owner, { body: dates })).status).toBe(200);
  expect((await fixtures.setActive(later)).status).toBe(200);
  await fixtures.bill(client);
  const { platform } = app.kernel;
  const gone = {
    company_id: b.clients[0]!.tenant.id,
    name: 'Of a product that is gone',
    timezone: 'UTC',
    product: 'gone',
    status: 'active',
  };
  await platform('campaigns_campaign').insert(gone);
  const person = JSON.stringify({ emails: ['jane@people.example'], leads: [], keys: [] });
  await platform('privacy_request').insert({ company_id: a.tenant.id, state: 'erasing', label: 'j***@people.example', person });
  await platform('reports_schedule').insert({
    company_id: a.tenant.id,
    report: 'spend',
    frequency: 'monthly',
    recipients: [a.owner.id],
    next_at: '2027-04-01T12:00Z',
  });
  await platform('warranty_lead').insert({
    company_id: other.tenant.id,
    lead_id: crypto.randomUUID(),
    due: false,
    created_at: '2027-03-08T18:00Z',
  });
}

test('at every moment those who are named have everything that is due: a full run over all companies finds nothing more', async () => {
  expect(
    dueJobs()
      .map(({ def }) => def.id)
      .sort(),
  ).toEqual([
    'agency-billing.clock',
    'agreements.tell-of-new-versions',
    'billing.close',
    'campaigns.clock',
    'deletion-lists.work',
    'dunning.sweep',
    'intent.pull',
    'privacy.erase',
    'reports.begin',
    'warranty.renew',
  ]);
  await makeStory();
  const changedBy = new Set<string>();
  let before = await digests();
  for (const moment of [
    '03-08T12:01',
    '03-09T06:01',
    '03-09T10:01', // the card is tried again
    '03-11T10:01',
    '03-15T06:01', // a week is billed
    '03-20T00:01', // a campaign begins
    '03-22T00:01', // arrears have become a suspension
    '03-22T06:01',
    '04-02T06:01', // five days before the month of minimum spend ends
    '04-03T00:01', // a campaign has ended
    '04-07T00:01', // the suspended client's campaigns stop
    '04-08T05:59',
    '04-08T06:01', // the month is charged
    '04-09T10:01', // and tried again
    '04-11T06:02', // the agencies' own grace is over
  ]) {
    fixtures.to(`2027-${moment}`);
    for (const { def } of dueJobs()) await app.tick(def.id);
    await app.settle();
    const done = await digests();
    for (const [table, digest] of Object.entries(done)) if (before[table] !== digest) changedBy.add(table);
    await runAll();
    const full = await digests();
    expect([moment, Object.keys(full).filter((table) => full[table] !== done[table])]).toEqual([moment, []]);
    before = full;
  }
  // The story is one: each job found something to do.
  for (const table of [
    'dunning_arrears',
    'dunning_agency',
    'billing_period',
    'agency_billing_charge',
    'agency_billing_month',
    'campaigns_move',
    'privacy_request',
    'reports_schedule',
  ])
    expect([...changedBy]).toContain(table);
}, 240_000);
