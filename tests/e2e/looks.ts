import type { Page } from 'playwright';
import type { Stage } from './support.ts';

const PHONE = { width: 400, height: 860 };
export const DESKTOP = { width: 1440, height: 900 };

/** What of a page decides how it looks: its elements with their classes and roles, like ones once, without words, figures and made-up ids. */
const looksOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const own = (at: Element): string =>
      [...at.attributes]
        .filter(
          ({ name }) =>
            !/^(id|for|href|src|d|value|title|name|style|points|transform|x\d?|y\d?|data-(?!severity))|(label|labelledby|describedby|controls|valuenow)$/.test(
              name,
            ),
        )
        .map(({ name, value }) => `${name}=${value.replaceAll(/\b(mantine-|_r_)\w+|\d+/g, '')}`)
        .join(' ');
    const looks = (at: Element): string => {
      const within = new Set([...at.children].map(looks));
      const said = [...at.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '');
      return `${at.tagName} ${own(at)}${said ? '"' : ''}(${[...within].join()})`;
    };
    return [...document.querySelectorAll('main, [role=dialog], [role=menu]')].map(looks).join();
  });

/** Menus of rows that one would have to scroll for on a desktop. */
const menusOutOfSight = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main td button[aria-haspopup=menu]')]
      .filter((menu) => {
        const { left, right } = menu.getBoundingClientRect();
        let box: Element | null = menu;
        while (box && !/auto|scroll/.test(getComputedStyle(box).overflowX)) box = box.parentElement;
        const edge = box?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
        return left < Math.max(0, edge.left) || right > Math.min(innerWidth, edge.right) + 1;
      })
      .map((menu) => `out of sight at 1440 pixels: ${menu.ariaLabel}`),
  );

/** The next moment at which everything is drawn in its new size. */
const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/**
 * What is wrong on a phone: the page can be scrolled sideways (tables and code may, within themselves),
 * or a button is lower than a finger needs; both in pixels.
 */
async function phoneFaults(page: Page): Promise<string[]> {
  await page.setViewportSize(PHONE);
  await drawn(page);
  // Turning a wide screen into a narrow one takes a busy machine a moment.
  await page.waitForFunction(noPhoneFaults, null, { timeout: 2_000 }).catch(() => undefined);
  const found = await page.evaluate(phoneFaultsNow);
  await page.setViewportSize(DESKTOP);
  return found;
}

function phoneFaultsNow(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const buttons = [...document.querySelectorAll<HTMLElement>('button, select, [role=tab]')].filter((at) => at.checkVisibility());
  const small = matchMedia('(pointer: coarse)').matches ? buttons.filter((at) => at.offsetHeight > 0 && at.offsetHeight < 44) : [];
  return [
    ...(scrollWidth > clientWidth ? [`scrolls ${scrollWidth - clientWidth} pixels sideways on a phone`] : []),
    ...small.map((at) => `only ${at.offsetHeight} pixels high for a finger: ${at.ariaLabel ?? at.textContent}`),
  ];
}
/** As a text, since functions reach the browser one by one. */
const noPhoneFaults = `(${phoneFaultsNow.toString()})().length === 0`;

/** Looks for faults of how pages look, at each look once: others may see the very same, with other words and figures. */
export class Looks {
  readonly #stage: Stage;
  readonly #known = new Map<string, Promise<string[]>>();
  /** Menus and headers are the same on all pages of one visit. */
  readonly #frames = new WeakSet<Page>();

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** What is wrong with the page as it stands, light, dark and on a phone. Only colours differ in the dark, and only once in a language. */
  async faults(page: Page, locale: 'en' | 'ar'): Promise<string[]> {
    const looks = `${locale} ${await looksOf(page)}`;
    const known = this.#known.get(looks);
    if (known) return known;
    const found = this.#look(page, locale);
    this.#known.set(looks, found);
    return found;
  }

  get count(): number {
    return this.#known.size;
  }

  async #look(page: Page, locale: 'en' | 'ar'): Promise<string[]> {
    const within = this.#frames.has(page) ? await partsOf(page) : [];
    this.#frames.add(page);
    const found = await this.#stage.faults(page, { within });
    if (locale === 'en') {
      await page.emulateMedia({ colorScheme: 'dark' });
      const dark = await this.#stage.faults(page, { only: 'color-contrast', within });
      await page.emulateMedia({ colorScheme: 'light' });
      found.push(...dark.map((fault) => `in the dark, ${fault}`));
    }
    return [...found, ...(await menusOutOfSight(page)), ...(await phoneFaults(page))];
  }
}

/** The page itself and what lies over it. */
const partsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => ['main', '[role=dialog]', '[role=menu]'].filter((part) => document.querySelector(part)));
