import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CHECKLIST, visit } from '../support/overview/figures.ts';
import { desk, overviewPlugin, tidy } from '../support/overview/index.ts';
import { Looks } from './looks.ts';
import { openStage, type Stage } from './support.ts';

const ALL = '/overview';
const ONE = '/overview/2';
let stage: Stage;

beforeAll(async () => {
  stage = await openStage({}, [overviewPlugin]);
});
beforeEach(() => tidy());
afterAll(() => stage.close());

const open = (path: string, look = {}): Promise<Page> => stage.open(path, stage.app.fixtures.a.owner, look);
const block = (page: Page, title: string) => page.locator(`main section[aria-label="${title}"]`);
const arrive = async (count: number): Promise<void> => {
  expect((await stage.app.call('POST', '/api/overview/visits', stage.app.fixtures.a.owner, { body: { count } })).status).toBe(200);
};
/** Everything is there, in the language of the page. */
const drawn = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () => document.querySelectorAll('main section').length >= 3 && !document.querySelector('main .mantine-Skeleton-root'),
  );
const query = (page: Page, name: string): string | null => new URL(page.url()).searchParams.get(name);

test('figures stand beside those of the time before, and link to the list behind them', async () => {
  const page = await open(ALL);
  const tile = (name: string) => page.locator('[data-block=trends] dl > div').filter({ has: page.getByText(name, { exact: true }) });
  await expect.poll(() => tile('Visitors').innerText()).toContain('48,213');
  expect(await tile('Visitors').innerText()).toMatch(/Up\s*12\.4%\s*42,906 before/);
  expect(await tile('Match rate').innerText()).toMatch(/Down\s*1\.5 pts\s*26\.1% before/);
  // Of nothing, anything is endlessly more: no arrow without a percentage.
  expect(await tile('Prepaid balance').innerText()).toMatch(/\$450\.00\s*\$0\.00 before\s*Lasts about 9 days/);
  expect(await tile('Refunds').count()).toBe(0);
  await tile('Leads').getByRole('link').click();
  await page.waitForURL(`**/overview/7?tab=visits`);
  await page.getByRole('tab', { name: 'Live visits', selected: true }).waitFor();
});

test('a step of a funnel opens why things did not get as far', async () => {
  const page = await open(ALL);
  const funnel = block(page, 'From visit to lead');
  const step = funnel.getByRole('button', { name: /People found/ });
  expect(await step.innerText()).toMatch(/5,220\s*10\.8%/);
  await funnel.getByText('35.8% of People found').waitFor();
  expect(await funnel.getByText('Opted out').count()).toBe(0);
  await step.click();
  await funnel.getByText('Asked not to be found.').waitFor();
});

test('rankings, health and timelines put in order what the answer does not', async () => {
  desk.answers['ranking'] = { data: (desk.answers['ranking'] as { data: object[] }).data.toReversed() };
  const page = await open(ALL);
  const names = (title: string) => block(page, title).locator('li bdi:first-child').first();
  await expect.poll(() => names('Top campaigns').innerText()).toBe('Harbor Coffee Roasters');
  await expect.poll(() => names('Connections').innerText()).toBe('Pixel on shop.harbor.example');
  await block(page, 'Connections').getByRole('link', { name: 'Check the pixel' }).click();
  await page.waitForURL(`**${ONE}`);
  await page.goBack();
  await block(page, 'Recent activity').getByRole('region').nth(1).waitFor();
  await block(page, 'Top campaigns').getByRole('link', { name: 'Bluebird Dental' }).click();
  await page.waitForURL(`**${ONE}`);
});

test('a checklist ticks itself, says once that all is done, and stays away', async () => {
  const page = await open(ALL);
  const list = block(page, 'Getting started');
  await list.getByText('2 of 4').waitFor();
  expect(await list.getByRole('link').allInnerTexts()).toEqual(['Add a card', 'Invite somebody']);
  desk.answers['checklist'] = { data: CHECKLIST.data.map((step) => ({ ...step, done: true })) };
  await arrive(1);
  await list.getByText('Everything is set up. Leads arrive as people visit.').waitFor();
  await list.getByRole('button', { name: 'Close' }).click();
  await list.waitFor({ state: 'detached' });
  await page.reload();
  await drawn(page);
  expect(await list.count()).toBe(0);
});

test('a map says name and figure to the pointer, to the keyboard and in a table', async () => {
  const page = await open(ALL);
  const map = block(page, 'Leads by state');
  await map.getByRole('img', { name: 'California: 312' }).focus();
  const caption = map.locator('figcaption');
  expect(await caption.innerText()).toBe('California 312 Leads');
  await page.keyboard.press('ArrowRight');
  expect(await caption.innerText()).toBe('Texas 228 Leads');
  await map.getByRole('img', { name: 'Colorado: 33' }).hover();
  await expect.poll(() => caption.innerText()).toBe('Colorado 33 Leads');
  await map.getByRole('row', { name: /Puerto Rico 12/ }).waitFor();
});

test('a stream takes what comes in at its head, and holds it back from whoever reads further down', async () => {
  const page = await open(ALL);
  const stream = block(page, 'Live visits');
  const names = (): Promise<string[]> => stream.locator('ol > li > button').allInnerTexts();
  await expect.poll(names).toHaveLength(20);
  await stream.scrollIntoViewIfNeeded();
  await page.evaluate(() => document.querySelector('[data-block=stream] section')!.scrollIntoView());
  await arrive(1);
  await expect.poll(async () => (await names())[0]).toMatch(/61$/);

  await stream.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(names).toHaveLength(41);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const before = await names();
  await arrive(3);
  const news = stream.getByRole('button', { name: '3 new' });
  await news.waitFor();
  expect(await names()).toEqual(before);
  await news.click();
  await expect.poll(names).toHaveLength(44);
  expect((await names())[0]).toMatch(/64$/);
  expect(new Set(await names()).size).toBe(44);
});

test('a stream is narrowed in the address, and its rows open', async () => {
  const page = await open(ALL);
  const stream = block(page, 'Live visits');
  await stream.getByLabel('Outcome').selectOption({ label: 'Not identified' });
  await page.waitForURL(/f-outcome=unknown/);
  await expect
    .poll(() =>
      stream
        .locator('ol > li')
        .allInnerTexts()
        .then((rows) => rows.every((text) => text.includes('Not identified'))),
    )
    .toBe(true);
  await stream.getByRole('button', { name: 'Unknown visitor 60' }).click();
  await stream.getByText('Within your campaign').first().waitFor();
  desk.visits = [visit(1, new Date())];
  await page.reload();
  await stream.getByRole('button', { name: 'Clear filters' }).first().click();
  await stream
    .getByRole('button', { name: 'Maria Ortiz 1' })
    .or(stream.getByRole('button', { name: / 1$/ }))
    .first()
    .waitFor();
  expect(new URL(page.url()).search).toBe('');
});

test('the days of a page are chosen by name or in a calendar, compared or not, and stand in the address', async () => {
  const page = await open(ONE);
  const picker = page.getByRole('button', { name: /^Period/ });
  const days = page.locator('header dl > div').filter({ hasText: 'Days' }).locator('dd');
  await expect.poll(() => picker.innerText()).toBe('Last 7 days');
  const span = async (): Promise<number> => {
    const [first = '', last = ''] = (await days.innerText()).split(' ');
    return (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1;
  };
  await expect.poll(span).toBe(7);
  await picker.click();
  await page.getByRole('button', { name: 'Last 90 days' }).click();
  await expect.poll(span).toBe(90);
  expect(query(page, 'period')).toBe('90d');

  await page.goto(`${stage.app.url}${ONE}?period=2026-10-05..2026-10-09`);
  await expect.poll(() => days.innerText()).toBe('2026-10-05 2026-10-09');
  await page.getByRole('button', { name: 'Period: Oct 5, 2026 – Oct 9, 2026' }).click();
  await page.getByRole('button', { name: 'Oct 12, 2026' }).click();
  await page.getByRole('button', { name: 'Oct 14, 2026' }).click();
  await expect.poll(() => days.innerText()).toBe('2026-10-12 2026-10-14');
  expect(query(page, 'period')).toBe('2026-10-12..2026-10-14');
  await page.getByRole('button', { name: /^Period/ }).click();
  await page.getByRole('switch', { name: 'Compare with the previous period' }).click();
  await expect.poll(() => days.innerText()).toBe('2026-10-12 2026-10-14 2026-10-09');
  await page.keyboard.press('Escape');

  // What is no period is refused where it was asked for, and the picker offers others.
  await page.goto(`${stage.app.url}${ONE}?period=2026-10-09..2026-10-05`);
  await page.getByText('The first day must not be after the last.').first().waitFor();
});

test('the head of a page says what it is about, how that stands, and what can be done', async () => {
  const page = await open(ONE);
  await page.getByRole('heading', { level: 1, name: 'Harbor Coffee Roasters' }).waitFor();
  await expect.poll(() => page.title()).toContain('Harbor Coffee Roasters');
  const head = page.locator('main header').first();
  await head.getByText('The daily cap of 50 leads was reached at 3:12 PM. It goes on tomorrow.').waitFor();
  await head.getByText('37 of 50').waitFor();
  const visits = desk.visits.length;
  await head.getByRole('button', { name: 'Send a test lead' }).click();
  await expect.poll(() => desk.visits.length).toBe(visits + 1);
  await page.getByRole('main').getByRole('link', { name: 'Overview' }).click();
  await page.waitForURL(`**${ALL}`);
});

test('nothing yet is said in each block, and what cannot be read under its own title, with another try', async () => {
  for (const name of ['ranking', 'timeline', 'health', 'map', 'funnel']) desk.answers[name] = { data: [] };
  desk.visits = [];
  const page = await open(ALL);
  for (const title of ['Top campaigns', 'Recent activity', 'Connections', 'Leads by state', 'From visit to lead', 'Live visits'])
    await block(page, title).getByText('Nothing here yet').waitFor();

  for (const name of [...Object.keys(desk.answers), 'visits']) desk.answers[name] = 409;
  await page.goto(stage.app.url + ALL);
  const titles = [
    'Getting started',
    'Top campaigns',
    'Recent activity',
    'Connections',
    'Leads by state',
    'From visit to lead',
    'Live visits',
  ];
  for (const title of titles) await block(page, title).getByText('The figures are being counted again.').waitFor();
  tidy();
  delete desk.answers['visits'];
  for (const title of titles) await block(page, title).getByRole('button', { name: 'Retry' }).click();
  await block(page, 'Top campaigns').getByText('Harbor Coffee Roasters').waitFor();
  await block(page, 'Live visits').getByRole('button', { name: /60$/ }).waitFor();
});

test('in both languages, light, dark and on a phone, nobody is kept from reading any of it', async () => {
  const looks = new Looks(stage);
  for (const locale of ['en', 'ar'] as const)
    for (const path of [ALL, ONE]) {
      const page = await open(path, { locale, touch: true });
      await drawn(page);
      expect(await looks.faults(page, locale), `${locale} ${path}`).toEqual([]);
      await page.locator('[data-block=period] button').click();
      await page.getByRole('dialog').locator('table').waitFor();
      expect(await looks.faults(page, locale), `${locale} ${path}: the calendar`).toEqual([]);
      await stage.leave(page);
    }
  expect(stage.complaints).toEqual([]);
});
