import axe from 'axe-core';
import { onTestFinished, TestRunner } from 'vitest';
import type { Browser, BrowserContext, BrowserContextOptions, Frame, Page } from 'playwright';
import type { Plugin } from '../../core/contract.ts';
import type { Config } from '../../config/default.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { type Profile, takeProfile } from './profiles.ts';
import { workerBrowser } from './worker-browser.ts';

export interface Look {
  width?: number;
  scheme?: 'light' | 'dark';
  locale?: 'en' | 'ar';
  /** A screen for fingers. */
  touch?: boolean;
  /** The browser's time zone. */
  zone?: string;
  /** Stays open for later tests of the file; other pages are closed when their test has finished. */
  stays?: boolean;
  /** The browser has read nothing of the product before. */
  firstVisit?: boolean;
}

/** The stages of this file that are open. */
export const stages = new Set<Stage>();

/** The whole product with a browser before it. What the browser complains about is kept in `complaints`. */
export class Stage {
  readonly app: TestApp;
  readonly complaints: string[] = [];
  readonly #browser: Browser;
  readonly #contexts: BrowserContext[] = [];
  readonly #profiles = new Map<Page, Profile>();

  constructor(app: TestApp, browser: Browser) {
    this.app = app;
    this.#browser = browser;
    stages.add(this);
  }

  /** A fresh browser profile of somebody who is no user of the product; it is closed with the stage. */
  async profile(options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await this.#browser.newContext(options);
    this.#contexts.push(context);
    return context;
  }

  /** A browser that holds nothing, signed in as the person or as nobody, on a path of the product, or at an address of another process of it. */
  async open(path: string, as: Person | null, look: Look = {}): Promise<Page> {
    const token = as
      ? await this.app.kernel.sessions.open({ accountId: as.id, ip: '127.0.0.1', agent: 'browser', aal: 1, aalNeeded: 1 })
      : null;
    const options = {
      viewport: { width: look.width ?? 1440, height: 900 },
      colorScheme: look.scheme ?? 'light',
      hasTouch: look.touch ?? false,
      ...(look.zone ? { timezoneId: look.zone } : {}),
    };
    const profile = await takeProfile(options, look.firstVisit ?? false);
    const address = new URL(path, this.app.url);
    const page = await profile.newPage(address.origin, { ...(token ? { token } : {}), locale: look.locale ?? 'en' });
    this.#profiles.set(page, profile);
    if (!look.stays && TestRunner.getCurrentTest()) onTestFinished(() => this.leave(page));
    page.on('pageerror', (error) => this.complaints.push(`${path}: ${error.message}`));
    page.on('console', (message) => {
      // A refused call is logged by the browser itself; whether it should have been refused is for the test to say.
      if (message.type() === 'error' && !message.text().includes('the server responded with a status'))
        this.complaints.push(`${path}: ${message.text()}`);
    });
    await page.goto(address.href);
    return page;
  }

  /** Closes the page and all that it opened, and forgets what they stored. */
  async leave(page: Page): Promise<void> {
    const profile = this.#profiles.get(page);
    this.#profiles.delete(page);
    await profile?.rest();
  }

  /** Goes to another page as a click on the menu does, without starting the application again. */
  async go(page: Page, path: string): Promise<void> {
    await page.evaluate((to) => {
      history.pushState({}, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
  }

  /**
   * Accessibility faults of the page as it stands, one line each, by all rules or one, everywhere or within some parts of it.
   */
  async faults(page: Page, { only, within = [] }: { only?: string; within?: string[] } = {}): Promise<string[]> {
    // Read once by each document: reading takes longer than looking. A closed frame reads nothing.
    const read = async (frame: Frame): Promise<void> => {
      if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(`${axe.source}; undefined`);
    };
    const [main, ...others] = page.frames();
    await Promise.all([read(main!), ...others.map((frame) => read(frame).catch(() => undefined))]);
    return page.evaluate(
      async ([parts, rule]) => {
        const { run } = (window as unknown as { axe: { run: typeof axe.run } }).axe;
        const { violations } = await run(parts.length > 0 ? { include: parts.map((part) => [part]) } : document, {
          // What is in order is not written down, and style sheets are not fetched for rules that are not asked.
          resultTypes: ['violations'],
          preload: false,
          ...(rule ? { runOnly: [rule] } : {}),
        });
        return violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.target.join(' ')} ${n.any[0]?.message ?? ''}`));
      },
      [within, only ?? ''] as const,
    );
  }

  /** What a person would see now in every page that is still open. */
  async seen(): Promise<string[]> {
    const pages = [
      ...this.#contexts.map((context) => context.pages()),
      ...[...this.#profiles.values()].map(({ pages: open }) => open),
    ].flat();
    return Promise.all(
      pages.map(async (page) => {
        const outline = await page.locator('body').ariaSnapshot({ timeout: 2_000 }).catch(String);
        // The menu comes first and is known.
        return `${page.url()}\n${outline.slice(-4_000)}`;
      }),
    );
  }

  async close(): Promise<void> {
    stages.delete(this);
    for (const page of this.#profiles.keys()) await this.leave(page);
    for (const context of this.#contexts) await context.close();
    await this.app.close();
  }
}

export async function openStage(config: Partial<Config> = {}, plugins: readonly Plugin[] = []): Promise<Stage> {
  return new Stage(await startTestApp({ config, plugins }), await workerBrowser());
}

/** Agrees to a charge: the button of the question names the amount and the card. */
export const agree = (page: Page): Promise<void> => page.getByRole('button', { name: /^(Charge \$|خصم \S*\$)/ }).click();
