import type { BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright';
import { workerBrowser } from './worker-browser.ts';

export type ProfileOptions = Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'hasTouch' | 'timezoneId'>;

/** A document that asks nobody for anything; its process is that of the product's pages, which keep to those of their own origin. */
const AT_REST = { contentType: 'text/html', body: '', headers: { 'origin-agent-cluster': '?1' } };
const RESTING_PLACE = '/at-rest';

const atRest = new Map<string, Profile[]>();

/** A profile with these options that holds nothing: one that is at rest, or a new one; a new one for a `firstVisit`, and for that alone. */
export async function takeProfile(options: ProfileOptions, firstVisit: boolean): Promise<Profile> {
  if (firstVisit) return Profile.open(null, options);
  const key = JSON.stringify(options);
  return atRest.get(key)?.pop() ?? Profile.open(key, options);
}

/**
 * A browser profile (context) that one test after the other uses. What a test leaves in it is cleared; its process stays, held by a page at rest, and
 * so does what the browser has read and compiled of the product: a page opens in two thirds of the time that it takes in a fresh profile.
 */
export class Profile {
  readonly #key: string | null;
  readonly #context: BrowserContext;
  readonly #resting: Page;
  readonly #devtools: CDPSession;
  readonly #origins = new Set<string>();
  #script: { dispose(): Promise<void> } | undefined;

  private constructor(key: string | null, resting: Page, devtools: CDPSession) {
    this.#key = key;
    this.#context = resting.context();
    this.#resting = resting;
    this.#devtools = devtools;
    this.#context.on('framenavigated', (frame) => this.#origins.add(new URL(frame.url()).origin));
  }

  static async open(key: string | null, options: ProfileOptions): Promise<Profile> {
    const context = await (await workerBrowser()).newContext({ reducedMotion: 'reduce', ...options });
    const resting = await context.newPage();
    await resting.route(`**${RESTING_PLACE}`, (route) => route.fulfill(AT_REST));
    return new Profile(key, resting, await context.newCDPSession(resting));
  }

  /** What whoever uses it has open. */
  get pages(): Page[] {
    return this.#context.pages().filter((page) => page !== this.#resting);
  }

  /** A page for addresses of the origin, where these values are stored; a token only while there is none. */
  async newPage(origin: string, stored: Record<string, string>): Promise<Page> {
    await this.#resting.goto(origin + RESTING_PLACE);
    this.#script = await this.#context.addInitScript((values) => {
      if (globalThis.origin === 'null') return; // a closed frame has no storage
      for (const [name, value] of Object.entries(values))
        if (name !== 'token' || !localStorage.getItem(name)) localStorage.setItem(name, value);
    }, stored);
    // Opened by the page at rest it is in that one's process from the start, yet knows nothing of it.
    const [page] = await Promise.all([
      this.#context.waitForEvent('page'),
      this.#resting.evaluate(() => void window.open('about:blank', '_blank', 'noopener')),
    ]);
    return page;
  }

  /** Closes its pages, clears what they stored, and lets the next test have it. */
  async rest(): Promise<void> {
    await Promise.all(this.pages.map((page) => page.close()));
    if (this.#key === null || (await this.#hasClock())) return this.#context.close();
    await Promise.all([
      this.#script?.dispose(),
      this.#context.unrouteAll(),
      this.#context.clearCookies(),
      this.#context.clearPermissions(),
      ...[...this.#origins].map((at) => this.#devtools.send('Storage.clearDataForOrigin', { origin: at, storageTypes: 'all' })),
    ]);
    this.#origins.clear();
    atRest.set(this.#key, [...(atRest.get(this.#key) ?? []), this]);
  }

  /** Whether a test has set a clock of its own, which every later page of the profile would have as well. */
  async #hasClock(): Promise<boolean> {
    await this.#resting.reload();
    return this.#resting.evaluate(() => !setTimeout.toString().includes('[native code]'));
  }
}
