import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useWallet } from '../support/use-wallet.ts';
import { openStage, type Stage } from './support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  await useWallet(stage.app);
});
afterAll(() => stage.close());

const stored = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('theme'));
const scheme = (page: Page): Promise<string | null> => page.locator('html').getAttribute('data-mantine-color-scheme');

test('the theme follows the system until it is chosen, and is kept as light-theme or dark-theme', async () => {
  const { owner } = stage.app.fixtures.a;
  for (const [system, name, other] of [
    ['light', 'Switch to dark theme', 'dark'],
    ['dark', 'Switch to light theme', 'light'],
  ] as const) {
    const page = await stage.open('/leads', owner, { scheme: system });
    await page.getByRole('button', { name }).waitFor();
    expect([await scheme(page), await stored(page)]).toEqual([system, null]);
    await page.getByRole('button', { name }).click();
    await expect.poll(() => stored(page)).toBe(`${other}-theme`);
    await page.reload();
    await expect.poll(() => scheme(page)).toBe(other);
    await stage.leave(page);
  }
});

test('a notice stands at the top right for 5000 ms, or as long as its timeout says, in the severity of its type and with its title', async () => {
  const page = await stage.open('/configuration/opt-out-list', stage.app.fixtures.operator);
  await page.getByText('No entries yet').waitFor();
  await page.clock.install();
  await page.reload();
  let answer: object = { result: 'success', message: 'Stored.' };
  await page.route('**/api/exclusions', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ contentType: 'application/json', body: JSON.stringify(answer) })
      : route.continue(),
  );
  const notice = (text: string) => page.locator('.mantine-Notification-root').filter({ hasText: text });
  /** The clock stands still, however slow the machine is, and goes on in short steps until nothing, or one, is there. */
  const until = async (what: Locator, count: 0 | 1): Promise<void> => {
    while ((await what.count()) !== count) await page.clock.runFor(50);
  };
  const add = async (text: string): Promise<void> => {
    await page.clock.resume();
    await page.getByRole('button', { name: 'Add entry' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByLabel('E-mail address or hash').fill('jane@people.example');
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await until(notice(text), 1);
    await until(form, 0);
  };

  await add('Stored.');
  const box = (await notice('Stored.').boundingBox())!;
  expect(box.x + box.width).toBeGreaterThan(1440 - 40);
  expect(box.y).toBeLessThan(120);
  await page.clock.fastForward(4_000);
  expect(await notice('Stored.').count()).toBe(1);
  await page.clock.fastForward(1_000);
  await until(notice('Stored.'), 0);

  const severities = { info: 'info', primary: 'neutral', danger: 'bad', warning: 'warn', success: 'good' };
  for (const [type, severity] of Object.entries(severities)) {
    answer = { notice: { title: `Title ${type}`, message: `Of type ${type}`, type, timeout: 60_000 } };
    await add(`Of type ${type}`);
    const shown = notice(`Of type ${type}`);
    expect(await shown.locator('[data-severity]').getAttribute('data-severity')).toBe(severity);
    expect(await shown.innerText()).toContain(`Title ${type}`);
    expect(await shown.locator('svg').first().isVisible()).toBe(true);
    await page.clock.fastForward(59_000);
    expect(await shown.count()).toBe(1);
    await page.clock.fastForward(1_000);
    await until(shown, 0);
  }
});

test.each([1440, 400])(
  'a notice leaves the controls of the header free, also below a banner and on a scrolled page (%i px)',
  async (width) => {
    const page = await stage.open('/user/change-password', stage.app.fixtures.operator, { width });
    await page.route('**/api/user/resetpassword', (route) =>
      route.fulfill({ contentType: 'application/json', body: JSON.stringify({ notice: { message: 'Stored.', timeout: 60_000 } }) }),
    );
    const field = (name: string) => page.getByLabel(new RegExp(`^${name}`));
    for (const name of ['Current password', 'New password', 'Confirm new password']) await field(name).fill('four quite unrelated words');
    await page.locator('form').getByRole('button', { name: 'Change Password' }).click();
    const notice = page.locator('.mantine-Notification-root').filter({ hasText: 'Stored.' });
    await notice.waitFor();
    const header = async () => (await page.locator('header').first().boundingBox())!;
    const clear = async (): Promise<boolean> => {
      const { y, height } = await header();
      return ((await notice.boundingBox())?.y ?? 0) >= y + height;
    };
    expect((await header()).y).toBeGreaterThan(40);
    await expect.poll(clear).toBe(true);
    await page.locator('main').evaluate((node) => {
      node.style.minHeight = '3000px';
    });
    await page.mouse.wheel(0, 600);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
    await expect.poll(clear).toBe(true);
    await page.locator('[data-profile]').click();
    await page.getByRole('menuitem', { name: 'Log out' }).waitFor();
  },
);

test('a modal moves for 500 ms and a row unfolds in 250 ms; neither does for those who want less motion', async () => {
  const page = await stage.open('/configuration/agency-list', stage.app.fixtures.operator);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.reload();
  const details = page.getByRole('button', { name: 'Details of Agency A' });
  const unfolding = (): Promise<string> =>
    page.locator('td[data-opened] > div').evaluate((node) => getComputedStyle(node).animationDuration);
  await details.click();
  expect(await unfolding()).toBe('0.25s');
  await page.goto(`${stage.app.url}/leads`);
  const owner = await stage.open('/user/profile', stage.app.fixtures.a.clients[0]!.user);
  await owner.emulateMedia({ reducedMotion: 'no-preference' });
  await owner.reload();
  /** How long the modal takes to appear, in milliseconds. */
  const opening = async (): Promise<number> => {
    await owner.getByRole('button', { name: /client-a1/ }).click();
    await owner.getByRole('menuitem', { name: 'Exclusion List', exact: true }).click();
    const modal = owner.getByRole('dialog');
    return 1_000 * Number.parseFloat(await modal.evaluate((node) => getComputedStyle(node).animationDuration));
  };
  expect(await opening()).toBe(500);
  await owner.emulateMedia({ reducedMotion: 'reduce' });
  await owner.reload();
  expect(await opening()).toBeLessThan(1);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${stage.app.url}/configuration/agency-list`);
  await details.click();
  expect(Number.parseFloat(await unfolding())).toBeLessThan(0.001);
});

test('a tags input ignores blanks and says Add new tag; zip codes have five rows to be typed in', async () => {
  const page = await stage.open('/siteid/campaign-management', stage.app.fixtures.a.owner);
  await page.getByRole('button', { name: 'New campaign' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('switch', { name: 'Whole country' }).click();
  const tags = drawer.getByRole('combobox', { name: 'States' });
  expect(await tags.getAttribute('placeholder')).toBe('Add new tag');
  await tags.fill('   ');
  await tags.press('Enter');
  await tags.pressSequentially(' , ,TX, ');
  await tags.press('Enter');
  expect(await drawer.locator('.mantine-TagsInput-pill').allInnerTexts()).toEqual(['TX']);

  const rows = await drawer.getByLabel('Zip codes').evaluate((node) => {
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(node);
    return (node.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)) / Number.parseFloat(lineHeight);
  });
  expect(Math.round(rows)).toBe(5);
});

test('the history of the wallet takes 320 px and scrolls, with the keyboard too', async () => {
  const page = await stage.open('/leads', stage.app.fixtures.a.owner);
  await page.route('**/api/wallet/movements*', (route) => {
    const data = Array.from({ length: 25 }, (_, n) => ({
      id: `m${n}`,
      created_at: '2026-11-20T12:00:00.000Z',
      title: `Leads of day ${n}`,
      type: 'charge',
      cents: -100 - n,
    }));
    return route.fulfill({
      contentType: 'application/json',
      body: JSON.stringify({ data, current_page: 1, per_page: 25, total: 25, last_page: 1 }),
    });
  });
  await page.goto(`${stage.app.url}/configuration/data-wallet`);
  await page.getByText('Leads of day 24').waitFor({ state: 'attached' });
  const history = page.locator('[data-low]');
  expect(await history.evaluate((node) => node.clientHeight)).toBe(320);
  expect(await history.evaluate((node) => node.scrollHeight)).toBeGreaterThan(640);
  await history.focus();
  await page.keyboard.press('End');
  await expect.poll(() => history.evaluate((node) => node.scrollTop)).toBeGreaterThan(300);
  expect(await stage.faults(page)).toEqual([]);
  expect(stage.complaints).toEqual([]);
});
