import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putLead } from '../support/put-lead.ts';
import { openStage, type Stage } from './support.ts';

/** Addresses that ask for what is not there: each is answered once, in words and in its place, and says what to do. */
let stage: Stage;
let campaign: number;
let lead: string;
let foreign: string;
beforeAll(async () => {
  stage = await openStage();
  const { a, b } = stage.app.fixtures;
  const of = async (agency: typeof a, name: string): Promise<[number, string]> => {
    const client = agency.clients[0]!.tenant;
    const body = { companyID: client.id, leadspeekType: 'local', campaignName: name };
    const { leadspeek_api_id: id } = (await stage.app.call('POST', '/api/leadspeek/client/create', agency.owner, { body })).body;
    return [id, await putLead(stage.app, { client, campaign: id, name, cents: 150, at: new Date() })];
  };
  [campaign, lead] = await of(a, 'ada');
  [, foreign] = await of(b, 'bob');
});
afterAll(() => stage.close());

const open = (path: string): Promise<Page> => stage.open(path, stage.app.fixtures.a.owner);
/** Every block has drawn what it reads, or said why not. */
const drawn = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => !document.querySelector('[aria-busy=true], .mantine-Skeleton-root'), null, { timeout: 15_000 });
const alerts = (page: Page): Promise<string[]> => page.getByRole('alert').allInnerTexts();

test.each([
  ['f-period=whenever', 'Please choose a period, such as the last 30 days.'],
  ['f-period=2026-02-31..2026-03-01', 'Please choose a day that is in the calendar, between 2000 and 2100.'],
  ['f-period=2026-11-20..2026-11-01', 'The first day must not be after the last.'],
])('a list of leads, of spend and of days says once what is wrong with %s, and its filters stay in reach', async (query, said) => {
  for (const path of ['/leads', '/reports/spend', '/reports/days']) {
    const page = await open(`${path}?${query}`);
    await page.getByRole('alert').first().waitFor();
    await drawn(page);
    expect(
      (await alerts(page)).map((text) => text.trim()),
      path,
    ).toEqual([said]);
    await page.getByRole('button', { name: 'Last 30 days' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await stage.leave(page);
  }
});

test('a home says once that its days are none, and leads back to the usual ones', async () => {
  const page = await open('/dashboard?period=2026-02-31..2026-03-01');
  await page.getByRole('alert').waitFor();
  await drawn(page);
  expect(await alerts(page)).toEqual([expect.stringContaining('Please choose a day that is in the calendar') as string]);
  await page.getByRole('button', { name: 'Show the usual period' }).click();
  await page.getByText('Needs attention').first().waitFor();
  expect(new URL(page.url()).search).toBe('');
});

test('a list says what of its address it does not have, shows the rest and forgets it', async () => {
  const page = await open('/leads?cols=name,gone&sort=nothing&f-product=none&q=ada');
  await page.getByText('Product: none · Sort by nothing · Column gone').waitFor();
  await page.getByRole('button', { name: 'Actions for ada' }).waitFor();
  expect(await stage.faults(page)).toEqual([]);
  await page.getByRole('button', { name: 'OK' }).click();
  await page.getByText('Column gone').waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('?cols=name&q=ada');
});

test("another agency's lead, and none at all, are not found in one place", async () => {
  for (const id of [foreign, 'nothing']) {
    const page = await open(`/leads?open=${id}`);
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Not found').waitFor();
    expect(await drawer.getByRole('alert').count()).toBe(0);
    await stage.leave(page);
  }
});

test('a campaign has a page under its own product alone', async () => {
  await (await open(`/siteid/campaign-management/${campaign}`)).getByRole('heading', { name: 'ada' }).waitFor();
  await (await open(`/searchid/campaign-management/${campaign}`)).getByText('404 - Page Not Found').waitFor();
});

test('whoever looks at a lead while its person is erased sees that', async () => {
  const page = await open(`/leads?open=${lead}`);
  const drawer = page.getByRole('dialog');
  await drawer.getByText('ada@example.com').first().waitFor();
  const { a } = stage.app.fixtures;
  const { id } = (await stage.app.call('POST', '/api/privacy/requests', a.owner, { body: { who: 'ada@example.com' } })).body;
  expect((await stage.app.call('POST', `/api/privacy/requests/${id}/erase`, a.owner)).status).toBe(200);
  await stage.app.settle();
  await drawer.getByText('Erased person').first().waitFor();
  expect(await drawer.innerText()).not.toContain('ada@example.com');
});

test('the browser had nothing to complain about', () => expect(stage.complaints).toEqual([]));
