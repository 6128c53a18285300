import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { setPassword } from '../../plugins/foundation/accounts/accounts.store.ts';
import { hashPassword } from '../../plugins/foundation/accounts/password.ts';
import { openStage, type Stage } from './support.ts';

const PASSWORD = 'four quite unrelated words';
/** What such services do: a frame of their own in the page, whose button gives an answer that is good for one look. */
const SCRIPT = (origin: string): string => `
  const { searchParams } = new URL(document.currentScript.src);
  window.grecaptcha = {
    render(box, { sitekey, callback }) {
      const frame = document.createElement('iframe');
      frame.src = '${origin}/frame?k=' + sitekey;
      frame.title = 'Puzzle';
      box.append(frame);
      addEventListener('message', (event) => event.source === frame.contentWindow && callback(event.data));
    },
  };
  setTimeout(window[searchParams.get('onload')]);`;
/** It answers a moment after the click, as services do: a frame that is gone before its click has ended leaves the click hanging. */
const FRAME = (answer: string): string =>
  `<button onclick="this.textContent = 'Thank you'; setTimeout(() => parent.postMessage('${answer}', '*'), 100)">I am a person</button>`;

let stage: Stage;
let service: Server;
let isAway = false;
const asked: string[] = [];
const answers = new Set<string>();

beforeAll(async () => {
  service = createServer((request, response) => {
    const { pathname, searchParams, origin } = new URL(request.url!, `http://${request.headers.host}`);
    asked.push(pathname);
    if (isAway) return void response.destroy();
    if (pathname === '/api.js') return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(SCRIPT(origin));
    if (pathname === '/frame') {
      const answer = randomUUID();
      if (searchParams.get('k') === 'site-key') answers.add(answer);
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(FRAME(answer));
    }
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const form = new URLSearchParams(text);
      const success = form.get('secret') === 'secret' && answers.delete(form.get('response') ?? '');
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ success }));
    });
  });
  await new Promise<void>((resolve) => void service.listen(0, 'localhost', resolve));
  const { port } = service.address() as AddressInfo;
  stage = await openStage({
    captchaSecret: 'secret',
    captchaSiteKey: 'site-key',
    captchaUrl: `http://localhost:${port}/siteverify`,
    captchaScript: `http://localhost:${port}/api.js`,
    egressAllow: [`localhost:${port}`],
  });
  const { owner } = stage.app.fixtures.a;
  await setPassword(stage.app.kernel.platform, { id: owner.id, companyId: owner.tenant.id }, await hashPassword(PASSWORD));
});
afterAll(async () => {
  await stage.close();
  service.closeAllConnections();
  service.close();
});
beforeEach(async () => {
  for (const table of ['core_rate', 'accounts_attempt']) await stage.app.kernel.platform(table).delete();
  asked.length = 0;
  isAway = false;
});

/** As after five failures of somebody at this address. */
const suspected = async (): Promise<void> => {
  for (let n = 0; n < 5; n += 1)
    await stage.app.call('POST', '/api/login', null, { body: { username: `guess-${n}@test.example`, password: 'wrong' } });
};
const puzzle = (page: Page) => page.getByRole('dialog', { name: 'Confirm you are a person' });
/** Clicks until it was taken: a click into a frame that is just being laid out goes past it. */
const solve = async (page: Page): Promise<void> => {
  const button = page.frameLocator('iframe[title=Puzzle]').getByRole('button', { name: 'I am a person' });
  await button.waitFor();
  const clicked = async (): Promise<number> => {
    await button.click();
    return button.count();
  };
  await expect.poll(clicked).toBe(0);
};
const fillIn = async (page: Page, password = PASSWORD): Promise<void> => {
  await page.getByLabel('E-mail').fill(stage.app.fixtures.a.owner.email);
  await page.getByLabel('Password', { exact: false }).first().fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

test('whoever is not suspected never meets the service', async () => {
  const page = await stage.open('/login', null);
  await fillIn(page);
  await page.locator('[data-profile]').waitFor();
  expect(asked).toEqual([]);
});

test('after five failures the puzzle is drawn, and once solved the sign-in goes on by itself', async () => {
  const page = await stage.open('/login', null);
  for (let n = 0; n < 5; n += 1) {
    await fillIn(page, 'wrong wrong wrong');
    await page.getByText('The e-mail or password is wrong.').waitFor();
    await page.getByLabel('E-mail').fill('');
  }
  expect(asked).toEqual([]);
  await fillIn(page);
  await puzzle(page).getByText('Please confirm that you are a person').waitFor();
  expect(await stage.faults(page)).toEqual([]);
  await solve(page);
  await page.locator('[data-profile]').waitFor();
  expect(asked).toEqual(['/api.js', '/frame', '/siteverify']);
});

test('who gives up is back at the form with what was typed, and may try again', async () => {
  await suspected();
  const page = await stage.open('/login', null);
  await fillIn(page);
  await puzzle(page).getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => puzzle(page).count()).toBe(0);
  expect(await page.getByLabel('E-mail').inputValue()).toBe(stage.app.fixtures.a.owner.email);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await solve(page);
  await page.locator('[data-profile]').waitFor();
});

test('an answer that the service does not accept brings another puzzle', async () => {
  await suspected();
  const page = await stage.open('/login', null);
  await fillIn(page);
  await puzzle(page).waitFor();
  await page.frameLocator('iframe[title=Puzzle]').getByRole('button').waitFor();
  answers.clear();
  const frames = (): number => asked.filter((path) => path === '/frame').length;
  const before = frames();
  await solve(page);
  await puzzle(page).getByText('The check was not solved or has expired.').waitFor();
  // The new puzzle is there, and not only its words.
  await expect.poll(frames).toBe(before + 1);
  await solve(page);
  await page.locator('[data-profile]').waitFor();
});

test('forgotten passwords and registrations take the same way', async () => {
  await suspected();
  const page = await stage.open('/forgot-password', null);
  await page.getByLabel('E-mail').fill('anybody@test.example');
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await solve(page);
  await page.getByText('If there is an account with this address').first().waitFor();
  await page.goto(`${stage.app.url}/register`);
  await page.getByLabel('Company name').fill('Slow Typers');
  await page.getByLabel('Full name').fill('Tia Tap');
  await page.getByLabel('E-mail').fill('tia@typers.example');
  await page.getByLabel('Password', { exact: false }).first().fill(PASSWORD);
  await page.locator('form button[type=submit]').click();
  await solve(page);
  await page.waitForURL('**/verify-login*');
});

test('an agency registers itself the same way, in Arabic and in the dark', async () => {
  await suspected();
  const page = await stage.open('/agency-register', null, { locale: 'ar', scheme: 'dark' });
  await page.locator('input[autocomplete=organization]').fill('Late Leads');
  await page.locator('input[autocomplete=name]').fill('Lea Late');
  await page.locator('input[autocomplete=email]').fill('lea@late.example');
  await page.locator('input[autocomplete=new-password]').fill(PASSWORD);
  await page.locator('form button[type=submit]').click();
  await page.getByRole('dialog', { name: 'أكّد أنك إنسان' }).waitFor();
  await page.frameLocator('iframe[title=Puzzle]').getByRole('button').waitFor();
  expect(await stage.faults(page)).toEqual([]);
  await solve(page);
  await page.waitForURL('**/verify-login*');
});

test('nothing was complained about', () => expect(stage.complaints).toEqual([]));

test('a service that does not answer is said to be away, and asked again when it is back', async () => {
  await suspected();
  const page = await stage.open('/login', null);
  isAway = true;
  await fillIn(page);
  await puzzle(page).getByText('The check could not be loaded.').waitFor();
  isAway = false;
  await puzzle(page).getByRole('button', { name: 'Try again' }).click();
  await solve(page);
  await page.locator('[data-profile]').waitFor();
});
