import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser } from '../../core/testing/browser.ts';
import { buildPixel } from '../../scripts/build-pixel.ts';

/** A shop page with the pixel, and an endpoint that only remembers: what the script does, without a product behind it. */
const KEY = 'abcdefghijklmnop';
let shop: Server;
let origin: string;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let script: string;
let tag: string;
let before: string;
let beacons: { body: { u: string; v: string; e?: string; t?: number; r?: string }; type: string; cookie: string | undefined }[] = [];

beforeAll(async () => {
  const bundle = await buildPixel();
  shop = createServer((request, response) => {
    if (request.url?.startsWith('/px/')) return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    if (request.url === '/collect') {
      let text = '';
      request.on('data', (part) => (text += part));
      request.on('end', () => {
        beacons.push({ body: JSON.parse(text), type: request.headers['content-type'] ?? '', cookie: request.headers.cookie });
        response.writeHead(204, { 'access-control-allow-origin': '*' }).end();
      });
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>Shop</title>${before}${tag}<h1>Shop</h1>`);
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  origin = `http://localhost:${(shop.address() as AddressInfo).port}`;
  script = bundle.replace('__LEAD_PIXEL__', JSON.stringify({ k: KEY, t: `${origin}/thanks` }));
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await new Promise((resolve) => shop.close(resolve));
});
beforeEach(async () => {
  beacons = [];
  before = '';
  tag = `<script async src="/px/${KEY}.js"></script>`;
  context = await browser.newContext();
  page = await context.newPage();
});
afterEach(() => context.close());

const urls = () => beacons.map((b) => b.body.u.replace(origin, ''));
/** Waits until so many beacons came, then a little for one too many. */
async function expectBeacons(count: number): Promise<void> {
  await expect.poll(() => beacons.length, { timeout: 5_000 }).toBeGreaterThanOrEqual(count);
  await page.waitForTimeout(150);
  expect(urls()).toHaveLength(count);
}
const open = (path: string) => page.goto(origin + path, { waitUntil: 'networkidle' });
const stored = () => page.evaluate(() => [localStorage.getItem('_lv'), document.cookie]);

test('a page view is one small text without cookies of ours, under an id that lasts', async () => {
  await open('/one?x=1#part');
  await expectBeacons(1);
  const [first] = beacons;
  expect(first).toMatchObject({ type: expect.stringMatching(/^text\/plain/), cookie: undefined, body: { k: KEY, u: `${origin}/one?x=1` } });
  await open('/two');
  await expectBeacons(2);
  expect(beacons[1]!.body.v).toBe(first!.body.v);
  expect((await stored())[0]).toBe(first!.body.v);
});

test('single-page apps: every new address counts, the same one twice in a row does not', async () => {
  await open('/');
  await page.evaluate(() => {
    history.pushState({}, '', '/a');
    history.replaceState({}, '', '/a');
  });
  await expectBeacons(2);
  await page.evaluate(() => {
    history.pushState({}, '', '/a');
    history.replaceState({}, '', '/a#section');
  });
  await expectBeacons(2);
  await page.evaluate(() => history.pushState({}, '', '/b'));
  await expectBeacons(3);
  await page.goBack();
  await page.goBack();
  await expectBeacons(4);
  expect(urls()).toEqual(['/', '/a', '/b', '/a']);
  expect(beacons[2]!.body.r).toBe(`${origin}/a`);
});

test('with data-hash changes of the fragment count too', async () => {
  tag = `<script async data-hash src="/px/${KEY}.js"></script>`;
  await open('/#/one');
  await page.evaluate(() => (location.hash = '#/two'));
  await expectBeacons(2);
  expect(urls()).toEqual(['/#/one', '/#/two']);
});

test('with Global Privacy Control nothing is sent or stored', async () => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }));
  await open('/');
  await page.evaluate(() => history.pushState({}, '', '/a'));
  await page.waitForTimeout(300);
  expect(beacons).toEqual([]);
  expect(await stored()).toEqual([null, '']);
});

test('a no to tracking holds everything back, a later yes lets it go', async () => {
  before = '<script>window.leadConsent = false</script>';
  await open('/one');
  await page.evaluate(() => history.pushState({}, '', '/two'));
  await page.waitForTimeout(300);
  expect(beacons).toEqual([]);
  expect(await stored()).toEqual([null, '']);
  await page.evaluate(() => {
    window.leadConsent = true;
    dispatchEvent(new Event('lead-consent'));
  });
  await expectBeacons(2);
  expect(urls()).toEqual(['/one', '/two']);
});

test('where consent is required, silence is a no; a function is asked each time', async () => {
  tag = `<script async data-consent="required" src="/px/${KEY}.js"></script>`;
  await open('/');
  await page.waitForTimeout(300);
  expect([beacons, await stored()]).toEqual([[], [null, '']]);
  await page.evaluate(() => {
    window.leadConsent = () => true;
    dispatchEvent(new Event('lead-consent'));
  });
  await expectBeacons(1);
});

test('the thank-you page is marked, and an e-mail address leaves the browser only as a hash', async () => {
  await open('/thanks/?order=7');
  await expectBeacons(1);
  expect(beacons[0]!.body.t).toBe(1);
  await page.evaluate(() => window.leadIdentify?.({ email: ' Jane@Example.com' }));
  await expectBeacons(2);
  expect(beacons[1]!.body.e).toBe('8c87b489ce35cf2e2f39f80e282cb2e804932a56a213983eeeb428407d43b52d');
});

test('a tag that stands twice counts once; without local storage a cookie does', async () => {
  tag += tag;
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new Error('denied');
      },
    }),
  );
  await open('/one');
  await open('/two');
  await expectBeacons(2);
  expect(beacons[1]!.body.v).toBe(beacons[0]!.body.v);
  expect(await page.evaluate(() => document.cookie)).toContain('_lv=');
});
