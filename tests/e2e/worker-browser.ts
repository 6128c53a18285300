import type { Browser } from 'playwright';
import { launchBrowser } from '../../core/testing/browser.ts';

let launched: Promise<Browser> | undefined;

/**
 * The browser that the test files of this process share, one after the other: starting one takes longer than drawing a page. Each file opens profiles
 * (contexts) of its own in it, with storage and cache of their own, and closes them. It ends with the process.
 * @throws Error naming every browser tried, when none starts.
 */
export async function workerBrowser(): Promise<Browser> {
  const browser = await launched?.catch(() => undefined);
  if (browser?.isConnected()) return browser;
  launched = launchBrowser();
  return launched;
}
