import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENTRIES, type Entry } from '../../scripts/catalogue/entries/index.ts';
import { catalogue } from '../../scripts/catalogue/index.ts';
import { differences, looksAlone, type Pictures, readPictures, written } from '../pictures/compare.ts';
import { type Mark, outlineOf } from '../pictures/outline.ts';
import { openStage, type Stage } from './support.ts';

/** `UPDATE_PICTURES=1 npx vitest run --project e2e tests/e2e/catalogue.test.ts` takes what is seen now for what is to be seen. */
const UPDATES = process.env['UPDATE_PICTURES'] === '1';
/** Set by `npm run pictures`: a folder for screenshots. */
const SCREENSHOTS = process.env['PICTURES'];
const FOLDER = join(import.meta.dirname, '../pictures/seen');
const FONTS = join(import.meta.dirname, '../../node_modules/dejavu-fonts-ttf/ttf');
/** The first families that the product asks for, and what stands in for them: one font that every machine has. */
const FAMILIES = [
  ['Inter', 'DejaVuSans.ttf', '400'],
  ['Inter', 'DejaVuSans-Bold.ttf', '600'],
  ['SFMono-Regular', 'DejaVuSansMono.ttf', '400'],
] as const;
const NOW = new Date('2026-11-20T16:42:00Z');
const WIDE = { width: 900, height: 900 };
const PHONE = { width: 400, height: 900 };

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({}, [catalogue]);
});
afterAll(() => stage.close());

/** A browser with the fonts and the day of the pictures, in which nothing that loads ever arrives. */
async function open(locale: 'en' | 'ar'): Promise<Page> {
  const page = await stage.open('/catalogue', stage.app.fixtures.operator, { locale, width: WIDE.width, zone: 'UTC' });
  await page.clock.setFixedTime(NOW);
  await page.route(/state=loading/, () => undefined);
  await page.route('**/fonts-of-tests/*', (route) => route.fulfill({ path: join(FONTS, route.request().url().split('/').at(-1)!) }));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(async (families) => {
    for (const [family, file, weight] of families) {
      const face = new FontFace(family, `url(/fonts-of-tests/${file})`, { weight });
      document.fonts.add(await face.load());
    }
  }, FAMILIES);
  return page;
}

/** The picture as soon as it is like the one before, or stands still where there is none; the last one where it never is. */
async function taken(page: Page, before: readonly Mark[] | undefined, of: (marks: Mark[]) => Mark[] = (marks) => marks): Promise<Mark[]> {
  const until = Date.now() + 15_000;
  let last: Mark[] = [];
  let still = 0;
  while (Date.now() < until) {
    const marks = of(await outlineOf(page));
    if (before && !UPDATES && differences(before, marks).length === 0) return marks;
    still = (await isSettled(page)) && differences(last, marks).length === 0 ? still + 1 : 0;
    if ((!before || UPDATES) && still >= 3) return marks;
    last = marks;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 60))));
  }
  return last;
}

/** Everything came that comes. */
const isSettled = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      location.search === '?state=loading' ||
      !document.querySelector('main .mantine-Skeleton-root, main .mantine-Loader-root, main [data-waits]'),
  );

/** Sends the form and waits for the server's word. */
async function refuse(page: Page): Promise<void> {
  await page.locator('main form').waitFor();
  await page.locator('main form button[type=submit]').click();
  const main = page.locator('main');
  // A file that is missing is not sent.
  await main.getByText('This value is already in use.').or(main.locator('[role=alert], [aria-invalid=true]')).first().waitFor();
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}

async function show(page: Page, { id }: Entry, state: string): Promise<void> {
  // Nothing is pointed at, wherever the picture before left the mouse.
  await page.mouse.move(0, 0);
  await stage.go(page, `/catalogue/shown/${id}?state=${state}`);
  await page.locator('main [data-block]').first().waitFor({ state: 'attached' });
  if (state === 'refused') await refuse(page);
}

/** For `npm run pictures`, which compares by pixels what two versions look like. */
async function shoot(page: Page, { id }: Entry, name: string): Promise<void> {
  if (SCREENSHOTS) await page.locator('main').screenshot({ path: join(SCREENSHOTS, `${id} ${name}.png`), animations: 'disabled' });
}

async function picturesOf(entry: Entry, before: Pictures): Promise<Pictures> {
  const now: Pictures = {};
  for (const state of entry.states) {
    await show(english, entry, state);
    now[state] = await taken(english, before[state]);
    await shoot(english, entry, state);
    if (state !== entry.states[0]) continue;
    await english.emulateMedia({ colorScheme: 'dark' });
    now['dark'] = await taken(english, before['dark'], looksAlone);
    await shoot(english, entry, 'dark');
    await english.emulateMedia({ colorScheme: 'light' });
    await english.setViewportSize(PHONE);
    now['400 pixels'] = await taken(english, before['400 pixels']);
    await shoot(english, entry, '400 pixels');
    await english.setViewportSize(WIDE);
  }
  await show(arabic, entry, entry.states[0]!);
  now['right to left'] = await taken(arabic, before['right to left']);
  await shoot(arabic, entry, 'right to left');
  return now;
}

let english: Page;
let arabic: Page;
beforeAll(async () => {
  [english, arabic] = [await open('en'), await open('ar')];
  mkdirSync(FOLDER, { recursive: true });
});

test.each(ENTRIES.map((entry) => [entry.id, entry] as const))(
  '%s looks as it did, in each of its states, in the dark, on a phone and from right to left',
  async (id, entry) => {
    const file = join(FOLDER, `${id}.txt`);
    const before = existsSync(file) ? readPictures(readFileSync(file, 'utf8')) : {};
    const now = await picturesOf(entry, before);
    if (UPDATES) return writeFileSync(file, written(now));
    const found = Object.entries(now).flatMap(([name, marks]) => {
      const lines = differences(before[name] ?? [], marks);
      return lines.length > 0 ? [`${name}:\n${lines.slice(0, 12).join('\n')}`] : [];
    });
    expect(found.join('\n\n'), 'UPDATE_PICTURES=1 takes what is seen now').toBe('');
  },
);

test('nothing is kept of an entry that is gone', () => {
  const known = new Set(ENTRIES.map(({ id }) => `${id}.txt`));
  expect(readdirSync(FOLDER).filter((file) => !known.has(file))).toEqual([]);
});

test('an author chooses state, width, theme and language of an entry, and copies what makes it', async () => {
  const page = await stage.open('/catalogue', stage.app.fixtures.operator);
  await page.getByRole('link', { name: 'table', exact: true }).click();
  const frame = page.frameLocator('iframe');
  await frame.getByText('Harbor Coffee Roasters').waitFor();
  const choose = (name: string, of: string) => page.getByRole('radiogroup', { name: of }).getByText(name, { exact: true }).click();
  await choose('Empty', 'State');
  await frame.getByText('Nothing here yet').waitFor();
  await choose('Arabic', 'Language');
  await frame.getByText('لا شيء هنا بعد').waitFor();
  await choose('Dark', 'Theme');
  await expect
    .poll(() =>
      frame
        .locator('html')
        .getAttribute('data-mantine-color-scheme')
        .catch(() => null),
    )
    .toBe('dark');
  await choose('400 px', 'Width');
  await expect.poll(() => frame.locator('html').evaluate(() => innerWidth)).toBeLessThanOrEqual(400);
  expect(await page.locator('html').getAttribute('dir')).toBe('ltr');
  expect(await page.locator('pre code').innerText()).toContain('"route": "catalogue.campaigns"');
  await page.getByRole('cell', { name: 'Column[]' }).first().waitFor();
  // The frame is a page of its own.
  expect(await stage.faults(page, { within: ['[role=radiogroup]', '[data-block=code]', '[data-block=table]'] })).toEqual([]);
});

test('the browser had nothing to complain about', () => expect(stage.complaints).toEqual([]));
