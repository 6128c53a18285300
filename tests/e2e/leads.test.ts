import { readFile } from 'node:fs/promises';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStage, type Stage } from './support.ts';

/** The list of leads: narrowed, arranged, opened, and many leads at once. */
let stage: Stage;
const ids: string[] = [];
const DAY = 86_400_000;
const NAMES = ['Ava', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus', 'Hana', 'Ida', 'Jon', 'Kim', 'Lea'];
let campaign: number;

beforeAll(async () => {
  stage = await openStage();
  const { app } = stage;
  const { a } = app.fixtures;
  const make = async (client: number, name: string): Promise<number> => {
    const body = {
      companyID: a.clients[client]!.tenant.id,
      leadspeekType: 'local',
      campaignName: name,
      urlCode: 'https://harbor.example/',
      timezone: 'America/Chicago',
      CostSet: '1.50',
      nationaltargeting: 'T',
    };
    expect((await app.call('POST', '/api/leadspeek/client/create', a.owner, { body })).status).toBe(200);
    return ((await app.kernel.platform('campaigns_campaign').where({ name }).first('id')) as { id: number }).id;
  };
  campaign = await make(0, 'Harbor Coffee');
  const other = await make(1, 'River Tea');
  const lastMonth = new Date();
  lastMonth.setUTCDate(0);
  for (const [n, first] of NAMES.entries()) {
    const { id: company_id } = a.clients[n < 9 ? 0 : 1]!.tenant;
    const at = n < 5 ? new Date(Date.now() - n * 60_000) : new Date(lastMonth.getTime() - (n % 3) * DAY);
    const id = randomUUID();
    ids.push(id);
    await app.kernel.platform('leads_lead').insert({
      id,
      company_id,
      agency_id: a.tenant.id,
      root_id: app.fixtures.root.id,
      campaign_id: n < 9 ? campaign : other,
      product: 'local',
      person_key: randomBytes(32),
      first_name: first,
      last_name: 'Example',
      email: `${first.toLowerCase()}.with-an-address-that-is-rather-long@mail.example`,
      city: n % 2 ? 'Joliet' : 'Milwaukee',
      state: n % 2 ? 'IL' : 'WI',
      source: 'capture.page-view',
      evidence: { url: 'https://harbor.example/menu' },
      created_at: at,
      last_seen_at: at,
      retail_cents: n === 3 ? 0 : 150,
      is_test: n === 3,
    });
  }
  await app.kernel.platform('leads_total').insert([
    { campaign_id: campaign, product: 'local', leads: 9, company_id: a.clients[0]!.tenant.id },
    { campaign_id: other, product: 'local', leads: 3, company_id: a.clients[1]!.tenant.id },
  ]);
});
afterAll(() => stage.close());

const rows = (page: Page) => page.locator('tbody tr[data-row]');
async function count(page: Page, expected: number): Promise<void> {
  await expect.poll(() => rows(page).count(), { timeout: 15_000 }).toBe(expected);
}
const openFilters = (page: Page): Promise<void> => page.getByRole('button', { name: /^Filter/ }).click();

describe('the list of leads', () => {
  test('is narrowed by days, client and campaign, which stand in the address and can each be taken away', async () => {
    const page = await stage.open('/leads', stage.app.fixtures.a.owner);
    await count(page, 12);
    await page.getByRole('button', { name: 'Last month', exact: true }).click();
    await count(page, 7);
    expect(new URL(page.url()).search).toContain('f-period=last-month');
    await openFilters(page);
    await page.getByRole('combobox', { name: 'Client', exact: true }).fill('client a2');
    await page.getByRole('option', { name: 'Client A2' }).click();
    await count(page, 3);
    // Campaigns of the chosen client alone.
    await page.getByRole('combobox', { name: 'Campaign', exact: true }).click();
    await expect.poll(() => page.getByRole('listbox').getByRole('option').allTextContents()).toEqual(['River TeaClient A2']);
    await page.keyboard.press('Escape');
    await page.reload();
    await count(page, 3);
    await page.getByRole('button', { name: /Remove.*Client: Client A2/ }).click();
    await count(page, 7);
    await page.getByRole('button', { name: 'Last month', exact: true }).click();
    await count(page, 12);
    // The former address of the leads of a campaign.
    await page.goto(`${stage.app.url}/leads?campaign=${campaign}&f-state=IL`);
    await count(page, 4);
    await page.getByRole('button', { name: /Campaign: Harbor Coffee/ }).waitFor();
    await page.getByRole('button', { name: /State: Illinois/ }).waitFor();
    await stage.leave(page);
  });

  test('shows the columns and the density that somebody chose, and keeps them', async () => {
    const { a } = stage.app.fixtures;
    const page = await stage.open('/leads', a.owner);
    await count(page, 12);
    await page.getByRole('button', { name: 'Columns' }).click();
    const menu = page.getByRole('dialog', { name: 'Columns' });
    await menu.getByLabel('Price').click();
    await menu.getByLabel('E-mail').click();
    expect(await menu.getByLabel('Name').isDisabled()).toBe(true);
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/layout') && answer.ok());
    await menu.getByText('Compact').click();
    await saved;
    await page.keyboard.press('Escape');
    const headings = (where: Page) => where.locator('thead th').allTextContents();
    expect(await headings(page)).toEqual(expect.arrayContaining(['Name', 'Price']));
    const before = (await rows(page).first().boundingBox())!.height;
    // Another browser of the same person, without any of it in the address.
    const elsewhere = await stage.open('/leads', a.owner);
    await count(elsewhere, 12);
    expect((await headings(elsewhere)).join()).toContain('Price');
    expect((await headings(elsewhere)).join()).not.toContain('E-mail');
    expect(Math.abs((await rows(elsewhere).first().boundingBox())!.height - before)).toBeLessThan(2);
    await elsewhere.getByRole('button', { name: 'Columns' }).click();
    await elsewhere.getByRole('button', { name: 'Reset columns' }).click();
    await expect.poll(async () => (await headings(elsewhere)).join()).toContain('E-mail');
    await expect.poll(async () => (await rows(elsewhere).first().boundingBox())!.height).toBeGreaterThan(before);
    // A client sees neither other clients nor a column for them.
    const client = await stage.open('/leads', a.clients[0]!.user);
    await count(client, 9);
    expect((await headings(client)).join()).not.toContain('Client');
    for (const one of [page, elsewhere, client]) await stage.leave(one);
  });

  test('keeps the name and the row’s menu in sight on one line, and is gone through by keys', async () => {
    const page = await stage.open('/leads', stage.app.fixtures.a.owner, { width: 900 });
    await count(page, 12);
    const first = rows(page).first();
    const [name, menu] = [first.locator('td[data-pinned]'), first.getByRole('button', { name: /^Actions for/ })];
    const at = (await name.boundingBox())!.x;
    await page.locator('tbody').evaluate((body) => body.closest('[data-lines]')!.scrollTo(240, 0));
    await expect.poll(async () => (await name.boundingBox())!.x).toBeLessThanOrEqual(at);
    expect((await name.boundingBox())!.x).toBeGreaterThanOrEqual(0);
    const box = (await menu.boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(900);
    const heights = await Promise.all((await rows(page).all()).map(async (row) => (await row.boundingBox())!.height));
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(2);
    await first.getByRole('button', { name: /^Details of/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Ben Example' }).waitFor();
    expect(new URL(page.url()).searchParams.get('open')).toBe(ids[1]);
    await stage.leave(page);
  });

  test('a lead has an address of its own, whatever the list behind it shows, and a test lead says so', async () => {
    const { a, b } = stage.app.fixtures;
    const page = await stage.open(`/leads?f-state=WI&open=${ids[3]}`, a.owner);
    const drawer = page.getByRole('dialog');
    await drawer.getByText('https://harbor.example/menu').waitFor();
    await drawer.getByText('Test', { exact: true }).first().waitFor();
    await drawer.getByText('Deliveries').waitFor();
    await drawer.getByText('Not sent anywhere yet').waitFor();
    await drawer.getByText('Not returned or credited').waitFor();
    expect(await stage.faults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.goto(`${stage.app.url}/leads?f-test=yes`);
    await count(page, 1);
    await rows(page).first().getByText('Test', { exact: true }).waitFor();
    const stranger = await stage.open(`/leads?open=${ids[3]}`, b.owner);
    await stranger.getByRole('dialog').getByText('Not found').waitFor();
    expect(await stranger.getByText('harbor.example').count()).toBe(0);
    for (const one of [page, stranger]) await stage.leave(one);
  });

  test('many leads are tagged and taken away at once, each with its result', async () => {
    const page = await stage.open('/leads?f-state=IL&f-period=last-month', stage.app.fixtures.a.owner);
    await count(page, 4);
    for (const at of [0, 1]) await rows(page).nth(at).getByRole('checkbox').check();
    const bar = page.getByRole('region').filter({ has: page.getByRole('button', { name: 'Add tag' }) });
    await bar.getByRole('button', { name: 'Add tag' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Tag').fill('Follow up');
    await dialog.getByRole('button', { name: 'Add tag' }).click();
    await expect.poll(() => page.getByText('Follow up').count()).toBe(2);
    // All that match: two have the tag by now, and say so.
    await rows(page).first().getByRole('checkbox').check();
    await page.getByRole('button', { name: /Select all matching \(4\)/ }).click();
    await bar.getByText('4 selected').waitFor();
    await bar.getByRole('button', { name: 'Add tag' }).click();
    await dialog.getByLabel('Tag').fill('follow up');
    await dialog.getByRole('button', { name: 'Add tag' }).click();
    await expect.poll(() => page.getByText('The lead has the tag “follow up” already.').count()).toBe(2);
    await page.keyboard.press('Escape');
    const [file] = await Promise.all([page.waitForEvent('download'), bar.getByRole('button', { name: 'Export' }).click()]);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('Tags');
    expect(lines[1]).toContain('Follow up');
    expect(stage.complaints).toEqual([]);
    await stage.leave(page);
  });

  test('returns are rehearsed before they are made', async () => {
    const page = await stage.open('/leads', stage.app.fixtures.a.clients[0]!.user);
    await count(page, 9);
    for (const at of [0, 1]) await rows(page).nth(at).getByRole('checkbox').check();
    const cases = () => stage.app.kernel.platform('warranty_case');
    await page.getByRole('region').getByRole('button', { name: 'Return lead' }).click();
    const form = page.getByRole('dialog').first();
    await form.getByLabel(/^Reason/).click();
    await page.getByRole('option').first().click();
    await form.getByRole('button', { name: 'Return lead' }).click();
    await page.getByRole('button', { name: /\(2\)$/ }).waitFor();
    expect(await cases()).toEqual([]);
    await page.getByRole('button', { name: /\(2\)$/ }).click();
    await expect.poll(async () => (await cases()).length).toBe(2);
    await stage.leave(page);
  });

  test('a long address is cut at its end in Arabic too', async () => {
    const page = await stage.open('/leads?f-state=IL', stage.app.fixtures.a.owner, { locale: 'ar' });
    const cell = rows(page).first().locator('td', { hasText: '.with-an-address' });
    await cell.waitFor();
    const hidden = await cell.evaluate((td) => {
      const text = td.querySelector('bdi')!.firstChild!;
      const range = document.createRange();
      const placeOf = (at: number): DOMRect => {
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return range.getBoundingClientRect();
      };
      const { left, right } = td.getBoundingClientRect();
      const isSeen = ({ left: from, right: to }: DOMRect): boolean => from >= left && to <= right;
      return { first: !isSeen(placeOf(0)), last: !isSeen(placeOf(text.textContent!.length - 1)) };
    });
    expect(hidden).toEqual({ first: false, last: true });
  });

  test.each(['en', 'ar'] as const)('fits 400 px and has no accessibility fault (%s)', async (locale) => {
    for (const width of [1440, 400]) {
      const page = await stage.open('/leads?f-state=IL', stage.app.fixtures.a.owner, { width, locale });
      await page.getByText('Ben Example').first().waitFor();
      await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
      expect(await stage.faults(page), `${width} ${locale}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/leads-${width}-${locale}.png` });
      await stage.leave(page);
    }
  });
});

describe('the palette', () => {
  test('finds records by name, each where it is shown, and nobody else’s', async () => {
    const { a, b } = stage.app.fixtures;
    const page = await stage.open('/leads', a.owner);
    await count(page, 12);
    await page.keyboard.press('Control+k');
    const input = page.getByPlaceholder('Search or jump to…');
    await input.fill('harbor');
    const found = page.getByRole('dialog');
    await found.getByRole('button', { name: /Harbor Coffee/ }).waitFor();
    await input.fill('hana');
    await found.getByRole('button', { name: /Hana Example/ }).click();
    await page.getByRole('dialog').getByText('hana.with-an-address-that-is-rather-long@mail.example').waitFor();
    expect(new URL(page.url()).searchParams.get('open')).toBe(ids[7]);
    await stage.leave(page);
    const groups = async (search: string, as: typeof a.owner) =>
      (
        (await stage.app.call('GET', `/api/ui/records?search=${search}`, as)).body.groups as { id: string; data: { title: string }[] }[]
      ).map(({ id, data }) => [id, ...data.map(({ title }) => title)]);
    expect(await groups('client a1', a.owner)).toEqual([['clients.search', 'Client A1']]);
    expect(await groups('client a1', b.owner)).toEqual([]);
    expect(await groups('hana', a.clients[1]!.user)).toEqual([]);
    expect((await groups('example', a.owner)).flat()).toHaveLength(6);
    expect((await groups('domain', a.owner)).some(([id]) => id === 'core.settings-search')).toBe(true);
    expect((await stage.app.call('GET', '/api/ui/records?search=a', a.owner)).status).toBe(422);
    expect((await stage.app.call('GET', '/api/ui/records?search=ab', null)).status).toBe(401);
  });
});
