import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asSystem } from '../../core/boot/as-system.ts';
import { Switches } from '../../core/contract.ts';
import type { WirePage } from '../../core/contract/wire.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { putLead } from '../support/put-lead.ts';
import { Looks } from './looks.ts';
import { openStage, type Stage } from './support.ts';
import { wordingFaults } from './wording.ts';

/**
 * A walk through every open page of everybody in both languages: nobody reads ids, keys or the program's own words, and every look is
 * free of accessibility faults, light, dark, from right to left, on a desktop and a phone.
 */
let stage: Stage;
let looks: Looks;
const fixtures = () => stage.app.fixtures;

const PLANS = {
  nonwhitelabelmonthly: 'price_test_nwm',
  nonwhitelabelyearly: 'price_test_nwy',
  whitelabelmonthly: 'price_test_wm',
  whitelabelyearly: 'price_test_wy',
  free: 'price_test_free',
};

/** Something in the lists, so that rows, menus and filters are looked at too. */
beforeAll(async () => {
  stage = await openStage();
  looks = new Looks(stage);
  const { app } = stage;
  const { a, operator, root } = fixtures();
  const client = a.clients[0]!;
  const must = async (...call: Parameters<typeof app.call>): Promise<any> => {
    const answer = await app.call(...call);
    expect(answer.status, `${call[0]} ${call[1]}: ${answer.text}`).toBeLessThan(300);
    return answer.body;
  };
  const { leadspeek_api_id } = await must('POST', '/api/leadspeek/client/create', a.owner, {
    body: {
      companyID: client.tenant.id,
      leadspeekType: 'local',
      campaignName: 'Harbor Coffee',
      urlCode: 'https://harbor.example/',
      urlCodeThankyou: 'https://harbor.example/thanks',
      timezone: 'America/Chicago',
      CostSet: '1.50',
      LimitLead: 25,
      LimitLeadFreq: 'day',
    },
  });
  await must('PUT', '/api/leadspeek/client/activepause', a.owner, { body: { leadspeekID: leadspeek_api_id, status: 'active' } });
  await asSystem(app.kernel, root, (ctx) => ctx.use(Switches).grant(a.tenant, 'wallet.data_wallet', true));
  await app.kernel.features.refresh();
  await must('POST', '/api/configuration/agencies/manual-bill', operator, { body: { companyID: a.tenant.id, manualBill: 'T' } });
  await must('PUT', '/api/payment/card', a.owner, { body: { tokenid: 'approved' } });
  await must('PUT', '/api/configuration/agencies/packages', operator, { body: PLANS });
  await must('PUT', '/api/configuration/setting/package', operator, {
    body: { companyID: a.tenant.id, package_id: PLANS.whitelabelmonthly },
  });
  await putLead(app, { client: client.tenant, campaign: leadspeek_api_id, name: 'ann', cents: 150, at: new Date() });
  await must('POST', '/api/exclusions', a.owner, { body: { entry: 'somebody@example.com' } });
  await must('POST', '/api/exclusions', client.user, { body: { entry: 'somebody@example.com' } });
});
afterAll(() => stage.close());

type Locale = 'en' | 'ar';
const people = (): [string, Person | null][] => {
  const { operator, sales, a } = fixtures();
  return [
    ['visitor', null],
    ['root', operator],
    ['agency', a.owner],
    ['administrator', a.admin],
    ['sales', sales],
    ['client', a.clients[0]!.user],
  ];
};

/** Pages that somebody of the same company was shown, of the same parts: they hold the same rows. */
const shown = new Set<string>();

/** The pages that are open to somebody, need nothing in their address and were not shown to a colleague. */
async function pagesOf(person: Person | null, locale: Locale): Promise<WirePage[]> {
  const asked = { headers: { 'accept-language': locale } };
  const { body } = await stage.app.call('GET', '/api/ui/bootstrap', person, asked);
  const open = (body.pages as WirePage[]).filter((page) => page.access.open && !page.path.includes(':'));
  const fresh: WirePage[] = [];
  for (const page of open) {
    const { text } = await stage.app.call('GET', `/api/ui/pages/${page.id}`, person, asked);
    const key = `${page.layout === 'app' ? person?.tenant.id : ''} ${locale} ${text}`;
    if (!shown.has(key)) fresh.push(page);
    shown.add(key);
  }
  return fresh;
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
      { timeout: 20_000 },
    )
    .catch(() => {
      throw new Error(`"${title}" does not finish loading`);
    });
const textOf = (page: Page): Promise<string> => page.evaluate(() => document.body.innerText);

/** Everything that is wrong on a page, also with what lists hide under their rows. */
async function pageFaults(page: Page, { path, title }: WirePage, locale: Locale): Promise<string[]> {
  let text = await textOf(page);
  const row = page.locator('main td button[aria-expanded=false]').first();
  const opens = (await row.count()) > 0;
  if (opens) {
    await row.click();
    await page.locator('[data-opened], [role=dialog], [role=menu], main td button[aria-expanded=true]').first().waitFor();
    await settled(page, title);
    text += `\n${await textOf(page)}`;
  }
  const seen = await looks.faults(page, locale);
  const tabs = page.locator(':is([data-opened], [role=dialog]) [role=tab]');
  for (let at = 1, count = opens ? await tabs.count() : 0; at < count; at++) {
    await tabs.nth(at).click();
    await settled(page, title);
    text += `\n${await textOf(page)}`;
  }
  return [...wordingFaults(path, text), ...seen];
}

async function walk(name: string, person: Person | null, locale: Locale): Promise<string[]> {
  const pages = await pagesOf(person, locale);
  if (pages.length === 0) return [];
  const found: string[] = [];
  const page = await stage.open(pages[0]!.path, person, { locale, touch: locale === 'ar' });
  for (const at of pages) {
    await stage.go(page, at.path);
    await settled(page, at.title);
    found.push(...(await pageFaults(page, at, locale)).map((fault) => `${name}, ${locale}, ${at.path}: ${fault}`));
  }
  await stage.leave(page);
  return found;
}

test('every open page of everybody is worded for people and free of accessibility faults, light, dark and from right to left, on a desktop and a phone', async () => {
  const wanted = people().flatMap(([name, person]) => (['en', 'ar'] as const).map((locale) => ({ name, person, locale })));
  const found: string[] = [];
  const worker = async (): Promise<void> => {
    for (let next = wanted.shift(); next; next = wanted.shift()) found.push(...(await walk(next.name, next.person, next.locale)));
  };
  await Promise.all([worker(), worker(), worker()]);
  expect(found).toEqual([]);
  expect(stage.complaints).toEqual([]);
  expect(looks.count).toBeGreaterThan(60);
}, 1_800_000);
