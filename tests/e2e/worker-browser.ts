import type { Browser } from 'playwright';
import { launchBrowser } from '../../core/testing/browser.ts';

let launched: Promise<Browser> | undefined;

/**
 * The browser that the test files of this process share, one after the other: starting one takes longer than drawing a page. What they have
 * open in it are profiles (contexts) with storage of their own. It ends with the process.
 * @throws Error naming every browser tried, when none starts.
 */
export async function workerBrowser(): Promise<Browser> {
  const browser = await launched?.catch(() => undefined);
  if (browser?.isConnected()) return browser;
  // Pages of one profile share a process, which stays while one of them is open.
  launched = launchBrowser({ args: ['--process-per-site'] });
  return launched;
}
