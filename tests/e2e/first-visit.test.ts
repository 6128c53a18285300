import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../core/testing/fixtures.ts';
import { openStage, type Stage } from './support.ts';

/** What the sign-in page may load, packed: every kilobyte of it is waited for by whoever comes for the first time. */
const MOST_BYTES = 195_000;

/** What a dashboard may: code, styles and data. */
const MOST_OF_DASHBOARD = 365_000;
const MOST_FILES = 16;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** What a first visit of somebody loads, packed: bytes by path, once the page's data is there. */
async function loadedBy(person: Person | null, path: string, isThere: (page: Page) => Promise<unknown>): Promise<Map<string, number>> {
  const page = await stage.open('/nothing.txt', person);
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
    await page.context().close();
  }
}
const sumOf = (bytes: Map<string, number>): number => [...bytes.values()].reduce((all, one) => all + one, 0);

test('the sign-in page loads no more than it may, and nothing that is for whoever is signed in', async () => {
  const bytes = await loadedBy(null, '/login', (page) => page.getByLabel('E-mail').waitFor());
  expect([...bytes.keys()].filter((path) => /rich-form|choices|shared|inside|icons|notices|\/min-/.test(path))).toEqual([]);
  expect(sumOf(bytes), JSON.stringify([...bytes])).toBeGreaterThan(100_000);
  expect(sumOf(bytes), JSON.stringify([...bytes])).toBeLessThan(MOST_BYTES);
});

test('a dashboard loads no forms, no pictures of all icons and no library of charts, in few requests', async () => {
  const bytes = await loadedBy(stage.app.fixtures.a.owner, '/siteid/dashboard', (page) =>
    page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor(),
  );
  expect([...bytes.keys()].filter((path) => /rich-form|shared|all-icons|\/icons\//.test(path))).toEqual([]);
  expect([...bytes.keys()].filter((path) => path.startsWith('/assets/')).length, [...bytes.keys()].join()).toBeLessThanOrEqual(MOST_FILES);
  expect(sumOf(bytes), JSON.stringify([...bytes])).toBeGreaterThan(200_000);
  expect(sumOf(bytes), JSON.stringify([...bytes])).toBeLessThan(MOST_OF_DASHBOARD);
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
