import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Looks } from './looks.ts';
import { openStage, type Stage } from './support.ts';

/** A person's browser; the test's own calls itself headless, which counts as a machine. */
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const MOST_CLICKS = 10;

let stage: Stage;
let shop: Server;
let origin: string;
let script = '';

beforeAll(async () => {
  shop = createServer(
    (_request, response) => void response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Pier</title>${script}`),
  );
  await new Promise<void>((resolve) => void shop.listen(0, 'localhost', resolve));
  origin = `http://localhost:${(shop.address() as AddressInfo).port}`;
  stage = await openStage({ egressAllow: [new URL(origin).host] });
});
afterAll(async () => {
  await stage.close();
  shop.close();
});

/** Goes to a field with the tabulator and types into it, as somebody does who has just typed into the one before. */
async function type(page: Page, field: Locator, text: string): Promise<void> {
  await field.waitFor();
  for (let presses = 0; presses < 30 && !(await field.evaluate((input) => input === document.activeElement)); presses++)
    await page.keyboard.press('Tab');
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type(text);
}
/** Clicks of the pointer since the page was opened; it is never loaded again. */
const clicks = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as { clicks: number }).clicks);

let page: Page;

test('an agency adds a client and launches its first campaign in few clicks, which ends waiting for the first visit', async () => {
  page = await stage.open('/', stage.app.fixtures.a.owner, { stays: true });
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  await page.evaluate(() => {
    const counted = window as unknown as { clicks: number };
    counted.clicks = 0;
    addEventListener('click', ({ detail, isTrusted }) => void (isTrusted && detail > 0 && counted.clicks++), true);
  });
  const from = Date.now();

  await page.getByRole('link', { name: 'Client Management' }).click();
  await page.getByRole('button', { name: 'Add client' }).first().click();
  const form = page.getByRole('region', { name: 'Add client' });
  await type(page, form.getByLabel('Company name'), 'Pier Bakery');
  await type(page, form.getByLabel('Full name'), 'Pat Pier');
  await type(page, form.getByLabel(/^E-mail/), 'pat@pier.example');
  await type(page, form.getByLabel('Website'), 'www.pier.example');
  await form.getByRole('button', { name: 'Add and invite' }).click();
  await page.getByRole('link', { name: 'Pier Bakery' }).click();

  await page.getByRole('heading', { name: 'Pier Bakery', level: 1 }).waitFor();
  await page.getByText('Pat Pier has not accepted the invitation yet.').waitFor();
  await page.getByRole('button', { name: 'New campaign' }).click();
  await page.getByRole('menuitem', { name: 'Site ID' }).click();
  const drawer = page.getByRole('dialog');
  await expect.poll(() => drawer.getByRole('textbox', { name: 'Website' }).inputValue()).toBe('https://www.pier.example/');
  await drawer.getByText('Pier Bakery').or(drawer.locator('input[value="Pier Bakery"]')).first().waitFor();
  await type(page, drawer.getByLabel('Campaign name'), 'Bread');
  await drawer.getByRole('button', { name: 'Create campaign' }).click();

  await page.waitForURL('**/siteid/campaign-management/*');
  await page.getByRole('heading', { name: 'Bread', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Activate' }).click();
  await page.getByRole('status').filter({ hasText: 'Waiting for the first visit.' }).waitFor();

  const count = await clicks(page);
  console.info(`an agency adds a client and launches its first campaign: ${count} clicks, ${((Date.now() - from) / 1000).toFixed(1)} s`);
  expect(count).toBeLessThanOrEqual(MOST_CLICKS);
});

test('the waiting page turns when the first visit comes', async () => {
  const { app } = stage;
  const id = Number(new URL(page.url()).pathname.split('/').at(-1));
  await app.call('PUT', '/api/leadspeek/client/allow-host', app.fixtures.a.owner, { body: { leadspeekID: id, host: 'localhost' } });
  script = (await app.call('GET', `/api/site-id/pixel/${id}`, app.fixtures.a.owner)).body.script.replace(/https?:\/\/[^/"]+/, app.url);
  await app.settle();
  const visitor = await stage.profile({ userAgent: AGENT });
  const site = await visitor.newPage();
  const collected = site.waitForResponse((response) => response.url().endsWith('/collect'));
  await site.goto(`${origin}/`);
  expect((await collected).status()).toBeLessThan(300);
  await page.getByRole('status').filter({ hasText: 'The first visit has arrived' }).waitFor({ timeout: 60_000 });
  expect(await page.getByText('Waiting for the first visit.').count()).toBe(0);
  await visitor.close();
});

test('a product that was switched off meanwhile is said in place on the client’s page', async () => {
  const { app } = stage;
  const { a } = app.fixtures;
  const client = a.clients[0]!;
  const shown = await stage.open(`/configuration/client-management/${client.tenant.id}`, a.owner);
  await shown.getByRole('button', { name: 'New campaign' }).click();
  await shown.getByRole('menuitem', { name: 'Site ID' }).waitFor();
  await shown.keyboard.press('Escape');
  await app.call('PUT', `/api/agencies/${a.tenant.id}/modules/search-id`, app.fixtures.operator, { body: { on: false } });
  await shown.getByRole('button', { name: 'New campaign' }).click();
  await shown.getByRole('menuitem', { name: 'Search ID' }).waitFor({ state: 'detached' });
});

test('sections of a client’s settings open in place, one at a time, and say what was changed', async () => {
  const { a } = stage.app.fixtures;
  const path = `/configuration/client-management/${a.clients[1]!.tenant.id}?tab=settings`;
  const shown = await stage.open(path, a.owner);
  const section = (name: RegExp): Locator => shown.getByRole('button', { name });
  await section(/^Permissions and notifications Adds campaigns/).click();
  await shown.getByRole('switch', { name: 'Client can add campaigns' }).click({ force: true });
  await shown.getByRole('button', { name: 'Save' }).click();
  await section(/^Permissions and notifications Your agency adds campaigns/).waitFor();
  await section(/^Prices/).click();
  await shown.getByRole('tab', { name: 'Site ID' }).waitFor();
  await section(/^Website and time zone/).click();
  await shown.getByLabel('Website').waitFor();
  expect(await shown.getByRole('switch', { name: 'Client can add campaigns' }).count()).toBe(0);
  await shown.reload();
  await shown.getByLabel('Website').waitFor();
});

test('a client that is not there, or of somebody else, shows the same page', async () => {
  const { a, b } = stage.app.fixtures;
  for (const id of [b.clients[0]!.tenant.id, 2_000_000_000, 'abc']) {
    const shown = await stage.open(`/configuration/client-management/${id}`, a.owner);
    await shown.getByText('404 - Page Not Found').waitFor();
    await stage.leave(shown);
  }
});

test('an operator opens an agency from its list, with a tab for each thing, and sees who its clients are', async () => {
  const { app } = stage;
  const shown = await stage.open('/configuration/agency-list', app.fixtures.operator);
  await shown.getByRole('link', { name: app.fixtures.a.tenant.name }).click();
  await shown.getByRole('heading', { name: app.fixtures.a.tenant.name, level: 1 }).waitFor();
  expect(await shown.getByRole('tab').allInnerTexts()).toEqual([
    'Overview',
    'Clients',
    'Modules and beta features',
    'Plan and charges',
    'People',
    'Domains',
    'Details',
    'Activity',
  ]);
  await shown.getByRole('tab', { name: 'Clients' }).click();
  await shown.getByRole('cell', { name: 'Client A1' }).waitFor();
  expect(new URL(shown.url()).searchParams.get('tab')).toBe('clients');
});

test.for(['en', 'ar'] as const)('every tab of both pages is free of faults in each look (%s)', async (locale) => {
  const { a, operator } = stage.app.fixtures;
  const looks = new Looks(stage);
  for (const [path, as] of [
    [`/configuration/client-management/${a.clients[0]!.tenant.id}`, a.owner],
    [`/configuration/agency-list/${a.tenant.id}`, operator],
  ] as const) {
    const shown = await stage.open(path, as, { locale });
    const tabs = shown.getByRole('tab');
    await tabs.first().waitFor();
    for (let n = 0; n < (await tabs.count()); n++) {
      await tabs.nth(n).click();
      await shown.waitForFunction(() => !document.querySelector('main [aria-busy=true], main .mantine-Skeleton-root'));
      expect([path, n, await looks.faults(shown, locale)]).toEqual([path, n, []]);
    }
    await stage.leave(shown);
  }
});

test('the browser had nothing to complain about', () => expect(stage.complaints).toEqual([]));
