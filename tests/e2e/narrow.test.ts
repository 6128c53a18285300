import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Block, definePage, definePlugin, type Severity } from '../../core/contract.ts';
import { Looks } from './looks.ts';
import { openStage, type Stage } from './support.ts';

const notice = (severity: Severity, text: string): Block => ({ as: 'notice', severity, text });
/** A page that has much to say. */
const talkative = definePlugin({
  manifest: { id: 'talkative', version: '1.0.0', core: '^1', level: 'platform' },
  pages: [
    definePage({
      id: 'talkative.page',
      path: '/talkative',
      title: 'core.area.settings',
      ability: 'signed-in',
      blocks: [
        notice('bad', 'core.problem.denied'),
        notice('warn', 'core.problem.internal'),
        notice('info', 'core.problem.not-found'),
        notice('neutral', 'core.problem.too-many'),
      ],
    }),
  ],
});

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({}, [talkative]);
});
afterAll(() => stage.close());

const alerts = (page: Page) => page.getByRole('main').getByRole('alert');

test('many notices are one line on a phone, which opens, and stand as they are elsewhere', async () => {
  const { owner } = stage.app.fixtures.a;
  const wide = await stage.open('/talkative', owner);
  await alerts(wide).nth(1).waitFor();
  expect(await wide.getByRole('button', { name: 'need attention' }).count()).toBe(0);

  const phone = await stage.open('/talkative', owner, { width: 400, touch: true });
  const line = phone.getByRole('button', { name: '3 things need attention' });
  await line.waitFor();
  expect(await line.getAttribute('aria-expanded')).toBe('false');
  expect(await alerts(phone).count()).toBe(0); // hidden ones have no role
  await line.click();
  expect([await line.getAttribute('aria-expanded'), await alerts(phone).count()]).toEqual(['true', 2]);
  expect(await new Looks(stage).faults(phone, 'en')).toEqual([]);
  // Those that were closed are not counted, and few need no line.
  await phone.getByRole('main').getByRole('button', { name: 'Close' }).first().click();
  await line.waitFor({ state: 'detached' });
  expect(await alerts(phone).count()).toBe(1);

  const arabic = await stage.open('/talkative', owner, { width: 400, locale: 'ar' });
  await arabic.getByRole('button', { name: '3 أمور تحتاج إلى انتباهك' }).waitFor();
});

test.each([
  ['en', 'Views'],
  ['ar', 'طرق العرض'],
] as const)('what a list’s views open stays on a phone (%s)', async (locale, name) => {
  const page = await stage.open('/Client', stage.app.fixtures.a.owner, { width: 400, locale });
  await page.getByRole('button', { name }).click();
  const box = await page.getByRole('dialog', { name }).boundingBox();
  expect(box!.x).toBeGreaterThanOrEqual(0);
  expect(box!.x + box!.width).toBeLessThanOrEqual(400);
});

test('the suppliers of the root are one entry of the menu, a list of three kinds, each with its page', async () => {
  const page = await stage.open('/', stage.app.fixtures.operator);
  const menu = page.getByRole('navigation').first();
  await menu.getByRole('link', { name: 'Suppliers', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Suppliers' }).waitFor();
  expect(await menu.getByRole('link', { name: /supplier/i }).count()).toBe(1);
  const cards = page.getByRole('main').getByRole('listitem');
  await cards.nth(2).waitFor();
  expect(await cards.count()).toBe(3);
  expect(await new Looks(stage).faults(page, 'en')).toEqual([]);
  for (const [card, heading] of [
    ['Identity supplier', 'Identity supplier'],
    ['Information suppliers', 'Information suppliers'],
    ['Search data supplier', 'Search data supplier'],
  ] as const) {
    await cards
      .filter({ hasText: card })
      .getByRole('button', { name: 'Open' })
      .or(cards.filter({ hasText: card }).getByRole('link', { name: 'Open' }))
      .click();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    expect(await menu.locator('[aria-current=page]').innerText()).toContain('Suppliers');
    await menu.getByRole('link', { name: 'Suppliers', exact: true }).click();
  }
  expect(stage.complaints).toEqual([]);
});
