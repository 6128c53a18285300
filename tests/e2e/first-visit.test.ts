import pg from 'pg';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../core/testing/fixtures.ts';
import { addCampaign } from '../../scripts/bench/installation.ts';
import { addCounts } from '../support/day-counts.ts';
import { openStage, type Stage } from './support.ts';

/** What the sign-in page may load, packed: every kilobyte of it is waited for by whoever comes for the first time. */
const MOST_BYTES = 180_000;

/** What a dashboard may until it can be read: code, styles and data. */
const MOST_OF_DASHBOARD = 365_000;
const MOST_FILES = 16;
/** What comes after that. */
const LIBRARY = /assets\/(chart-library|ColorSwatch)-/;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  const { tenant } = stage.app.fixtures.a.clients[0]!;
  const owner = new pg.Pool({ connectionString: stage.app.databaseUrl, options: '-c app.scope=platform' });
  const campaign_id = await addCampaign(owner, tenant, 'Counted');
  await owner.end();
  await addCounts(
    stage.app.kernel.platform,
    [4, 9, 2].map((lead, n) => ({
      campaign_id,
      company_id: tenant.id,
      day: new Date(Date.now() - n * 86_400_000).toISOString().slice(0, 10),
      outcomes: { lead },
    })),
  );
});
afterAll(() => stage.close());

/** What a first visit of somebody loads, packed: bytes by path, once the page's data is there. */
async function loadedBy(person: Person | null, path: string, isThere: (page: Page) => Promise<unknown>): Promise<Map<string, number>> {
  const page = await stage.open('/nothing.txt', person, { firstVisit: true });
  try {
    const session = await page.context().newCDPSession(page);
    const paths = new Map<string, string>();
    const bytes = new Map<string, number>();
    session.on('Network.responseReceived', ({ requestId, response }) => void paths.set(requestId, new URL(response.url).pathname));
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => void bytes.set(paths.get(requestId)!, encodedDataLength));
    await session.send('Network.enable');
    await page.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' });
    await page.goto(`${stage.app.url}${path}`);
    await isThere(page);
    // The stream of news never ends, so the network is never idle.
    await page.waitForTimeout(1_000);
    return bytes;
  } finally {
    await stage.leave(page);
  }
}
const sumOf = (bytes: Map<string, number>): number => [...bytes.values()].reduce((all, one) => all + one, 0);

test('the sign-in page loads no more than it may, and nothing that is for whoever is signed in', async () => {
  const bytes = await loadedBy(null, '/login', (page) => page.getByLabel('E-mail').waitFor());
  expect([...bytes.keys()].filter((path) => /rich-form|choices|shared|inside|icons|notices|\/min-/.test(path))).toEqual([]);
  expect(sumOf(bytes), JSON.stringify([...bytes])).toBeGreaterThan(100_000);
  expect(sumOf(bytes), JSON.stringify([...bytes])).toBeLessThan(MOST_BYTES);
});

test('a dashboard loads no forms and no pictures of all icons, in few requests, and the library of charts apart', async () => {
  const bytes = await loadedBy(stage.app.fixtures.a.owner, '/siteid/dashboard', (page) =>
    page.locator('figure .recharts-surface').first().waitFor(),
  );
  expect([...bytes.keys()].filter((path) => /rich-form|shared|all-icons|\/icons\//.test(path))).toEqual([]);
  const [library, ...others] = [...bytes.keys()].filter((path) => /chart-library-.*\.js/.test(path));
  expect([library, others]).toEqual([expect.any(String), []]);
  expect(bytes.get(library!)).toBeGreaterThan(100_000);
  const first = new Map([...bytes].filter(([path]) => !LIBRARY.test(path)));
  expect([...first.keys()].filter((path) => path.startsWith('/assets/')).length, [...first.keys()].join()).toBeLessThanOrEqual(MOST_FILES);
  expect(sumOf(first), JSON.stringify([...first])).toBeGreaterThan(200_000);
  expect(sumOf(first), JSON.stringify([...first])).toBeLessThan(MOST_OF_DASHBOARD);
});

test('a chart is a small line until the library has come, which is fetched once that is drawn, and is as high then', async () => {
  const page = await stage.open('/nothing.txt', stage.app.fixtures.a.owner);
  let wasDrawn = false;
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/chart-library-.*\.js/, async (route) => {
    wasDrawn = (await page.locator('figure [data-early] polyline').count()) === 1;
    await asked;
    await route.continue();
  });
  await page.goto(`${stage.app.url}/siteid/dashboard`);
  const [figure, early, late] = ['figure', 'figure [data-early] polyline', 'figure .recharts-surface'].map((selector) =>
    page.locator(`main ${selector}`).first(),
  );
  await early!.waitFor();
  expect(await figure!.getByRole('row').count()).toBeGreaterThan(1);
  const before = await figure!.boundingBox();
  await expect.poll(() => wasDrawn).toBe(true);
  expect(await late!.count()).toBe(0);
  answer();
  await late!.waitFor();
  expect(await early!.count()).toBe(0);
  expect(await figure!.boundingBox()).toEqual(before);

  // What stands at a day is told beside the pointer.
  await late!.hover();
  await figure!.locator('.recharts-tooltip-wrapper').getByText('Leads').waitFor();
  expect(await stage.faults(page)).toEqual([]);
});

test('who this is and what the page shows are asked for before what draws them has come', async () => {
  const page = await stage.open('/nothing.txt', stage.app.fixtures.a.owner, { firstVisit: true });
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  const { promise: mayCome, resolve: go } = Promise.withResolvers<void>();
  await page.route(/assets\/inside-.*\.js/, async (route) => {
    await mayCome;
    await route.continue();
  });
  await page.goto(`${stage.app.url}/siteid/dashboard`);
  await expect
    .poll(() => asked.filter((path) => path.startsWith('/api/ui/')))
    .toEqual(['/api/ui/bootstrap', '/api/ui/pages/site-id.dashboard']);
  expect(asked.filter((path) => path.startsWith('/api/reports/'))).toEqual([]);
  go();
  await page.locator('main figure svg').first().waitFor();
  // Each of them once, whoever asks for it.
  expect(asked.filter((path) => path.startsWith('/api/ui/'))).toEqual(['/api/ui/bootstrap', '/api/ui/pages/site-id.dashboard']);
  const reports = asked.filter((path) => path.startsWith('/api/reports/'));
  expect(reports).toEqual([...new Set(reports)]);
  expect(await stage.faults(page)).toEqual([]);
});

test('a field of the sign-in form that takes the focus as it comes has it, although the card is not seen yet', async () => {
  const page = await stage.open('/nothing.txt', null);
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const field = document.querySelector<HTMLElement>('main input');
      if (!field) return;
      observer.disconnect();
      field.focus();
      const isHidden = getComputedStyle(field.closest('main')!).opacity === '0';
      Object.assign(globalThis, { focused: { isHidden, hasFocus: document.activeElement === field } });
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${stage.app.url}/login`);
  await page.getByLabel('E-mail').waitFor();
  expect(await page.evaluate(() => (globalThis as unknown as { focused: object }).focused)).toEqual({ isHidden: true, hasFocus: true });
  await expect.poll(() => page.locator('main').evaluate((main) => getComputedStyle(main).opacity)).toBe('1');
});

test('a wrong sign-in is told on its field, before it is sent and after', async () => {
  const page = await stage.open('/login', null);
  const sent: string[] = [];
  page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())));
  await page.getByRole('button', { name: 'Sign in' }).click();
  const [email, password] = [page.getByLabel('E-mail'), page.getByLabel('Password').first()];
  await page.getByText('is required').first().waitFor();
  expect(await Promise.all([email, password].map((input) => input.getAttribute('aria-invalid')))).toEqual(['true', 'true']);
  expect(await email.evaluate((input) => input === document.activeElement)).toBe(true);
  await email.fill('nobody@');
  await password.fill('x');
  expect(await password.getAttribute('aria-invalid')).not.toBe('true');
  expect(await email.getAttribute('aria-invalid')).toBe('true');
  await page.keyboard.press('Enter');
  expect(sent).toEqual([]);
  await email.fill('nobody@test.example');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').first().waitFor();
  expect(sent).toHaveLength(1);
  expect(await password.inputValue()).toBe('x');
});
