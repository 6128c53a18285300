import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Ctx, definePlugin, contribute } from '../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { PageViews } from '../../lead-intake/capture/shared.ts';
import { Leads } from '../../lead-intake/leads/contract.ts';
import { Wallet } from '../../commerce/wallet/contract.ts';
import { Erasures } from './contract.ts';
import { eraseCompanies } from './erasure.job.ts';
import { addCounts } from '../../../tests/support/day-counts.ts';

const DAY = 86_400_000;
/** Companies that another plugin cannot erase just now. */
const failing = new Set<number>();
/** For how long a statement of an erasure may last. */
const patience = new Set<string>();
const brittle = definePlugin({
  manifest: { id: 'brittle', version: '1.0.0', core: '^1', level: 'platform', requires: { companies: '^1' } },
  contributions: [
    contribute(Erasures, async (ctx, companyId) => {
      if (failing.has(companyId)) throw new Error('not now');
      const { rows } = (await ctx.db.raw('show statement_timeout')) as { rows: [{ statement_timeout: string }] };
      patience.add(rows[0].statement_timeout);
    }),
  ],
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [brittle], config: { roles: ['web'] } }); // a worker would deliver the test lead
});
afterAll(() => app.close());

/** The nightly run, by a clock moved on by some days. */
async function night(job: { id: string; run(ctx: Ctx, payload: object): Promise<void> }, days: number): Promise<void> {
  app.clockOffset = days * DAY;
  const { kernel } = app;
  await kernel.platform('core_job_run').insert({ company_id: app.fixtures.root.id, job: job.id, run_key: `night ${days}`, payload: '{}' });
  await app.settle();
  app.clockOffset = 0;
}

const count = async (table: string, where: object): Promise<number> =>
  Number((await app.kernel.platform(table).where(where).count('* as n').first())!.n);

test('30 days after its removal nothing personal of a client is left; the figures and the audit stay', async () => {
  const { a } = app.fixtures;
  const { tenant, user } = a.clients[0]!;
  const own = { company_id: tenant.id };
  const db = app.kernel.platform;
  const id = await app
    .call('POST', '/api/leadspeek/client/create', user, { body: { leadspeekType: 'local', campaignName: 'Jane Doe Dental' } })
    .then(({ body }) => body.leadspeek_api_id as number);
  const lead = await app.inside(tenant, 'site-id', (ctx) => ctx.use(Leads).test(id, PageViews));
  await db('core_outbox_delivery').where(own).update({ state: 'done' });
  await addCounts(db, [{ company_id: tenant.id, campaign_id: id, day: '2026-01-05', retail_cents: 450, outcomes: { lead: 3 } }]);
  await db('exclusions_entry').insert({ ...own, kind: 'md5', hash: Buffer.alloc(16, 7), masked: 'j***@x', source: 'single' });
  const [connection] = await db('integrations_connection')
    .insert({ ...own, connector: 'webhook', name: 'Hook', enabled: false })
    .returning('id');
  await db('integrations_delivery').insert({ ...own, connection_id: connection.id, lead_id: lead.id, state: 'delivered' });
  await db('core_mail').insert({ ...own, recipient: user.email, subject: 'Hello', body: 'Dear Jane', state: 'kept' });
  const audits = await count('core_audit', own);
  expect((await app.call('DELETE', `/api/clients/${tenant.id}`, a.owner)).status).toBe(200);

  await night(eraseCompanies, 29);
  expect(await count('leads_lead', own)).toBe(1);
  await night(eraseCompanies, 31);
  expect([...patience]).toEqual(['10min']);
  const personal = [
    'leads_lead',
    'capture_visit',
    'leads_claim',
    'capture_pixel',
    'capture_pixel_seen',
    'site_id_campaign',
    'exclusions_entry',
    'integrations_connection',
  ];
  for (const table of [...personal, 'integrations_delivery', 'core_mail', 'accounts_profile', 'accounts_credential'])
    expect(await count(table, own), table).toBe(0);
  expect(await db('core_account').where({ id: user.id }).first('email', 'name')).toEqual({
    email: `erased-${user.id}@erased.invalid`,
    name: '',
  });
  expect(await db('core_tenant').where({ id: tenant.id }).first('name')).toEqual({ name: `#${tenant.id}` });
  expect(await db('campaigns_campaign').where({ id }).first('name')).toEqual({ name: `#${id}` });
  expect(await db('leads_day').where(own).first('outcome', 'observations', 'retail_cents')).toEqual({
    outcome: 'lead',
    observations: 3,
    retail_cents: '450',
  });
  expect(await count('core_audit', own)).toBeGreaterThanOrEqual(audits);
  expect(await count('companies_erasure', own)).toBe(1);

  // Another night finds nothing left to do, and the neighbour was never touched.
  await night(eraseCompanies, 32);
  expect(await count('companies_erasure', {})).toBe(1);
  expect(await db('core_account').where({ id: a.clients[1]!.user.id }).first('email')).toEqual({ email: a.clients[1]!.user.email });
});

test('a removed agency is erased with its clients, and its ledger stands', async () => {
  const { b, operator } = app.fixtures;
  const db = app.kernel.platform;
  const charge = { leadId: crypto.randomUUID(), campaignId: 1, companyId: b.clients[0]!.tenant.id, retailCents: 200, wholesaleCents: 100 };
  await app.inside(b.tenant, 'wallet', (ctx) => ctx.use(Wallet).chargeLeads(b.tenant.id, [charge]));
  const ledger = await count('ledger_entry', { agency_id: b.tenant.id });
  expect(ledger).toBeGreaterThan(0);
  expect((await app.call('DELETE', `/api/agencies/${b.tenant.id}`, operator)).status).toBe(200);
  await night(eraseCompanies, 40);
  const gone = [b.tenant.id, ...b.clients.map((c) => c.tenant.id)];
  const names = (await db('core_tenant').whereIn('id', gone).select('name')) as { name: string }[];
  expect(names.map((t) => t.name).sort()).toEqual(gone.map((id) => `#${id}`).sort());
  expect((await db('core_account').where({ agency_id: b.tenant.id }).whereNot({ name: '' }).select('id')) as unknown[]).toEqual([]);
  expect(await count('ledger_entry', { agency_id: b.tenant.id })).toBe(ledger);
});

test('one company that cannot be erased holds up no other', async () => {
  const { a } = app.fixtures;
  const db = app.kernel.platform;
  const stuck = a.clients[1]!.tenant;
  const made = await app.call('POST', '/api/clients', a.owner, {
    body: { ClientCompanyName: 'Later', ClientFullName: 'Lia', ClientEmail: 'lia@later.example', timezone: 'UTC' },
  });
  for (const id of [stuck.id, made.body.company_id as number])
    expect((await app.call('DELETE', `/api/clients/${id}`, a.owner)).status).toBe(200);
  failing.add(stuck.id);
  await night(eraseCompanies, 50);
  expect(await db('core_tenant').where({ id: made.body.company_id }).first('name')).toEqual({ name: `#${made.body.company_id}` });
  expect(await db('core_tenant').where({ id: stuck.id }).first('name')).toEqual({ name: 'Client A2' });
  failing.clear();
  await night(eraseCompanies, 51);
  expect(await db('core_tenant').where({ id: stuck.id }).first('name')).toEqual({ name: `#${stuck.id}` });
});
