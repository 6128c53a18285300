import type { BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { PixelShop } from './pixel-shop.ts';
import { workerBrowser } from './worker-browser.ts';

/** A shop with the tag in its pages, and a browser profile that is fresh in each test of the file that uses it. */
export let shop: PixelShop;
export let page: Page;

export function withPixelShop(prepare: (opened: PixelShop) => Promise<void> = async () => undefined): void {
  let context: BrowserContext;
  beforeAll(async () => {
    shop = await PixelShop.open();
    await prepare(shop);
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    shop.reset();
    context = await (await workerBrowser()).newContext();
    page = await context.newPage();
  });
  afterEach(() => context.close());
}

export const open = (path: string) => page.goto(shop.origin + path, { waitUntil: 'networkidle' });

/** Waits until so many beacons came, then a little for one too many. */
export async function expectBeacons(count: number): Promise<void> {
  await expect.poll(() => shop.beacons.length, { timeout: 5_000 }).toBeGreaterThanOrEqual(count);
  await page.waitForTimeout(450);
  expect(shop.urls).toHaveLength(count);
}
