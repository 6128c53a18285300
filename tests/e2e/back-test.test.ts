import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright';
import { Website } from '../back-test/website.ts';
import { openStage, type Look, type Stage } from './support.ts';

const STATES = ['TX', 'IL', 'NY'];

let stage: Stage;
let site: Website;
beforeAll(async () => {
  stage = await openStage();
  site = await Website.over(stage.app);
  const { a } = stage.app.fixtures;
  await site.people(Array.from({ length: 30 }, (_, n) => ({ firstName: `p${n}`, email: `p${n}@people.example`, state: STATES[n % 3]! })));
  const id = await site.campaign(a.owner, a.clients[0]!.tenant.id, { campaignName: 'Shop window', CostSet: '2' });
  for (let day = 0; day < 6; day += 1) {
    stage.app.clockOffset = day * 86_400_000;
    await site.visits(
      [id],
      [...Array.from({ length: 5 + day * 2 }, (_, n) => ({ who: `p${day * 3 + n}`, at: -60_000 - n })), { who: 'x', at: -1 }],
    );
  }
});
afterAll(() => stage.close());

async function open(look: Look = {}): Promise<Page> {
  const page = await stage.open('/siteid/campaign-management', stage.app.fixtures.a.owner, look);
  page.setDefaultTimeout(15_000);
  // On a phone the row opens by a button of its own.
  await page
    .getByRole('button', { name: /Show details: Shop window|عرض التفاصيل: Shop window/ })
    .or(page.getByRole('row').getByText('Shop window'))
    .first()
    .click();
  return page;
}

test('an agency tries other settings and sees what they would have brought, and keeps what it typed', async () => {
  const page = await open();
  await page.getByRole('tab', { name: 'Estimate' }).click();
  const limit = page.getByRole('textbox', { name: 'Lead limit' });
  const estimate = page.getByRole('button', { name: 'Estimate results' });
  await estimate.click();
  const results = page.locator('dl').filter({ hasText: 'Cost of leads' });
  const tile = (name: string) => results.locator(`dt:has-text("${name}") + dd`);
  await page.getByRole('figure', { name: 'Expected leads per day' }).waitFor();
  expect(await tile('Cost of leads').innerText()).toMatch(/^\$\d+\.00$/);
  const leads = Number(await tile('Leads').first().innerText());
  expect(leads).toBeGreaterThan(10);

  await limit.fill('1');
  await estimate.click();
  await expect.poll(() => tile('Leads').first().innerText()).toBe('6');
  expect(await tile('Cost of leads').innerText()).toBe('$12.00');
  expect(await limit.inputValue()).toBe('1');
  await page.getByRole('row').filter({ hasText: 'Limit reached' }).last().waitFor();
  // Nothing was saved, and nothing is left to save.
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Edit Limits and price' }).click();
  expect(await page.getByRole('textbox', { name: 'Lead limit', exact: true }).inputValue()).toBe('0');
});
