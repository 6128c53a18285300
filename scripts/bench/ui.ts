import type { Browser, Page } from 'playwright';
import { launchBrowser } from '../../core/testing/browser.ts';
import { signIn } from './api.ts';
import { percentile, tenths } from './harness.ts';
import { type Installation, sizeOf } from './installation.ts';
import { installFilled, SIZES } from './population.ts';
import type { Table } from './results.ts';
import { type ServerProcess, startProduct } from './server-process.ts';

const TIMES = sizeOf('BENCH_TIMES', 5);
/** What arrives late may still move the page. */
const AFTERWARDS_MS = 1_000;

/** Rows of a list, on a wide screen and on a narrow one. */
const ROWS = 'main table[aria-busy=false] tbody tr, main ul li';

/** A page is ready when all of this is there and nothing stands in for what is still to come. */
const PAGES = [
  { name: 'sign-in', path: '/login', signedIn: false, has: ['input[type=email], input[autocomplete=username]', 'button[type=submit]'] },
  { name: 'dashboard', path: '/siteid/dashboard', signedIn: true, has: ['main figure svg', ROWS] },
  { name: 'campaigns', path: '/siteid/campaign-management', signedIn: true, has: [ROWS] },
  { name: 'leads', path: '/leads', signedIn: true, has: [ROWS] },
];
/** A wide screen, the same in a browser that works four times slower, and a narrow one. */
const LOOKS = [
  { width: 1440, slower: 1 },
  { width: 1440, slower: 4 },
  { width: 400, slower: 1 },
];
type Look = (typeof LOOKS)[number];
type Screen = (typeof PAGES)[number];
const PLACEHOLDER = '.mantine-Skeleton-root';

interface Seen {
  readyMs: number;
  /** Packed, until it was ready and in all. */
  kilobytes: number;
  kilobytesInAll: number;
  scripts: number;
  requests: number;
  shift: number;
}

/** First visits of a browser that knows nothing yet: what is loaded, when a page is ready, and how far it moves meanwhile. */
export async function run(adminUrl: string): Promise<Table[]> {
  const installation = await installFilled(adminUrl, SIZES['tiny']!);
  try {
    const product = await startProduct('web', installation);
    const browser = await launchBrowser();
    try {
      const rows: Table['rows'][number][] = [];
      for (const screen of PAGES)
        for (const look of LOOKS)
          rows.push([screen.name, look.width, look.slower, ...(await medians(installation, product, browser, screen, look))]);
      return [
        {
          name: `first visits, medians of ${TIMES}`,
          columns: ['page', 'width', 'times slower', 'ready ms', 'gzip kB until ready', 'in all', 'of it scripts', 'requests', 'shift'],
          rows,
        },
      ];
    } finally {
      await browser.close();
      await product.stop();
    }
  } finally {
    await installation.remove();
  }
}

async function medians(installation: Installation, product: ServerProcess, browser: Browser, screen: Screen, look: Look) {
  const seen: Seen[] = [];
  // The first one warms the server up and is not counted.
  for (let n = 0; n <= TIMES; n += 1) {
    const token = screen.signedIn ? await signIn(installation, installation.fixtures.a.clients[0]!.user.id) : null;
    seen.push(await visit(browser, `${product.url}${screen.path}`, token, screen.has, look));
  }
  const median = (of: keyof Seen): number =>
    percentile(
      seen.slice(1).map((one) => one[of]),
      0.5,
    );
  return [
    Math.round(median('readyMs')),
    tenths(median('kilobytes')),
    tenths(median('kilobytesInAll')),
    tenths(median('scripts')),
    median('requests'),
    Math.round(median('shift') * 1000) / 1000,
  ];
}

async function visit(browser: Browser, url: string, token: string | null, has: string[], look: Look): Promise<Seen> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: 900 },
    extraHTTPHeaders: { 'accept-encoding': 'gzip' },
  });
  try {
    await context.addInitScript(
      ([given]) => {
        if (given) localStorage.setItem('token', given);
        const seen = globalThis as unknown as { shift: number };
        seen.shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) seen.shift += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
      },
      [token] as const,
    );
    const page = await context.newPage();
    const traffic = await trafficOf(page, look.slower);
    await page.goto(url, { waitUntil: 'commit' });
    const ready = await page.waitForFunction(
      ([wanted, placeholder]) =>
        wanted.every((selector) => document.querySelector(selector)) && !document.querySelector(placeholder) && performance.now(),
      [has, PLACEHOLDER] as const,
      { polling: 'raf' },
    );
    const untilReady = traffic.bytes;
    await page.waitForTimeout(AFTERWARDS_MS);
    return {
      readyMs: (await ready.jsonValue()) as number,
      kilobytes: untilReady / 1000,
      kilobytesInAll: traffic.bytes / 1000,
      scripts: traffic.scripts / 1000,
      requests: traffic.requests,
      shift: await page.evaluate(() => (globalThis as unknown as { shift: number }).shift),
    };
  } finally {
    await context.close();
  }
}

/** Counts what comes over the wire; the browser works so many times slower. */
async function trafficOf(page: Page, slower: number) {
  const counted = { bytes: 0, scripts: 0, requests: 0 };
  const scripts = new Set<string>();
  const session = await page.context().newCDPSession(page);
  session.on('Network.responseReceived', ({ requestId, type }) => void (type === 'Script' && scripts.add(requestId)));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    counted.requests += 1;
    counted.bytes += encodedDataLength;
    if (scripts.has(requestId)) counted.scripts += encodedDataLength;
  });
  await session.send('Network.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  return counted;
}
