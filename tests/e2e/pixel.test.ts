import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { expectBeacons, open, page, shop, withPixelShop } from './pixel-stage.ts';

withPixelShop();

const push = (path: string) => page.evaluate((to) => history.pushState({}, '', to), path);
const stored = () => page.evaluate(() => [localStorage.getItem('_lv'), document.cookie]);
const identify = (email: string) => page.evaluate((it) => window.leadIdentify?.({ email: it }), email);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const JANE = sha256('jane@example.com');

describe('a page view', () => {
  test('is one small text without cookies of ours, under an id that lasts', async () => {
    await open('/one#part');
    await expectBeacons(1);
    const [first] = shop.beacons;
    expect(first).toMatchObject({
      type: expect.stringMatching(/^text\/plain/),
      cookie: undefined,
      mode: 'cors',
      body: { k: shop.key, u: `${shop.origin}/one`, s: 'first' },
    });
    await open('/two');
    await expectBeacons(2);
    expect(shop.beacons[1]!.body.v).toBe(first!.body.v);
    expect((await stored())[0]).toBe(first!.body.v);
  });

  test('carries of a query string only what tells the advertisement, of the page before as well', async () => {
    await open('/one?email=jane@example.com&utm_source=mail&token=secret&GCLID=g1&utm_content=jane@example.com&fbclid=f%201&q=shoes');
    await page.evaluate(() => history.pushState({}, '', '/two?code=secret&msclkid=m&ttclid=t'));
    await expectBeacons(2);
    expect(shop.urls).toEqual(['/one?utm_source=mail&GCLID=g1&fbclid=f+1', '/two?msclkid=m&ttclid=t']);
    expect(shop.beacons[1]!.body.r).toBe(shop.beacons[0]!.body.u);
    expect(JSON.stringify(shop.beacons)).not.toMatch(/secret|jane|shoes/);
  });

  test('that is left before its address has settled is sent all the same', async () => {
    shop.before = '<img src="/slow.png">'; // what may still redirect settles later
    await page.goto(`${shop.origin}/one`, { waitUntil: 'commit' });
    await page.waitForFunction(() => '_lead_abcdefghijklmnop' in window);
    shop.before = '';
    await open('/two');
    await expectBeacons(2);
    expect(shop.urls).toEqual(['/one', '/two']);
    expect(shop.beacons[0]!.mode).toBe('no-cors');
  });

  test('with data-hash counts routes behind the number sign, without what stands in their query', async () => {
    shop.tag = shop.tagOf('data-hash');
    await open('/#/one?token=secret');
    await page.evaluate(() => (location.hash = '#/two'));
    await expectBeacons(2);
    await page.evaluate(() => (location.hash = '#access_token=secret'));
    await expectBeacons(3);
    expect(shop.urls).toEqual(['/#/one', '/#/two', '/']);
  });

  test('is counted for each campaign whose tag stands in the page, and once for a tag that stands there twice', async () => {
    shop.tag += shop.tagOf() + shop.tagOf('', 'qrstuvwxyzABCDEF');
    await open('/one');
    await expectBeacons(2);
    expect(shop.beacons.map((b) => b.body.k).sort()).toEqual([shop.key, 'qrstuvwxyzABCDEF']);
    expect(shop.beacons[0]!.body.v).toBe(shop.beacons[1]!.body.v);
  });

  test('without local storage has its id in a cookie, and without a token sends none', async () => {
    shop.token = undefined;
    await page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new Error('denied');
        },
      }),
    );
    await open('/one');
    await expectBeacons(1); // a page that is left before it was answered sends its view once more
    await open('/two');
    await expectBeacons(2);
    expect(shop.beacons[1]!.body.v).toBe(shop.beacons[0]!.body.v);
    expect(shop.beacons[0]!.body).not.toHaveProperty('s');
    expect(await page.evaluate(() => document.cookie)).toContain('_lv=');
  });
});

describe('the server', () => {
  test('that wants another token gets it, for all beacons at once, and each beacon once more', async () => {
    shop.tag += shop.tagOf('', 'qrstuvwxyzABCDEF');
    await open('/one');
    await expectBeacons(2);
    shop.answers = [401, 401, 401, 401, 401, 401].map((status) => ({ status }));
    shop.beacons = [];
    await push('/two');
    await expectBeacons(4);
    expect(shop.beacons.map((b) => b.body.s)).toEqual(['first', 'first', 'renewed', 'renewed']);
    expect(shop.tokensAsked).toBe(2);
    shop.answers = [];
    await push('/three');
    await expectBeacons(6);
    expect(shop.beacons[5]!.body.s).toBe('renewed');
    expect(shop.tokensAsked).toBe(2);
  });

  test('that is busy is asked once more, after the time it names', async () => {
    shop.answers = [1, 1, 1].map((after) => ({
      status: 503,
      headers: { 'retry-after': String(after), 'access-control-expose-headers': 'retry-after' },
    }));
    const begun = Date.now();
    await open('/one');
    await expect.poll(() => shop.beacons.length, { timeout: 5_000 }).toBe(2);
    expect(Date.now() - begun).toBeGreaterThan(1_000);
    await page.waitForTimeout(2_000);
    expect(shop.urls).toEqual(['/one', '/one']);
  });

  test('is asked once more at once when the page is left meanwhile', async () => {
    shop.answers = [{ status: 503, headers: { 'retry-after': '20', 'access-control-expose-headers': 'retry-after' } }];
    await open('/one');
    await expectBeacons(1);
    await page.goto('about:blank');
    await expectBeacons(2);
    expect(shop.urls).toEqual(['/one', '/one']);
  });

  test.each([400, 413, 429, 500])('has the last word with %i', async (status) => {
    shop.answers = [{ status }];
    await open('/one');
    await page.waitForTimeout(1_500);
    expect(shop.urls).toEqual(['/one']);
  });
});

describe('consent', () => {
  test('Global Privacy Control: nothing is sent or stored, and the site may call what it knows', async () => {
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }));
    await open('/');
    await push('/a');
    await page.evaluate(() => window.leadIdentify!({ email: 'jane@example.com' }));
    await page.waitForTimeout(600);
    expect(shop.beacons).toEqual([]);
    expect(await stored()).toEqual([null, '']);
  });

  test('a no holds everything back, a later yes lets it go, and a no after that removes the id', async () => {
    shop.before = '<script>window.leadConsent = false</script>';
    await open('/one');
    await page.waitForTimeout(400);
    await push('/two');
    await page.waitForTimeout(400);
    expect(shop.beacons).toEqual([]);
    expect(await stored()).toEqual([null, '']);
    const say = (yes: boolean) =>
      page.evaluate((it) => {
        window.leadConsent = it;
        dispatchEvent(new Event('lead-consent'));
      }, yes);
    await say(true);
    await expectBeacons(2);
    expect(shop.urls).toEqual(['/one', '/two']);
    expect((await stored())[0]).toMatch(/^\w{32}$/);
    const id = shop.beacons[0]!.body.v;
    await say(false);
    expect(await stored()).toEqual([null, '']);
    // Once, with the id and nothing of the page.
    await expect.poll(() => shop.beacons.slice(2).map(({ body }) => body)).toEqual([{ k: shop.key, v: id, o: 1, s: 'first' }]);
    await say(false);
    await push('/three');
    await page.waitForTimeout(600);
    expect(shop.beacons).toHaveLength(3);
    expect(await stored()).toEqual([null, '']);
  });

  test('taken back is told to the server, also by a function and on a later page, with a fresh token where the server wants one', async () => {
    await open('/one');
    await expectBeacons(1);
    const id = shop.beacons[0]!.body.v;
    shop.before = '<script>window.leadConsent = () => false</script>';
    shop.answers = [{ status: 401 }];
    await page.goto(`${shop.origin}/two`);
    await expect
      .poll(() => shop.beacons.slice(1).map(({ body }) => body))
      .toEqual(['first', 'renewed'].map((s) => ({ k: shop.key, v: id, o: 1, s })));
    expect(await stored()).toEqual([null, '']);
  });

  test('taken back, drops what waits to be sent once more, and makes no new id', async () => {
    shop.answers = [{ status: 503, headers: { 'retry-after': '1', 'access-control-expose-headers': 'retry-after' } }];
    await open('/one');
    await expectBeacons(1);
    await page.evaluate(() => {
      window.leadConsent = false;
      dispatchEvent(new Event('lead-consent'));
    });
    await page.waitForTimeout(2_500);
    await page.goto(`${shop.origin}/nowhere.png`);
    expect(shop.beacons.map(({ body }) => body.o)).toEqual([undefined, 1]);
  });

  test('where it is required, silence is a no', async () => {
    for (const tag of [shop.tagOf('data-consent="required"'), shop.tagOf().replace('.js', '.js?consent=required')]) {
      shop.tag = tag;
      await open('/');
      await page.waitForTimeout(600);
      expect([shop.beacons, await stored()]).toEqual([[], [null, '']]);
    }
  });

  test.each([
    ['throws', 'throw new Error("not ready")'],
    ['answers a promise', 'return Promise.resolve(false)'],
    ['answers nothing', ''],
  ])('a function that %s is a no and is asked again, at the event and at the next page', async (_what, body) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    shop.before = `<script>window.leadConsent = () => { ${body} }</script>`;
    await open('/one');
    await page.waitForTimeout(500);
    await page.evaluate(() => dispatchEvent(new Event('lead-consent')));
    await page.waitForTimeout(300);
    expect([shop.beacons, await stored()]).toEqual([[], [null, '']]);
    await page.evaluate(() => (window.leadConsent = () => true));
    await push('/two');
    await expectBeacons(2);
    expect(shop.urls).toEqual(['/one', '/two']);
    expect(errors).toEqual([]);
  });
});

describe('leadIdentify', () => {
  const STUB = '<script>window.leadIdentify=window.leadIdentify||function(w){(leadIdentify.q=leadIdentify.q||[]).push(w)}</script>';

  test('tells the hash of an address with the page and the page before it, to every campaign of the page', async () => {
    shop.tag += shop.tagOf('', 'qrstuvwxyzABCDEF');
    await open('/one');
    await expectBeacons(2);
    await push('/two');
    await expectBeacons(4);
    await identify(' Jane@Example.com');
    await identify('jane@example.com');
    await expectBeacons(6);
    for (const { body } of shop.beacons.slice(4)) expect(body).toMatchObject({ u: `${shop.origin}/two`, r: `${shop.origin}/one`, e: JANE });
    expect(new Set(shop.beacons.slice(4).map((b) => b.body.k)).size).toBe(2);
    expect(JSON.stringify(shop.beacons)).not.toContain('xample.com');
  });

  test('called before the script came, also by a copy of the function, is part of the page view', async () => {
    shop.before = `${STUB}<script>leadIdentify({ email: 'jane@example.com' }); window.kept = leadIdentify</script>`;
    shop.tag += shop.tagOf('', 'qrstuvwxyzABCDEF');
    await open('/thanks?order=7');
    await expectBeacons(2);
    for (const { body } of shop.beacons) expect(body).toMatchObject({ u: `${shop.origin}/thanks`, e: JANE, t: 1 });
    await page.evaluate(() => (window as unknown as { kept: NonNullable<Window['leadIdentify']> }).kept({ email: 'b'.repeat(32) }));
    await expectBeacons(4);
    expect(shop.beacons[3]!.body).toMatchObject({ e: 'b'.repeat(32) });
    expect(shop.beacons[3]!.body).not.toHaveProperty('t');
  });

  test('of anything but an address or its hash sends nothing, and disturbs nobody', async () => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await open('/one');
    await expectBeacons(1);
    for (const email of ['+1 555 0100', 'Jane Doe', '', 'zz'.repeat(16)]) await identify(email);
    await page.evaluate(() => {
      const say = window.leadIdentify as unknown as (who?: unknown) => void;
      for (const who of [undefined, null, 7, {}]) say(who);
    });
    await expectBeacons(1);
    expect(errors).toEqual([]);
  });

  test('hashes by itself, because browsers offer that on pages with https alone', async () => {
    const texts = [
      'a@b.co',
      'größe@example.com',
      `${'x'.repeat(43)}@example.com`,
      `${'y'.repeat(44)}@example.com`,
      `${'z'.repeat(240)}@example.com`,
    ];
    await page.addInitScript(() => Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined }));
    await open('/one');
    await expectBeacons(1);
    for (const text of texts) await identify(text);
    await expectBeacons(1 + texts.length);
    // Each on a connection of its own: they may overtake each other.
    expect(
      shop.beacons
        .slice(1)
        .map((b) => b.body.e)
        .toSorted(),
    ).toEqual(texts.map(sha256).toSorted());
  });
});

describe('a page of somebody else', () => {
  test('keeps no frame that is set apart, and no error of ours reaches it', async () => {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => complaints.push(message.text()));
    shop.before = `<script>window.failures = []; onerror = (...it) => failures.push(it.join()); onunhandledrejection = (it) => failures.push(String(it.reason))</script>`;
    await open('/one');
    await page.evaluate(() => {
      document.body.innerHTML = '<iframe sandbox="allow-scripts" src="/framed"></iframe>';
    });
    await expectBeacons(1);
    expect(shop.urls).toEqual(['/one']);
    expect(await page.frames()[1]!.evaluate(() => [origin, typeof window.leadIdentify])).toEqual(['null', 'function']);
    for (const frame of page.frames())
      expect(await frame.evaluate(() => (window as unknown as { failures: string[] }).failures)).toEqual([]);
    expect(complaints.filter((it) => !/favicon|404|sandbox/i.test(it))).toEqual([]);
  });

  test('whose tools of the browser are broken is left in peace', async () => {
    shop.before = `<script>
      window.failures = []; onerror = (...it) => failures.push(it.join()); onunhandledrejection = (it) => failures.push(String(it.reason));
      fetch = () => { throw new Error('no fetch') };
      navigator.sendBeacon = () => { throw new Error('no beacon') };
    </script>`;
    await open('/one');
    await push('/two');
    await identify('jane@example.com');
    await page.waitForTimeout(600);
    await page.evaluate(() => dispatchEvent(new Event('pagehide')));
    expect(shop.beacons).toEqual([]);
    expect(await page.evaluate(() => (window as unknown as { failures: string[] }).failures)).toEqual([]);
  });

  test('whose policy refuses the connection is left in peace, and one with the documented lines lets it through', async () => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    shop.pageHeaders = { 'content-security-policy': `default-src 'none'; script-src ${shop.source}` };
    await open('/one');
    await page.waitForTimeout(600);
    expect([shop.beacons, errors]).toEqual([[], []]);
    shop.pageHeaders = { 'content-security-policy': `default-src 'none'; script-src ${shop.source}; connect-src ${shop.source}` };
    await open('/two');
    await expectBeacons(1);
  });
});
