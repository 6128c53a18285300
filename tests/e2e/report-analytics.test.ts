import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, type Person } from '../../core/testing/fixtures.ts';
import { openStage, type Stage } from './support.ts';
import { addCounts } from '../support/day-counts.ts';

const PATH = '/configuration/report-analytics';
const DAY = 86_400_000;
const SOON = { timeout: 10_000 };
let stage: Stage;
let deputy: Person;
beforeAll(async () => {
  stage = await openStage();
  const { app } = stage;
  const { a, b, root } = app.fixtures;
  deputy = await addPerson(app.kernel, root, 'user', 'deputy@test.example', true);
  const day = (ago: number): string => new Date(Date.now() - ago * DAY).toISOString().slice(0, 10);
  const of = (company_id: number, ago: number, product: string) => ({ company_id, day: day(ago), product });
  await addCounts(app.kernel.platform, [
    {
      campaign_id: 1,
      ...of(a.clients[0]!.tenant.id, 2, 'local'),
      outcomes: { lead: 30, no_match: 70 },
      retail_cents: 4_500,
      wholesale_cents: 300,
    },
    {
      campaign_id: 2,
      ...of(a.clients[0]!.tenant.id, 3, 'b2b'),
      outcomes: { lead: 5, no_match: 5 },
      retail_cents: 2_000,
      wholesale_cents: 500,
    },
    {
      campaign_id: 3,
      ...of(b.clients[0]!.tenant.id, 40, 'local'),
      outcomes: { lead: 8, no_match: 8 },
      retail_cents: 800,
      wholesale_cents: 80,
    },
  ]);
});
afterAll(() => stage.close());

const stat = async (page: Page, name: string): Promise<string> =>
  (
    await page
      .locator('dl > div')
      .filter({ has: page.locator('dt', { hasText: name }) })
      .locator('dd')
      .first()
      .innerText()
  ).trim();
const agencies = (page: Page): Promise<string[]> => page.locator('tbody tr td:first-child').allInnerTexts();

test('shows what all agencies did, narrowed by period and product in the address, and hands it out as a file', async () => {
  const page = await stage.open('/configuration/agency-list', stage.app.fixtures.operator);
  await page.getByRole('navigation').first().getByRole('link', { name: 'Report Analytics' }).click();
  await page.waitForURL(`**${PATH}`);
  await page.getByRole('heading', { level: 1, name: 'Report Analytics' }).waitFor();
  await expect.poll(() => stat(page, 'Leads'), SOON).toBe('35');
  expect([await stat(page, 'Conversion'), await stat(page, 'retail'), await stat(page, 'wholesale')]).toEqual(['31.8', '$65.00', '$8.00']);
  expect(await agencies(page)).toEqual(['Agency A', 'Agency B']);
  await page.getByRole('figure', { name: 'Leads and visits by day' }).waitFor();
  expect(await stage.faults(page)).toEqual([]);

  await page.goto(`${page.url()}?f-product=local&f-period=90d`);
  await expect.poll(() => stat(page, 'Leads'), SOON).toBe('38');
  expect(new URL(page.url()).search).toContain('f-period=90');
  await page.reload();
  await expect.poll(() => stat(page, 'retail'), SOON).toBe('$53.00');
  await page.getByRole('button', { name: /^Conversion \(%\)/ }).click();
  await page.getByRole('button', { name: /^Conversion \(%\)/ }).click();
  await expect.poll(() => agencies(page), SOON).toEqual(['Agency B', 'Agency A']);

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download CSV' }).click()]);
  expect(file.suggestedFilename()).toMatch(/^report-analytics-.*\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('"Agency A","100","30","30.0","0","","45.00","3.00"');
  expect(text).toContain('"Agency B","16","8","50.0","0","","8.00","0.80"');

  await page.getByRole('link', { name: 'Agency B' }).click();
  await page.waitForURL('**/configuration/agency-list?q=Agency*B');
  await page.getByRole('row').filter({ hasText: 'owner-b@test.example' }).waitFor();

  await page.getByRole('button', { name: 'System Settings' }).click();
  await page.getByRole('menuitem', { name: 'Report Analytics' }).click();
  await page.waitForURL(`**${PATH}`);
});

test('fits a narrow screen, and reads right to left', async () => {
  for (const locale of ['en', 'ar'] as const) {
    const page = await stage.open(`${PATH}?f-period=90`, stage.app.fixtures.operator, { width: 400, locale });
    await page.getByText('Agency A').first().waitFor();
    await page.getByRole('figure').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
    expect(await stage.faults(page)).toEqual([]);
    await stage.leave(page);
  }
});

test('does not exist for those without the permission; in view mode it shows the one agency', async () => {
  const { a, operator } = stage.app.fixtures;
  for (const somebody of [deputy, a.owner]) {
    const page = await stage.open(PATH, somebody);
    await page.getByText('404 - Page Not Found').waitFor();
    expect(await page.getByRole('link', { name: 'Report Analytics' }).count()).toBe(0);
    await stage.leave(page);
  }
  const own = await stage.app.kernel.sessions.open({ accountId: operator.id, ip: '', agent: '', aal: 1, aalNeeded: 1 });
  const { body } = await stage.app.call('POST', '/api/user/switch', own, { body: { usrID: a.owner.id, reason: 'Ticket 7: figures' } });
  const page = await stage.open('/login', null);
  await page.evaluate((token) => localStorage.setItem('token', token), body.access_token as string);
  await page.goto(stage.app.url + PATH);
  await expect.poll(() => stat(page, 'Leads'), SOON).toBe('35');
  await expect.poll(() => agencies(page), SOON).toEqual(['Agency A']);
  expect(stage.complaints).toEqual([]);
});
