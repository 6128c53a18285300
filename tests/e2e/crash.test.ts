import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCounts } from '../support/day-counts.ts';
import { openStage, type Stage } from './support.ts';

const TITLE = 'Something Went Wrong';
const TEXT = "We're sorry, an error occurred while loading the page.";
const HELP = 'Please try again later or contact the administrator.';
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const crash = (page: Page) => page.getByRole('heading', { level: 1, name: TITLE });
const words = (page: Page): Promise<string> => page.getByRole('main').innerText();

test('a part that does not load within 120 seconds shows the error page, and Retry reloads it', async () => {
  // Before anything was counted the page has no chart.
  const { clients, owner } = stage.app.fixtures.a;
  const company_id = clients[0]!.tenant.id;
  const { body } = await stage.app.call('POST', '/api/leadspeek/client/create', owner, {
    body: { companyID: company_id, leadspeekType: 'local', campaignName: 'One' },
  });
  const campaign_id = body.leadspeek_api_id as number;
  await addCounts(stage.app.kernel.platform, [
    { campaign_id, company_id, day: new Date().toISOString().slice(0, 10), outcomes: { lead: 1 } },
  ]);
  const page = await stage.open('/leads', owner);
  await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor();
  await page.clock.install();
  await page.route(/assets\/chart-.*\.js/, () => undefined); // asked for, and never answered
  await page.goto(`${stage.app.url}/siteid/dashboard`);
  await page.getByText('Leads today').waitFor();
  await page.clock.fastForward(100_000);
  await page.getByText('Leads today').waitFor();
  expect(await crash(page).count()).toBe(0);
  await page.clock.fastForward(20_000);
  await crash(page).waitFor();
  expect(await words(page)).toContain(TEXT);
  expect(await words(page)).toContain(HELP);
  expect(await page.title()).toBe(TITLE);
  expect(await stage.faults(page)).toEqual([]);

  await page.unroute(/assets\/chart-.*\.js/);
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('figure', { name: 'Leads and visits by day' }).waitFor();
  expect(await crash(page).count()).toBe(0);
});

test('a part that cannot be fetched shows the error page at once, also outside of the page itself', async () => {
  const page = await stage.open('/leads', stage.app.fixtures.a.owner);
  await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor();
  for (const part of [/assets\/chart-.*\.js/, /assets\/notices-.*\.js/]) {
    await page.route(part, (route) => route.abort());
    await page.goto(`${stage.app.url}/siteid/dashboard`);
    await crash(page).waitFor();
    await page.unroute(part);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  }
});

test('a server that cannot say what there is: its message, or else the usual words; Retry reloads', async () => {
  const page = await stage.open('/leads', stage.app.fixtures.a.owner);
  await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor();
  const refuse = (problem: object) =>
    page.route('**/api/ui/bootstrap', (route) =>
      route.fulfill({ status: 500, contentType: 'application/problem+json', body: JSON.stringify({ status: 500, ...problem }) }),
    );
  const told = { title: 'Busy', code: 'core.problem.busy', detail: 'The figures are being moved. Please come back at noon.' };
  await refuse({ ...told, requestId: 'r-7' });
  await page.reload();
  await crash(page).waitFor();
  expect(await words(page)).toContain(TEXT);
  expect(await words(page)).toContain(told.detail);
  expect(await words(page)).toContain('r-7');

  await page.unroute('**/api/ui/bootstrap');
  const [reloaded] = await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Retry' }).click()]);
  expect(reloaded).toBe(page);
  await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor();
});
