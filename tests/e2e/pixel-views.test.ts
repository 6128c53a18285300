import { resolve } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { build } from 'vite';
import { expectBeacons, open, page, shop, withPixelShop } from './pixel-stage.ts';

/** What is one view of a page: with routers as sites use them, and with pages that the browser keeps or fetches ahead of time. */
withPixelShop(async (opened) => void opened.files.set('/react.js', await reactShop()));

async function reactShop(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: resolve(import.meta.dirname, 'pixel-react-shop.ts'), formats: ['iife'], name: 'shop' },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) throw new Error('the shop was not built');
  return output.output[0].code;
}

/** Waits until exactly these pages were reported. */
async function expectViews(...paths: string[]): Promise<void> {
  await expectBeacons(paths.length);
  expect(shop.urls).toEqual(paths);
}

describe('React Router', () => {
  beforeEach(() => {
    shop.after = '<script type="module" src="/react.js"></script>';
  });

  test('a redirect of the start page and of an old address is one view, under the address it leads to', async () => {
    await open('/');
    await page.getByRole('link', { name: 'Bags' }).click();
    await page.waitForURL('**/bags');
    await expectViews('/home', '/bags');
    expect(shop.beacons[1]!.body.r).toBe(`${shop.origin}/home`);
  });

  test('a redirect that waits for a slow page is one view too', async () => {
    shop.before = '<img src="/slow.png">';
    shop.after = '';
    // The time of the page stands still unless told: how long a redirect takes on this machine is not what is looked at.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1_000);
    await page.goto(shop.origin, { waitUntil: 'commit' });
    await page.waitForFunction(() => '_lead_abcdefghijklmnop' in window);
    await page.clock.runFor(1_000);
    shop.endSlow();
    await page.waitForFunction(() => document.readyState === 'complete');
    await page.clock.runFor(290); // a redirect that comes so long after the page has loaded is one still
    await page.evaluate(() => document.body.append(Object.assign(document.createElement('script'), { src: '/react.js' })));
    await page.waitForURL('**/home');
    expect(shop.urls).toEqual([]);
    await page.clock.runFor(300);
    await expectViews('/home');
  });

  test('links that are followed quickly are views, each of them', async () => {
    await open('/home');
    await expectViews('/home');
    await page.evaluate(() => {
      for (const name of ['Shoes', 'Hats', 'Shoes']) [...document.querySelectorAll('a')].find((a) => a.textContent === name)!.click();
    });
    await expectViews('/home', '/shoes', '/hats', '/shoes');
    await page.goBack();
    await page.goBack();
    await expectViews('/home', '/shoes', '/hats', '/shoes', '/hats', '/shoes');
  });
});

describe('Vue Router, by the calls of the History API that it documents', () => {
  test('the base that it puts before the address is the same view', async () => {
    shop.after = `<script>
      history.replaceState({ current: '/' }, '', '/shop/');
      setTimeout(() => history.replaceState({ current: '/home' }, '', '/shop/home'), 50);
    </script>`;
    await open('/');
    await expectViews('/shop/home');
  });

  test('the replacement before each step, which keeps the scroll position, is no view', async () => {
    await open('/home');
    await expectViews('/home');
    await page.evaluate(() => {
      for (const to of ['/a', '/b']) {
        history.replaceState({ ...history.state, scroll: { left: 0, top: 10 } }, '', location.href);
        history.pushState({ current: to }, '', to);
      }
    });
    await expectViews('/home', '/a', '/b');
  });
});

describe('an address changed by script', () => {
  test('counts as it stands in the end: the same one twice in a row does not, one that is replaced later does', async () => {
    await open('/');
    await expectViews('/');
    await page.evaluate(() => {
      history.pushState({}, '', '/a');
      history.replaceState({}, '', '/a#section');
      history.pushState({}, '', '/a');
    });
    await expectViews('/', '/a');
    await page.evaluate(() => {
      history.pushState({}, '', '/elsewhere');
      history.replaceState({}, '', '/a');
    });
    await expectViews('/', '/a');
    await page.evaluate(() => history.replaceState({}, '', '/step-2'));
    await expectViews('/', '/a', '/step-2');
    await page.goBack();
    await page.goBack();
    await expectViews('/', '/a', '/step-2', '/a');
  });

  test('throws what the browser throws, and the site goes on', async () => {
    await open('/');
    expect(
      await page.evaluate(() => {
        try {
          history.pushState({}, '', 'http://elsewhere.example/');
          return 'nothing';
        } catch (error) {
          return (error as Error).name;
        }
      }),
    ).toBe('SecurityError');
    await expectViews('/');
  });
});

// A browser that is driven from outside neither keeps left pages nor prerenders, so these are told by the events that it would send.
describe('a page that the browser', () => {
  const show = (persisted: boolean) =>
    page.evaluate((it) => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: it })), persisted);

  test('kept and shows again is a view', async () => {
    await open('/one');
    await expectViews('/one');
    await show(false);
    await expectViews('/one');
    await show(true);
    await expectViews('/one', '/one');
    await page.evaluate(() => history.pushState({}, '', '/two'));
    await expectViews('/one', '/one', '/two');
    expect(shop.beacons.map((b) => b.body.r?.replace(shop.origin, ''))).toEqual([undefined, undefined, '/one']);
  });

  test('fetched ahead of time is a view when somebody looks at it, and nothing before', async () => {
    await page.addInitScript(() => {
      let isAhead = true;
      Object.defineProperty(Document.prototype, 'prerendering', { get: () => isAhead });
      Object.assign(window, {
        look: () => {
          isAhead = false;
          document.dispatchEvent(new Event('prerenderingchange'));
        },
      });
    });
    shop.after = '<script>setTimeout(() => history.replaceState({}, "", "/home"), 50)</script>';
    await open('/');
    await page.evaluate(() => window.leadIdentify!({ email: 'c'.repeat(64) }));
    await page.waitForTimeout(700);
    expect([shop.beacons, await page.evaluate(() => localStorage.length)]).toEqual([[], 0]);
    await page.evaluate(() => (window as unknown as { look: () => void }).look());
    await expectViews('/home');
    expect(shop.beacons[0]!.body.e).toBe('c'.repeat(64));
  });
});
