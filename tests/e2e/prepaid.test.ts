import { afterAll, beforeAll, expect, test } from 'vitest';
import { Shop } from '../../plugins/commerce/prepaid/shop.fake.ts';
import { agree, openStage, type Stage } from './support.ts';

let stage: Stage;
let shop: Shop;
let id: number;
beforeAll(async () => {
  stage = await openStage();
  shop = await Shop.start(stage.app);
  id = await shop.campaign('Prepaid', { LimitLead: 20, LimitLeadFreq: 'day' });
});
afterAll(() => stage.close());

test('an agency buys leads for a campaign, sees what is left, and stops continual top-up', async () => {
  const page = await stage.open('/siteid/campaign-management', shop.owner);
  const row = page.locator('tbody tr').filter({ hasText: 'Shop' }).first();
  await row.getByRole('button', { name: /actions/i }).click();
  await page.getByRole('menuitem', { name: 'Leads bought' }).click();
  await page.getByText('No leads have been bought yet.').waitFor();
  await page.getByRole('button', { name: 'Buy leads' }).click();
  const dialog = page.getByRole('dialog', { name: 'Buy leads' });
  await dialog.getByLabel(/^Leads/).fill('40');
  await dialog.getByLabel('Auto top-up').check();
  await dialog.getByRole('button', { name: 'Buy leads' }).click();
  await page.getByText(/\$90\.00 for 40 leads of Shop will be charged to Visa ending in 4242/).waitFor();
  await agree(page);
  await page.getByText('40 leads have been bought.').waitFor();
  await expect.poll(() => shop.status(id)).toBe('active');
  await shop.deliver(id, 15);
  await page.getByRole('button', { name: 'Stop auto top-up' }).click();
  const asked = page.getByRole('dialog', { name: 'Stop auto top-up?' });
  expect(await asked.innerText()).toContain('No more leads are bought for Shop.');
  await asked.getByRole('button', { name: 'Stop auto top-up' }).click();
  await page.getByText('Auto top-up of Shop is stopped.').waitFor();
  expect(await shop.current(id)).toMatchObject({ continual: 'stopped', remainingbalanceleads: 25 });
  expect(await stage.faults(page)).toEqual([]);
  expect(stage.complaints).toEqual([]);
});
