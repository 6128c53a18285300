import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../core/testing/fixtures.ts';
import { campaignFor, connect, giveCard, leadsAt, lookAt, setActive } from '../../plugins/commerce/billing/billing-fixtures.fake.ts';
import { today } from '../support/day-counts.ts';
import { putLead } from '../support/put-lead.ts';
import { rename } from '../support/switching.ts';
import { useWallet } from '../support/use-wallet.ts';
import { Website } from '../back-test/website.ts';
import { agree, openStage, type Stage } from './support.ts';

/** What people come for, walked from where they land: how many clicks it takes, and how long. */
const DAY = 86_400_000;
let stage: Stage;
const fixtures = () => stage.app.fixtures;

beforeAll(async () => {
  stage = await openStage();
  const { app } = stage;
  const { a } = fixtures();
  for (const [n, client] of a.clients.entries()) {
    const campaign = await campaignFor(app, a, client, { PaymentTerm: 'Weekly', PlatformFee: '25' });
    await setActive(app, a, campaign);
    await leadsAt(app, client, campaign, [new Date(), new Date()]);
    await app.kernel.platform('leads_day').insert({
      campaign_id: campaign,
      company_id: client.tenant.id,
      product: 'local',
      day: today(),
      outcome: 'lead',
      observations: 4,
      retail_cents: [800, 300][n],
      wholesale_cents: 240,
    });
    const [year, month] = [new Date().getUTCFullYear(), new Date().getUTCMonth()];
    if (n === 0)
      await putLead(app, { client: client.tenant, campaign, name: 'ann', cents: 150, at: new Date(Date.UTC(year, month - 1, 15, 12)) });
  }
  await lookAt(app, new Date(Date.now() + 8 * DAY));
  app.clockOffset = 0;
  await connect(app, a);
  await giveCard(app, a.clients[0]!);
  await useWallet(app);
  await app.call('PUT', '/api/payment/card', a.owner, { body: { tokenid: 'approved' } });
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

/** Somebody on the way to what they came for. */
class Walk {
  readonly page: Page;
  readonly #began = Date.now();
  #clicks = 0;

  constructor(page: Page) {
    this.page = page;
    page.setDefaultTimeout(20_000);
  }
  static from = async (as: Person): Promise<Walk> => new Walk(await stage.open('/', as));

  async click(at: Locator): Promise<void> {
    await at.click();
    this.#clicks += 1;
  }
  panel = (name: string): Locator => this.page.getByRole('region', { name });
  /** An entry of the menu, which comes before other links of that name, such as a dashboard's products. */
  menu = (name: string): Locator => this.page.getByRole('navigation').getByRole('link', { name, exact: true }).first();

  /** There: says what it took, in `most` clicks. */
  arrived(task: string, most: number): void {
    console.info(`${task}: ${this.#clicks} clicks, ${((Date.now() - this.#began) / 1_000).toFixed(1)} s`);
    expect(this.#clicks, task).toBeLessThanOrEqual(most);
  }
}

test('an agency sees what needs attention without a click', async () => {
  const walk = await Walk.from(fixtures().a.owner);
  await walk.panel('Needs attention').getByText('Wallet is empty').waitFor();
  walk.arrived('an agency sees what needs attention', 0);
});

test('an agency finds its least profitable client in one click', async () => {
  const walk = await Walk.from(fixtures().a.owner);
  const ranking = walk.panel('Lowest margin');
  await expect.poll(() => ranking.locator('li bdi').first().innerText()).toBe('Client A2');
  await walk.click(ranking.getByRole('link', { name: 'Client A2' }));
  await walk.page.waitForURL(/\/reports\/spend\?.*f-companyId=/);
  walk.arrived('an agency finds its least profitable client', 1);
});

test('the root finds an agency in trouble in one click', async () => {
  const walk = await Walk.from(fixtures().operator);
  await walk.click(walk.menu('Dashboard'));
  await walk.panel('Needs attention').getByText('Agency A · $40.00 owed').waitFor();
  walk.arrived('the root finds an agency in trouble', 1);
});

test('an agency pays, tops up and reads an invoice without leaving Billing', async () => {
  const walk = await Walk.from(fixtures().a.owner);
  const { page } = walk;
  await walk.click(walk.menu('Platform charges'));
  const charge = page.getByRole('row').filter({ hasText: '$40.00' });
  await walk.click(charge.getByRole('button', { name: /^Actions for/ }));
  await walk.click(page.getByRole('menuitem', { name: 'Pay now' }));
  await agree(page);
  await page.getByText('The payment has been made.').first().waitFor();
  await walk.click(walk.menu('Data Wallet'));
  await walk.click(page.getByRole('button', { name: 'Pay now' }));
  await agree(page);
  await page
    .getByText(/Your wallet has been topped up by/)
    .first()
    .waitFor();
  await walk.click(walk.menu('Invoices'));
  await walk.click(page.getByRole('link', { name: /-000001$/ }));
  await page.getByText('Platform fee').first().waitFor();
  walk.arrived('an agency pays, tops up and reads an invoice', 7);
});

test('a client takes away last month in two clicks', async () => {
  const walk = await Walk.from(fixtures().a.clients[0]!.user);
  const { page } = walk;
  const newest = walk.panel('Newest leads');
  await walk.click(newest.getByRole('button', { name: 'Newest leads' }));
  const saved = page.waitForEvent('download');
  await walk.click(page.getByRole('menuitem', { name: 'Download last month (CSV)' }));
  expect(await readFile(await (await saved).path(), 'utf8')).toContain('ann@example.com');
  walk.arrived('a client takes away last month', 2);
});

test("an agency launches a client's first campaign in ten clicks at most, which ends waiting for the first visit", async () => {
  const walk = await Walk.from(fixtures().a.owner);
  const { page } = walk;
  await walk.click(walk.menu('Client Management'));
  await walk.click(page.getByRole('button', { name: 'Add client' }).first());
  const form = page.getByRole('region', { name: 'Add client' });
  // The fields follow each other: the tabulator leads from one to the next.
  await form.getByLabel('Company name').fill('Quay Books');
  await form.getByLabel('Full name').fill('Quinn Quay');
  await form.getByLabel(/^E-mail/).fill('quinn@quay.example');
  await form.getByLabel('Website').fill('www.quay.example');
  await walk.click(form.getByRole('button', { name: 'Add and invite' }));
  await walk.click(page.getByRole('link', { name: 'Quay Books' }));
  await walk.click(page.getByRole('button', { name: 'New campaign' }));
  await walk.click(page.getByRole('menuitem', { name: 'Site ID' }));
  const drawer = page.getByRole('dialog');
  await expect.poll(() => drawer.getByRole('textbox', { name: 'Website' }).inputValue()).toBe('https://www.quay.example/');
  await drawer.getByLabel('Campaign name').fill('Books');
  await walk.click(drawer.getByRole('button', { name: 'Create campaign' }));
  await page.getByRole('heading', { name: 'Books', level: 1 }).waitFor();
  await walk.click(page.getByRole('button', { name: 'Activate' }));
  await page.getByRole('status').filter({ hasText: 'Waiting for the first visit.' }).waitFor();
  walk.arrived("an agency launches a client's first campaign", 10);
});

test('campaigns whose leads are taken are those of the client that was chosen', async () => {
  await rename(stage.app, fixtures().a.owner, { enhance: { name: 'Enhance ID', url: 'enhanceid' } });
  const page = await stage.open('/enhanceid/campaign-management', fixtures().a.owner);
  page.setDefaultTimeout(20_000);
  await page
    .getByRole('button', { name: /^(Add|Create|New)/ })
    .first()
    .click();
  const offered = async (client: string): Promise<string[]> => {
    await page.getByRole('combobox', { name: /^Client/ }).click();
    await page.getByRole('option', { name: client }).click();
    await page.getByRole('combobox', { name: 'Leads of' }).click();
    await page.getByRole('option', { name: /Shop/ }).first().waitFor();
    const names = await page.getByRole('option').filter({ hasText: 'Shop' }).allInnerTexts();
    await page.keyboard.press('Escape');
    return names;
  };
  expect(await offered('Client A1')).toEqual([expect.stringContaining('Client A1')]);
  expect(await offered('Client A2')).toEqual([expect.stringContaining('Client A2')]);
});

test('the history under the settings of a campaign has a change at once', async () => {
  const { a } = fixtures();
  const { body } = await stage.app.call('GET', '/api/campaigns/choices?companyId=' + a.clients[0]!.tenant.id, a.owner);
  const page = await stage.open(`/siteid/campaign-management/${body.options[0].value}?tab=settings`, a.owner);
  page.setDefaultTimeout(20_000);
  const history = page.locator('[data-block=timeline]');
  await history.waitFor();
  await page.getByRole('button', { name: 'Edit Limits and price' }).click();
  await page.getByRole('textbox', { name: 'Lead limit', exact: true }).fill('25');
  await page.getByRole('button', { name: 'Save' }).click();
  await history.getByText('Campaign Shop changed').first().waitFor();
});

test('a client finds why a visitor is no lead in two clicks', async () => {
  const { a } = fixtures();
  const website = await Website.over(stage.app);
  await website.people([{ firstName: 'bob', email: 'bob@people.example', state: 'IL', city: 'Chicago' }]);
  const wanted = { campaignName: 'Only Texas', nationaltargeting: 'F', locatorstate: ['TX'] };
  const id = await website.campaign(a.owner, a.clients[0]!.tenant.id, wanted);
  await website.visits([id], [{ who: 'bob', at: 0 }]);
  const walk = await Walk.from(a.clients[0]!.user);
  await walk.click(walk.menu('Site ID'));
  await walk.click(walk.page.getByRole('link', { name: 'Only Texas' }));
  const reason = walk.page.locator('[data-block=funnel] li li').filter({ hasText: 'Outside your rules' });
  await reason.getByText(/lives outside the campaign/).waitFor();
  walk.arrived('a client finds why a visitor is no lead', 2);
});

test('the browser had nothing to complain about', () => expect(stage.complaints).toEqual([]));
