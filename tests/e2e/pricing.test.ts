import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from './support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  const { operator, root } = stage.app.fixtures;
  await stage.app.call('PUT', `/api/pricing/agencies/${root.id}`, operator, {
    body: { term: 'Weekly', Weekly_EnhanceCostperlead: 120, Weekly_B2bCostperlead: 200 },
  });
});
afterAll(() => stage.close());

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('the cost of an agency is typed as digits, saved, and reset to the minimum', async () => {
  const { a, operator } = stage.app.fixtures;
  const page = await stage.open('/configuration/agency-list', operator);
  await act(page, 'Agency A', 'Set Cost for Agency');
  const dialog = page.getByRole('dialog');
  const enhance = dialog.getByRole('group', { name: 'Enhance ID' });
  await enhance.getByText('*Cost Per Lead Minimum $1.20').waitFor();
  const price = enhance.getByLabel(/^Cost per lead/);
  await price.click();
  await price.fill('');
  await price.pressSequentially('1a.0.5');
  expect(await price.inputValue()).toBe('1.05');
  await price.blur();
  const fee = enhance.getByLabel('Platform fee');
  await fee.fill('');
  await fee.pressSequentially('1200.5');
  await fee.blur();
  expect(await fee.inputValue()).toBe('1,200.50');
  await fee.fill('');
  await fee.blur();
  expect(await fee.inputValue()).toBe('0.00');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText('77'));
  await fee.focus();
  await page.keyboard.press('Control+V');
  expect(await fee.inputValue()).toBe('0.00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page
    .getByText(/Setting has been saved\. The cost per lead of Enhance ID \(Weekly\) was below the minimum and has been raised to \$1\.20\./)
    .first()
    .waitFor();
  const { data } = (await stage.app.call('GET', `/api/configuration/setting/${a.tenant.id}/costagency`, operator)).body;
  expect(data.enhance.Weekly.EnhanceCostperlead).toBe('1.20');
});

test('a client has prices of its own, with the margin and a warning of a loss', async () => {
  const { a } = stage.app.fixtures;
  const page = await stage.open('/configuration/client-management', a.owner, { width: 400 });
  await act(page, 'Client A1', 'Prices');
  const drawer = page.getByRole('dialog', { name: 'Prices' });
  await drawer.getByText('Margin per lead').waitFor();
  const price = drawer.getByLabel('Price per lead', { exact: false }).first();
  await price.fill('');
  await price.pressSequentially('0.25');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/you lose \$0\.25 on each lead/).waitFor();
  await page.getByRole('button', { name: 'Save and lose $0.25 per lead' }).click();
  const loss = 'The client pays $0.25 less for a lead than it costs you.';
  await page.getByText(`The prices of Client A1 have been saved. ${loss}`).first().waitFor();
  await drawer.waitFor({ state: 'detached' });
  await act(page, 'Client A1', 'Prices');
  await drawer.getByText(loss).waitFor();
  expect(await stage.faults(page)).toEqual([]);
});

test('the minimums have a page in Arabic', async () => {
  const page = await stage.open('/configuration/minimum-costs', stage.app.fixtures.operator, { locale: 'ar', width: 400 });
  await page.getByRole('heading', { level: 1, name: 'الحد الأدنى للتكاليف' }).waitFor();
  await page.getByRole('group', { name: 'Enhance ID' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)).toBe(false);
  expect(await stage.faults(page)).toEqual([]);
});

test('the browser had nothing to complain about', () => expect(stage.complaints).toEqual([]));
