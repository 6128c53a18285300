import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../core/testing/fixtures.ts';
import { type Look, openStage, type Stage } from './support.ts';

let stage: Stage;
let owner: Person;
beforeAll(async () => {
  stage = await openStage();
  owner = stage.app.fixtures.a.owner;
  for (const fields of [
    { campaignName: 'Bakery' },
    { campaignName: 'Florist' },
    { campaignName: 'Museum', enddatecampaign: '2021-01-01' },
  ]) {
    const { status, text } = await stage.app.call('POST', '/api/leadspeek/client/create', owner, {
      body: { companyID: stage.app.fixtures.a.clients[0]!.tenant.id, leadspeekType: 'local', ...fields },
    });
    expect(status, text).toBe(200);
  }
});
afterAll(() => stage.close());

const campaigns = (look: Look = {}): Promise<Page> => stage.open('/siteid/campaign-management', owner, look);
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const shows = (page: Page, name: string, state: string): Promise<void> => row(page, name).getByText(state, { exact: true }).waitFor();

test('campaigns are activated together; which of them cannot be is said before, with the reason', async () => {
  const page = await campaigns();
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await bar.getByRole('button', { name: 'Activate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ready: 2 of 3' });
  await dialog.getByRole('listitem').filter({ hasText: 'Bakery' }).getByText('Ready', { exact: true }).waitFor();
  await dialog
    .getByRole('listitem')
    .filter({ hasText: 'Museum' })
    .getByText(/end date/)
    .waitFor();
  expect(await stage.faults(page)).toEqual([]);
  await shows(page, 'Bakery', 'Draft');
  await dialog.getByRole('button', { name: 'Activate (2)' }).click();
  await dialog.waitFor({ state: 'detached' });
  for (const name of ['Bakery', 'Florist']) await shows(page, name, 'Needs attention');
  await shows(page, 'Museum', 'Draft');

  // One that runs already is named as well.
  await page.getByRole('row').filter({ hasText: 'Bakery' }).getByRole('checkbox').check();
  await bar.getByRole('button', { name: 'Pause' }).click();
  const pausing = page.getByRole('dialog', { name: 'Ready: 1 of 2' });
  await pausing.getByRole('listitem').filter({ hasText: 'Museum' }).getByText('Does not apply').waitFor();
  await pausing.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('row').filter({ hasText: 'Bakery' }).getByRole('checkbox').uncheck();

  // The one that is left is refused again; nothing can be done, and no button offers it.
  await bar.getByRole('button', { name: 'Activate' }).click();
  const none = page.getByRole('dialog', { name: 'Ready: 0 of 1' });
  await none.waitFor();
  expect(await none.getByRole('button', { name: /Activate/ }).count()).toBe(0);
  await none.getByRole('button', { name: 'Close' }).last().click();
  await bar.getByRole('button', { name: 'Archive' }).click();
  await page.getByText('Archive: not possible for any of the selected rows').waitFor();
});

test('a campaign is duplicated, and the copy stands in the list', async () => {
  const page = await campaigns({ locale: 'ar', width: 400 });
  await page.getByRole('button', { name: 'إجراءات Bakery' }).click();
  await page.getByRole('menuitem', { name: 'تكرار' }).click();
  await page.getByText('نسخة من Bakery').first().waitFor();
});

test('nothing was complained about', () => expect(stage.complaints).toEqual([]));
