import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Website } from '../back-test/website.ts';
import { type Look, openStage, type Stage } from './support.ts';

/** The page of a campaign: why visitors are no leads, the pixel in its website, and its settings one section at a time. */
let stage: Stage;
let website: Website;
let site: Server;
let id: number;

beforeAll(async () => {
  site = createServer(
    (_request, response) => void response.setHeader('content-type', 'text/html').end('<link href="/wp-content/style.css"><h1>Shop</h1>'),
  );
  await new Promise<void>((resolve) => void site.listen(0, 'localhost', resolve));
  const host = `localhost:${(site.address() as AddressInfo).port}`;
  stage = await openStage({ egressAllow: [host] });
  website = await Website.over(stage.app);
  const { a } = stage.app.fixtures;
  await website.people([
    { firstName: 'ann', email: 'ann@people.example', state: 'TX', city: 'Austin' },
    { firstName: 'bob', email: 'bob@people.example', state: 'IL', city: 'Chicago' },
  ]);
  id = await website.campaign(a.owner, a.clients[0]!.tenant.id, {
    campaignName: 'Autumn shop',
    urlCode: `http://${host}/`,
    nationaltargeting: 'F',
    locatorstate: ['TX'],
  });
  await website.visits(
    [id],
    ['ann', 'bob', 'nobody'].map((who, n) => ({ who, at: -60_000 * n })),
  );
});
afterAll(async () => {
  await stage.close();
  site.close();
});

const client = () => stage.app.fixtures.a.clients[0]!.user;
const open = async (tab: string, look: Look = {}): Promise<Page> => {
  const page = await stage.open(`/siteid/campaign-management/${id}?tab=${tab}`, client(), look);
  page.setDefaultTimeout(15_000);
  return page;
};
const query = (page: Page, name: string): string | null => new URL(page.url()).searchParams.get(name);

test('a client is led from the reason why a visitor is no lead to what to change in two clicks', async () => {
  const page = await open('results');
  const reason = page.locator('[data-block=funnel] li li').filter({ hasText: 'Outside your rules' });
  await reason.getByText(/lives outside the campaign/).waitFor();
  await reason.getByRole('link', { name: /Show all: Outside your rules/ }).click();
  const visits = page.locator('[data-block=stream] ol > li');
  await page.getByText('1 in total').waitFor();
  expect(await visits.count()).toBe(1);
  await page.getByRole('button', { name: /What happened: Outside your rules/ }).waitFor();
  await visits.first().getByRole('button').click();
  await page.getByText('TX', { exact: true }).waitFor();
  expect(await visits.first().innerText()).not.toMatch(/Chicago|bob/i);
  await visits.first().getByRole('button', { name: 'Change settings' }).click();
  await page.getByRole('tab', { name: 'Settings', selected: true }).waitFor();
  await page.getByLabel('Whole country').waitFor();
  expect(query(page, 'edit')).toBe('nationaltargeting');
});

test('visits narrowed by a link are all there again once the chip is taken away', async () => {
  const page = await open('visitors&outcome=no_match');
  const visits = page.locator('[data-block=stream] ol > li');
  await page.getByText('1 in total').waitFor();
  await expect.poll(() => visits.count()).toBe(1);
  await page.getByRole('button', { name: /What happened: Not recognized/ }).click();
  await expect.poll(() => visits.count()).toBe(3);
  expect(query(page, 'outcome')).toBeNull();
  await website.visits([id], [{ who: 'somebody', at: 0 }]);
  await expect.poll(() => visits.count(), { timeout: 15_000 }).toBe(4);
});

test('the source says what the website runs on, opens the guide that fits, and mails it', async () => {
  const page = await open('source');
  await page.getByText('Working', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Any website', selected: true }).waitFor();
  await page.getByRole('button', { name: 'Check installation' }).click();
  await page.getByRole('tab', { name: 'WordPress', selected: true }).waitFor();
  await page.getByText('Install a plugin that adds code to the header, such as WPCode.').waitFor();
  await page.getByRole('button', { name: 'E-mail instructions' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Developer’s e-mail address').fill('dev@people.example');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await page.getByText('The instructions are on their way to dev@people.example.').first().waitFor();
  const [mail] = await stage.app.kernel.platform('core_mail').where({ recipient: 'dev@people.example' });
  expect(mail.body).toContain('WPCode');
  await dialog.waitFor({ state: 'detached' });
});

test('a website that was refused is allowed by one click, and that is taken back', async () => {
  const { id: company_id, agencyId: agency_id, rootId: root_id } = client().tenant;
  await stage.app.kernel
    .platform('capture_refused_host')
    .insert({ campaign_id: id, company_id, agency_id, root_id, host: 'blog.example', beacons: 12 });
  const page = await open('source');
  const [allowed, blocked] = ['Allowed websites', 'Blocked websites'].map((name) => page.locator(`section[aria-label="${name}"]`));
  await blocked!.getByText('12 visits').waitFor();
  await blocked!.getByRole('button', { name: 'Allow' }).click();
  await allowed!.getByText('blog.example').waitFor();
  await allowed!.getByRole('button', { name: 'Remove' }).click();
  await blocked!.getByText('blog.example').waitFor();
});

test('settings are lines of what is set, edited one section at a time in place', async () => {
  const page = await open('settings');
  const section = (name: string) => page.locator('[data-block=form] li').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await section('Location').getByText('States: TX').waitFor();
  await page.getByRole('button', { name: 'Edit Limits and price' }).click();
  await page.getByRole('button', { name: 'Save' }).waitFor();
  expect(await page.getByRole('button', { name: /^Edit / }).count()).toBe(0);
  expect(await page.getByLabel('Campaign name').count()).toBe(0);
  await page.getByRole('textbox', { name: 'Lead limit', exact: true }).fill('25');
  await page.getByRole('button', { name: 'Save' }).click();
  await section('Limits and price')
    .getByText(/Lead limit: 25/)
    .waitFor();
  expect(query(page, 'edit')).toBeNull();
  const { body } = await stage.app.call('GET', `/api/leadspeek/getcampaign/${id}`, client());
  expect(body).toMatchObject({ LimitLead: 25, campaignName: 'Autumn shop', locatorstate: ['TX'] });

  await page.getByRole('button', { name: 'Edit Location' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Edit Location' }).waitFor();
});

test.each([
  { width: 1440, scheme: 'light', locale: 'en' },
  { width: 400, scheme: 'dark', locale: 'ar' },
] as const)('every tab is accessible and fits: $width $scheme $locale', async (look) => {
  for (const tab of ['results', 'visitors', 'source', 'settings']) {
    const page = await open(tab, look);
    await page.waitForFunction(() => document.querySelector('main [data-block]') && !document.querySelector('main .mantine-Skeleton-root'));
    expect(await stage.faults(page), tab).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), tab).toBe(true);
    await stage.leave(page);
  }
});

test('the browser had nothing to complain about', () => expect(stage.complaints).toEqual([]));
