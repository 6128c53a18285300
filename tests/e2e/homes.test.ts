import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putLead } from '../support/put-lead.ts';
import { Looks } from './looks.ts';
import { type Look, openStage, type Stage } from './support.ts';

/** What people see first: what needs attention, and the figures of their own. */
let stage: Stage;
const fixtures = () => stage.app.fixtures;

beforeAll(async () => {
  stage = await openStage();
  const { app } = stage;
  const { a } = fixtures();
  const [client] = a.clients;
  for (const name of ['Autumn shop', 'Winter shop']) {
    const { body } = await app.call('POST', '/api/leadspeek/client/create', a.owner, {
      body: {
        companyID: client!.tenant.id,
        leadspeekType: 'local',
        campaignName: name,
        urlCode: 'https://shop.example/',
        CostMaxLead: '10',
      },
    });
    const id = body.leadspeek_api_id as number;
    await app.call('PUT', '/api/leadspeek/client/activepause', a.owner, { body: { leadspeekID: id, status: 'active' } });
    if (name !== 'Autumn shop') continue;
    await putLead(app, { client: client!.tenant, campaign: id, name: 'ann', cents: 150, at: new Date() });
    await app.kernel.platform('leads_day').insert({
      campaign_id: id,
      company_id: client!.tenant.id,
      product: 'local',
      day: new Date().toISOString().slice(0, 10),
      outcome: 'lead',
      observations: 1,
      retail_cents: 150,
      wholesale_cents: 60,
    });
  }
  await app.kernel.platform('integrations_connection').insert({
    company_id: client!.tenant.id,
    connector: 'webhook.leads',
    name: 'CRM',
    config: '{}',
    enabled: true,
    state: 'failing',
  });
  await app.kernel.platform('agency_billing_charge').insert({
    company_id: a.tenant.id,
    key: 'charge',
    kind: 'wholesale',
    description: 'Leads',
    price_cents: 4_000,
    cents: 4_000,
    state: 'failed',
    failed_at: new Date(),
    created_at: new Date(),
  });
});
afterAll(() => stage.close());

const panel = (page: Page, name: string) => page.getByRole('region', { name });

test('an agency sees what needs attention where it lands, a cause once with its campaigns, and the button leads to the remedy', async () => {
  const page = await stage.open('/', fixtures().a.owner);
  const list = panel(page, 'Needs attention');
  await list.getByText('Pixel not detected (2)').waitFor();
  expect(await page.getByRole('main').getByRole('alert').count()).toBe(0);
  await list.getByText('Show each (2)').first().click();
  expect(await list.getByRole('link', { name: 'Autumn shop' }).first().getAttribute('href')).toMatch(/\/siteid\/campaign-management\/\d+/);
  await list.getByRole('link', { name: 'Pay now' }).click();
  await page.waitForURL('**/configuration/agency-billing');
});

test('a list of campaigns has one line, which leads there', async () => {
  const page = await stage.open('/siteid/campaign-management', fixtures().a.owner);
  await page.getByText(/\d things need attention/).waitFor();
  expect(await page.getByRole('main').getByRole('alert').count()).toBe(1);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await panel(page, 'Needs attention').waitFor();
});

test('what is mended is gone while one looks', async () => {
  const { app } = stage;
  const page = await stage.open('/dashboard', fixtures().a.owner);
  await panel(page, 'Needs attention').getByText('Payment to the platform failed').waitFor();
  await app.kernel.platform('agency_billing_charge').update({ state: 'settled' });
  await app.inside(fixtures().a.tenant, 'agency-billing', (ctx) => ctx.live('agency-billing.charges'));
  await panel(page, 'Needs attention').getByText('Payment to the platform failed').waitFor({ state: 'detached' });
  await app.kernel.platform('agency_billing_charge').update({ state: 'failed' });
});

test('the root finds an agency with failed deliveries with one click from where it lands', async () => {
  const page = await stage.open('/', fixtures().operator);
  await page.waitForURL('**/configuration/agency-list');
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard', exact: true }).click();
  const list = panel(page, 'Needs attention');
  await list.getByText('Agency payment failed').waitFor();
  await list.getByText('Agency A · $40.00 owed').waitFor();
  await panel(page, 'Agencies by volume').getByText('Agency A').waitFor();
  await panel(page, 'New and leaving agencies').getByText('Agency B').waitFor();
  await list.getByRole('listitem').filter({ hasText: 'Agency payment failed' }).getByRole('link', { name: 'Open' }).click();
  await page.waitForURL('**/configuration/agency-list?q=Agency%20A');
});

test('a client sees its budget, and which destination takes nothing, with the way to mend it', async () => {
  const page = await stage.open('/dashboard', fixtures().a.clients[0]!.user);
  await panel(page, 'Budget this month').getByText('Autumn shop').waitFor();
  const delivery = panel(page, 'Delivery');
  await delivery.getByText('Failing').waitFor();
  await delivery.getByRole('link', { name: 'Repair' }).click();
  await page.waitForURL(/\/integrations\/\d+$/);
});

test('an account without campaigns sees the way to its first lead, and no zeros', async () => {
  const page = await stage.open('/dashboard', fixtures().b.owner);
  await page.getByRole('heading', { name: 'Get your first lead' }).waitFor();
  await panel(page, 'Needs attention').getByText('Nothing needs attention').waitFor();
  await page.locator('[data-block=trends]').waitFor({ state: 'detached' });
});

const looks: [who: 'root' | 'agency' | 'client', look: Look][] = [
  ['root', { locale: 'ar', scheme: 'dark' }],
  ['agency', { scheme: 'dark' }],
  ['agency', { locale: 'ar' }],
  ['client', {}],
];
test.each(looks)('the home of %s is without faults, on a phone too (%j)', async (who, look) => {
  const { operator, a } = fixtures();
  const page = await stage.open('/dashboard', { root: operator, agency: a.owner, client: a.clients[0]!.user }[who], look);
  await page.locator('[data-block=health] li').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('main [aria-busy=true], main .mantine-Skeleton-root'));
  expect(await new Looks(stage).faults(page, look.locale ?? 'en')).toEqual([]);
});

test('the browser had nothing to complain about', () => expect(stage.complaints).toEqual([]));
