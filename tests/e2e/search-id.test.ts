import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../core/testing/fixtures.ts';
import { Searches } from '../search-id/searches.ts';
import { openStage, type Stage } from './support.ts';

const CAMPAIGNS = '/searchid/campaign-management';
let stage: Stage;
let it: Searches;
let owner: Person;
beforeAll(async () => {
  stage = await openStage();
  it = await Searches.over(stage.app);
  owner = stage.app.fixtures.a.owner;
  await it.records([
    { who: 'ann', keyword: 'kayak rental' },
    { who: 'ben', keyword: 'kayak rental', zip: '10001' },
    { who: 'cat', keyword: 'kayak paddle' },
  ]);
});
afterAll(() => stage.close());

async function open(): Promise<Page> {
  const page = await stage.open(CAMPAIGNS, owner);
  page.setDefaultTimeout(15_000);
  return page;
}
/** The innermost row: a campaign's is around those of its keywords. */
const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name }).last();

test('a campaign is made with inputs that complete themselves, and its people are counted', async () => {
  const page = await open();
  const asked: { at: number; search: string }[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (/suggestions|location-lookup/.test(pathname)) asked.push({ at: Date.now(), search: searchParams.get('search')! });
  });
  await page.getByRole('button', { name: 'New campaign' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Campaign name').fill('Kayaks');
  await drawer.getByLabel(/^Client( \*)?$/).click();
  await page.getByRole('option').first().click();

  // Nothing is asked below three characters, and once for what is typed in one go.
  const keywords = drawer.getByLabel('Keywords', { exact: true });
  await keywords.pressSequentially('ka');
  await keywords.press('k');
  await keywords.press('Backspace');
  await keywords.pressSequentially('yak', { delay: 20 });
  const list = page.getByRole('option');
  await list.first().waitFor();
  expect(await list.allInnerTexts()).toEqual(['kayak paddle\n1 person', 'kayak rental\n2 people'].toReversed());
  expect(asked.map(({ search }) => search)).toEqual(['kayak']);
  // By the keyboard alone.
  await keywords.press('ArrowDown');
  await keywords.press('Enter');
  await drawer.getByText('kayak rental', { exact: true }).waitFor();
  // A keyword of one's own stays what was typed.
  await keywords.fill('river canoes');
  await keywords.press('Enter');

  // A single place is taken by itself; the list closes a moment after the input is left.
  await drawer.getByLabel('Whole country').click();
  await drawer.getByLabel('States', { exact: true }).pressSequentially('Illi');
  await drawer.getByText('IL', { exact: true }).waitFor();
  expect(await drawer.getByLabel('States', { exact: true }).inputValue()).toBe('');
  const cities = drawer.getByLabel('Cities', { exact: true });
  await cities.pressSequentially('Spring');
  await list.first().waitFor();
  await cities.blur();
  expect(await list.count()).toBeGreaterThan(0);
  await list.first().waitFor({ state: 'hidden' });
  await cities.fill('');
  expect(await stage.faults(page, { within: ['[role=dialog]'] })).toEqual([]);
  // With a radius the places give way.
  await drawer.getByLabel('Choose by').click();
  await page.getByRole('option', { name: 'Radius' }).click();
  await drawer.getByLabel('States', { exact: true }).waitFor({ state: 'detached' });
  await drawer.getByLabel('Around').pressSequentially('6060');
  await page.getByRole('option', { name: '60601' }).click();
  expect(await drawer.getByLabel('Around').inputValue()).toBe('60601');
  await drawer.getByRole('button', { name: 'Create campaign' }).click();
  await drawer.waitFor({ state: 'detached' });

  await page.getByRole('heading', { name: 'Kayaks', level: 1 }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Campaigns' }).click();
  await rowOf(page, 'Kayaks')
    .getByRole('button', { name: /^Details of/ })
    .click();
  await page.getByRole('tab', { name: 'People per keyword' }).click();
  const rental = rowOf(page, 'kayak rental');
  await rental.getByText('60601, 25 mi').waitFor();
  // The counts come by themselves.
  await rental.getByText('Success').waitFor();
  await rowOf(page, 'river canoes').getByText('No result').waitFor();
  expect((await rental.innerText()).split(/\s*\t\s*|\n/)).toEqual(expect.arrayContaining(['2', '1']));
  expect(stage.complaints).toEqual([]);
});

test('the table of keywords says what failed and what waits, sorts and narrows', async () => {
  const id = (await it.create({ campaignName: 'Table', locatorkeyword: ['kayak rental', 'kayak paddle', 'broken', 'slow'] })).body
    .leadspeek_api_id;
  await stage.app.settle();
  const rows = () => stage.app.kernel.platform('search_id_count').where({ campaign_id: id });
  await rows().where({ keyword: 'broken' }).update({ state: 'error' });
  const page = await open();
  await rowOf(page, 'Table').click();
  await page.getByRole('tab', { name: 'People per keyword' }).click();
  const failed = rowOf(page, 'broken');
  expect(await failed.locator('[data-severity]').last().getAttribute('title')).toBe('Server might be busy. Please try again later.');
  expect(await failed.getByText('-', { exact: true }).count()).toBe(2);
  const names = async () =>
    (await page.getByRole('row').filter({ hasText: 'National Targeting' }).allInnerTexts())
      .map((row) => row.split(/[\n\t]/)[0])
      .filter((first) => first !== 'Settings');
  const inOrder = async (...expected: string[]): Promise<void> => {
    await expect.poll(names).toEqual(expected);
  };
  await inOrder('kayak rental', 'kayak paddle', 'broken', 'slow');
  const sort = page.getByRole('button', { name: 'Local count' });
  await sort.click();
  await inOrder('slow', 'kayak paddle', 'kayak rental', 'broken');
  await sort.click();
  await inOrder('kayak rental', 'kayak paddle', 'slow', 'broken');
  await sort.click();
  await inOrder('kayak rental', 'kayak paddle', 'broken', 'slow');
  const status = page.getByRole('combobox', { name: 'Status' }).last();
  await status.selectOption('Failed');
  await inOrder('broken');
  // While a run goes on nothing is tried again.
  const platform = stage.app.kernel.platform('search_id_run').where({ campaign_id: id });
  await platform.clone().update({ finished_at: null, asked_at: new Date(Date.now() - 600_000) });
  await rows()
    .where({ keyword: 'slow' })
    .update({ state: 'processing', lease_until: new Date(Date.now() + 600_000) });
  await page.reload();
  await failed.getByRole('button', { name: 'Actions for broken' }).click();
  expect(await page.getByRole('menuitem', { name: 'Retry' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await status.selectOption('Pending');
  expect(await rowOf(page, 'slow').locator('[data-severity]').last().getAttribute('title')).toMatch(
    /^Our servers are experiencing heavy usage at this time/,
  );
  await rows().where({ keyword: 'slow' }).update({ state: 'success' });
  await platform.clone().update({ finished_at: new Date() });
  await status.selectOption('Failed');
  await page.reload();
  await failed.getByRole('button', { name: 'Actions for broken' }).click();
  await page.getByRole('menuitem', { name: 'Retry' }).click();
  await expect.poll(async () => (await rows().where({ keyword: 'broken' }).first('state')).state).toBe('success');
  expect(stage.complaints).toEqual([]);
});
