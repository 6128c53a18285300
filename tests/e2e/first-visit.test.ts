import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from './support.ts';

/** What the sign-in page may load, packed: every kilobyte of it is waited for by whoever comes for the first time. */
const MOST_BYTES = 195_000;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test('the sign-in page loads no more than it may, and nothing that is for whoever is signed in', async () => {
  const page = await stage.browser.newPage();
  try {
    const session = await page.context().newCDPSession(page);
    const paths = new Map<string, string>();
    const bytes = new Map<string, number>();
    session.on('Network.responseReceived', ({ requestId, response }) => void paths.set(requestId, new URL(response.url).pathname));
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => void bytes.set(paths.get(requestId)!, encodedDataLength));
    await session.send('Network.enable');
    await page.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' });
    await page.goto(`${stage.app.url}/login`, { waitUntil: 'networkidle' });
    await page.getByLabel('E-mail').waitFor();
    expect([...bytes.keys()].filter((path) => /rich-form|choices|shared|inside|notices|rules|\/min-/.test(path))).toEqual([]);
    const sum = [...bytes.values()].reduce((all, one) => all + one, 0);
    expect(sum, JSON.stringify([...bytes])).toBeGreaterThan(100_000);
    expect(sum, JSON.stringify([...bytes])).toBeLessThan(MOST_BYTES);
  } finally {
    await page.close();
  }
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
