import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asSystem } from '../../core/boot/as-system.ts';
import { Switches } from '../../core/contract.ts';
import type { WirePage } from '../../core/contract/wire.ts';
import type { Person } from '../../core/testing/world.ts';
import { openStage, type Stage } from './support.ts';

const PHONE = { width: 400, height: 860 };
const DESKTOP = { width: 1440, height: 900 };

let stage: Stage;

/** Something in the lists, so that rows, menus and filters are looked at too. */
beforeAll(async () => {
  stage = await openStage();
  const { app } = stage;
  const { a, operator } = app.world;
  const client = a.clients[0]!;
  await asSystem(app.kernel, app.world.root, (ctx) => ctx.use(Switches).grant(a.tenant, 'wallet.data_wallet', true));
  await app.kernel.gate.refresh();
  await app.call('POST', '/api/configuration/agencies/manual-bill', operator, { body: { companyID: a.tenant.id, manualBill: 'T' } });
  const campaign = {
    companyID: client.tenant.id,
    leadspeekType: 'local',
    campaignName: 'Harbor Coffee',
    urlCode: 'https://harbor.example/',
    urlCodeThankyou: 'https://harbor.example/thanks',
    timezone: 'America/Chicago',
    CostSet: '1.50',
    LimitLead: 25,
    LimitLeadFreq: 'day',
    reidentificationtype: 'never',
    applyreidentificationall: 'F',
    nationaltargeting: 'T',
    requireemailaddress: 'T',
  };
  const made = [
    await app.call('POST', '/api/leadspeek/client/create', a.owner, { body: campaign }),
    await app.call('POST', '/api/exclusions', a.owner, { body: { entry: 'somebody@example.com' } }),
    await app.call('POST', '/api/exclusions', client.user, { body: { entry: 'somebody@example.com' } }),
  ];
  expect(made.map((answer) => answer.status)).toEqual([200, 200, 200]);
});
afterAll(() => stage.close());

const people = (): [string, Person | null][] => {
  const { operator, sales, a } = stage.app.world;
  return [
    ['visitor', null],
    ['root', operator],
    ['agency', a.owner],
    ['administrator', a.admin],
    ['sales', sales],
    ['client', a.clients[0]!.user],
  ];
};

/** The pages that are open to somebody and need nothing in their address. */
async function pagesOf(person: Person | null, locale: string): Promise<WirePage[]> {
  const { body } = await stage.app.call('GET', '/api/ui/bootstrap', person, { headers: { 'accept-language': locale } });
  return (body.pages as WirePage[]).filter((page) => page.verdict.open && !page.path.includes(':'));
}

/** Goes to another page and waits for it. */
async function goTo(page: Page, { path, title }: WirePage): Promise<void> {
  await stage.go(page, path);
  await settled(page, title);
}

/** Waits until the page of this title has drawn everything it reads. */
const settled = (page: Page, title: string): Promise<unknown> =>
  page
    .waitForFunction(
      (named) =>
        document.title.startsWith(named) &&
        document.querySelector('main h1')?.textContent === named &&
        !document.querySelector('[aria-busy=true], .mantine-Skeleton-root'),
      title,
      { timeout: 10_000 },
    )
    .catch(() => {
      throw new Error(`"${title}" does not finish loading`);
    });

/**
 * What is wrong on a phone: the page can be scrolled sideways (tables and code may, within themselves),
 * or a button is lower than a finger needs; both in pixels.
 */
async function phoneFaults(page: Page): Promise<string[]> {
  await page.setViewportSize(PHONE);
  await page.waitForTimeout(60);
  let found = await page.evaluate(phoneFaultsNow);
  // Turning a wide screen into a narrow one takes a busy machine a moment.
  for (let tries = 5; found.length > 0 && tries > 0; tries -= 1) {
    await page.waitForTimeout(200);
    found = await page.evaluate(phoneFaultsNow);
  }
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

/** Only colours differ between the schemes. */
async function darkFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const found = await stage.faults(page, 'color-contrast');
  await page.emulateMedia({ colorScheme: 'light' });
  return found.map((fault) => `in the dark, ${fault}`);
}

/** Pages that were looked at: those outside of the application are the same for everybody, and mirroring is, of all of them. */
const looked = new Set<string>();
const isNew = (locale: string, { id, layout }: WirePage): boolean => {
  if (layout === 'app' && locale === 'en') return true;
  const key = `${locale} ${id}`;
  return !looked.has(key) && Boolean(looked.add(key));
};

/** Faults that were found by how the page looked; somebody else may see the very same, and only numbers and made-up ids differ. */
const known = new Map<string, string[]>();
const looksOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector('main')!.outerHTML.replaceAll(/\b(mantine-|_r_)\w+|\d+/g, ''));

/** What is wrong with the page as it stands, in its language. */
async function seenFaults(page: Page, locale: string): Promise<string[]> {
  const looks = `${locale} ${await looksOf(page)}`;
  const found = known.get(looks) ?? [
    ...(await stage.faults(page)),
    ...(locale === 'en' ? await darkFaults(page) : []),
    ...(await phoneFaults(page)),
  ];
  known.set(looks, found);
  return found;
}

async function faultsOf(name: string, person: Person | null, locale: 'en' | 'ar'): Promise<string[]> {
  const pages = (await pagesOf(person, locale)).filter((page) => isNew(locale, page));
  if (pages.length === 0) return [];
  const found: string[] = [];
  const page = await stage.open(pages[0]!.path, person, { locale, touch: locale === 'ar' });
  for (const at of pages) {
    await goTo(page, at);
    const row = page.locator('td button[aria-expanded=false]').first();
    if (await row.count()) {
      await row.click();
      await settled(page, at.title);
    }
    found.push(...(await seenFaults(page, locale)).map((fault) => `${name}, ${locale}, ${at.path}: ${fault}`));
  }
  await page.context().close();
  return found;
}

test('every open page of everybody is free of accessibility faults, light, dark and from right to left, on a desktop and a phone', async () => {
  const wanted = people().flatMap(([name, person]) => (['en', 'ar'] as const).map((locale) => ({ name, person, locale })));
  const found: string[] = [];
  const worker = async (): Promise<void> => {
    for (let next = wanted.pop(); next; next = wanted.pop()) found.push(...(await faultsOf(next.name, next.person, next.locale)));
  };
  await Promise.all([worker(), worker(), worker()]);
  expect(found).toEqual([]);
  expect(stage.complaints).toEqual([]);
}, 300_000);
