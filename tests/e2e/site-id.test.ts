import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../core/testing/fixtures.ts';
import { type Look, openStage, type Stage } from './support.ts';

const CAMPAIGNS = '/siteid/campaign-management';
let stage: Stage;
let site: Server;
let origin: string;
let markup = '';

beforeAll(async () => {
  site = createServer(
    (_request, response) => void response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Shop</title>${markup}`),
  );
  await new Promise<void>((resolve) => void site.listen(0, 'localhost', resolve));
  const host = `localhost:${(site.address() as AddressInfo).port}`;
  origin = `http://${host}/`;
  stage = await openStage({ egressAllow: [host] });
});
afterAll(async () => {
  await stage.close();
  site.close();
});

async function campaigns(as: Person, look: Look = {}): Promise<Page> {
  const page = await stage.open(CAMPAIGNS, as, look);
  page.setDefaultTimeout(8_000);
  return page;
}
const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });
const shows = (page: Page, name: string, state: string): Promise<void> =>
  rowOf(page, name).getByText(state, { exact: true }).waitFor({ timeout: 5_000 });
/** Picks an entry of a row's menu. */
async function act(page: Page, name: string, action: string): Promise<void> {
  await rowOf(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}
/** Fills the drawer of a new campaign in; `client` is chosen where there is a choice. */
async function create(page: Page, name: string, client?: string): Promise<void> {
  await page.getByRole('button', { name: 'New campaign' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Campaign name').fill(name);
  if (client) {
    await drawer.getByLabel(/^Client( \*)?$/).click();
    await page.getByRole('option', { name: client }).click();
  }
  await drawer.getByRole('textbox', { name: 'Website' }).fill(origin);
  await drawer.getByRole('textbox', { name: 'Lead limit' }).fill('25');
  await drawer.getByRole('button', { name: 'Create campaign' }).click();
  await drawer.waitFor({ state: 'detached' });
  await back(page, name);
  await shows(page, name, 'Draft');
}
/** What begins ends on the campaign's page; the list is above it. */
async function back(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Campaigns' }).click();
}

test('an agency creates a campaign for its client, runs it, pauses it, takes that back, and puts it away', async () => {
  const page = await campaigns(stage.app.fixtures.a.owner);
  await page.getByText('Your clients pay $1.50 per lead in new campaigns.').waitFor();
  await create(page, 'Autumn shop', 'Client A1');
  await rowOf(page, 'Autumn shop').getByText('Client A1').waitFor();

  // Its pixel was never seen and its leads go nowhere, which the agency may accept, but not overlook.
  await act(page, 'Autumn shop', 'Activate');
  await page.getByRole('status').filter({ hasText: 'Waiting for the first visit.' }).waitFor();
  await back(page, 'Autumn shop');
  await shows(page, 'Autumn shop', 'Needs attention');
  await rowOf(page, 'Autumn shop')
    .getByText(/Pixel not detected/)
    .waitFor();
  await page.getByText('2 things need attention').waitFor();
  await act(page, 'Autumn shop', 'Pause');
  await shows(page, 'Autumn shop', 'Paused');
  await page.getByText('Autumn shop is paused.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await shows(page, 'Autumn shop', 'Needs attention');

  await rowOf(page, 'Autumn shop')
    .getByRole('button', { name: /^Details of/ })
    .click();
  await page.getByLabel('Price per lead').fill('2.10');
  await page.getByLabel('Campaign name').fill('Winter shop');
  await page.getByRole('button', { name: 'Save' }).click();
  await rowOf(page, 'Winter shop').getByText('2.10').waitFor();
  await page.getByRole('tab', { name: 'Pixel' }).click();
  await page
    .getByText(/<script>.+<\/script>\s*<script async src=".+\/px\/.+\.js"><\/script>/)
    .first()
    .waitFor();

  await act(page, 'Winter shop', 'Stop');
  const asked = page.getByRole('dialog', { name: 'Stop Winter shop?' });
  await asked.getByRole('button', { name: 'Stop', exact: true }).click();
  await shows(page, 'Winter shop', 'Stopped');
  await act(page, 'Winter shop', 'Archive');
  await rowOf(page, 'Winter shop').waitFor({ state: 'detached' });
  expect(
    (await stage.app.call('GET', '/api/leadspeek/client/-/local/-?CampaignStatus=archived', stage.app.fixtures.a.owner)).body.total,
  ).toBe(1);
});

test('a client sees no price to set, must show its pixel before it activates, and sends a test lead', async () => {
  const page = await campaigns(stage.app.fixtures.a.clients[1]!.user);
  await page.getByRole('button', { name: 'New campaign' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Monthly budget').waitFor();
  expect(await drawer.getByLabel('Price per lead').count()).toBe(0);
  expect(await drawer.getByLabel(/^Client( \*)?$/).count()).toBe(0);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await create(page, 'My own shop');
  await rowOf(page, 'My own shop').getByText('1.50').waitFor();

  await act(page, 'My own shop', 'Activate');
  await page
    .getByText(/The pixel has not been detected on the website in the last 30 days/)
    .first()
    .waitFor();
  await shows(page, 'My own shop', 'Draft');

  await rowOf(page, 'My own shop')
    .getByRole('button', { name: /^Details of/ })
    .click();
  await page.getByRole('tab', { name: 'Pixel' }).click();
  await page.getByRole('button', { name: 'Check installation' }).click();
  await page
    .getByText(/the pixel is not on it/)
    .first()
    .waitFor();
  markup = (await page
    .getByText(/<script async src=/)
    .first()
    .textContent())!;
  await page.getByRole('button', { name: 'Check installation' }).click();
  await page.getByText('Working', { exact: true }).waitFor();

  await act(page, 'My own shop', 'Activate');
  await back(page, 'My own shop');
  await shows(page, 'My own shop', 'Needs attention');
  await rowOf(page, 'My own shop').getByText('No destination').first().waitFor();
  await page.getByText('1 thing needs attention').waitFor(); // a destination, and no longer the pixel
  await act(page, 'My own shop', 'Send test lead');
  await page.getByText('A test lead is on its way to every destination.').waitFor();
  await act(page, 'My own shop', 'Send test lead');
  await page
    .getByText(/only attempt this test once every minute/)
    .first()
    .waitFor();
});

test('in Arabic and on a telephone nothing is lost', async () => {
  const page = await campaigns(stage.app.fixtures.a.clients[1]!.user, { locale: 'ar', width: 390 });
  await page.getByText('My own shop').first().waitFor();
  expect(await page.evaluate(() => [document.dir, document.documentElement.scrollWidth <= innerWidth])).toEqual(['rtl', true]);
  expect(await page.content()).not.toMatch(/site-id\.[a-z]/);
});

test('the screen has no accessibility faults, and the browser had nothing to complain about', async () => {
  const page = await campaigns(stage.app.fixtures.a.owner);
  await page.getByText('My own shop').first().waitFor();
  expect(await stage.faults(page)).toEqual([]);
  expect(stage.complaints).toEqual([]);
});
