import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asSystem } from '../../core/boot/as-system.ts';
import { Switches } from '../../core/contract.ts';
import type { WirePage } from '../../core/contract/wire.ts';
import type { Person } from '../../core/testing/world.ts';
import { putLead } from '../support/put-lead.ts';
import { openStage, type Stage } from './support.ts';

/** Nobody reads ids, keys or the program's own words on a screen: every open page of everybody, in both languages. */
let stage: Stage;
const world = () => stage.app.world;

beforeAll(async () => {
  stage = await openStage();
  const { app } = stage;
  const { a, operator, root } = world();
  const client = a.clients[0]!;
  const must = async (...call: Parameters<typeof app.call>): Promise<any> => {
    const answer = await app.call(...call);
    expect(answer.status, `${call[0]} ${call[1]}: ${answer.text}`).toBeLessThan(300);
    return answer.body;
  };
  const { leadspeek_api_id } = await must('POST', '/api/leadspeek/client/create', a.owner, {
    body: { companyID: client.tenant.id, leadspeekType: 'local', campaignName: 'Autumn' },
  });
  await must('PUT', '/api/leadspeek/client/activepause', a.owner, { body: { leadspeekID: leadspeek_api_id, status: 'active' } });
  await asSystem(app.kernel, root, (ctx) => ctx.use(Switches).grant(a.tenant, 'wallet.data_wallet', true));
  await app.kernel.gate.refresh();
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

const PLANS = {
  nonwhitelabelmonthly: 'price_test_nwm',
  nonwhitelabelyearly: 'price_test_nwy',
  whitelabelmonthly: 'price_test_wm',
  whitelabelyearly: 'price_test_wy',
  free: 'price_test_free',
};

const FAULTS: Record<string, RegExp> = {
  'a word of the program': /\b[a-z]+(?:_[a-z0-9]+)+\b/g,
  'words run together': /\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b/g,
  'an id': /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g,
  'a value that is none': /\bundefined\b|\[object|\bNaN\b|\bInvalid Date\b/g,
  'a key without a text': /(?<![\w@.])[a-z][a-z-]*\.(?!example|localhost|test\b|com\b)[a-z][a-z-]*(?:\.[a-z-]+)+(?![\w@])/g,
  'an unfilled place': /\{[a-z]\w*\}/gi,
};
/** Names that are written like this. */
const NAMES = new Set([
  'GoHighLevel',
  'SendGrid',
  'ClickFunnels',
  'MailboxPower',
  'HubSpot',
  'JavaScript',
  'WordPress',
  'TikTok',
  'PayPal',
]);
/** Screens on which operators type the program's own words. */
const TYPED: Record<string, RegExp> = { '/configuration/agency-plans': /^price_test_/, '/configuration/data-enrichment': /^person\./ };

/** Everything that stands on the page, also what lists hide under their rows. */
async function textsOf(page: Page): Promise<string> {
  let text = await page.evaluate(() => document.body.innerText);
  const row = page.locator('main tr[data-opens] button[aria-expanded=false]').first();
  if ((await row.count()) === 0) return text;
  await row.click();
  await page.locator('[data-opened], [role=dialog]').first().waitFor();
  await settled(page);
  const drawer = page.getByRole('dialog');
  if ((await drawer.count()) > 0) {
    text += `\n${await drawer.innerText()}`;
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    return text;
  }
  const tabs = page.locator('main [role=tab]');
  for (let at = 0, count = Math.max(1, await tabs.count()); at < count; at++) {
    if ((await tabs.count()) > at) await tabs.nth(at).click();
    await settled(page);
    text += `\n${await page.evaluate(() => document.querySelector('main')!.innerText)}`;
  }
  return text;
}
const settled = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.querySelector('main h1') && !document.querySelector('[aria-busy=true], .mantine-Skeleton-root'));

const faultsIn = (path: string, text: string): string[] =>
  Object.entries(FAULTS).flatMap(([what, pattern]) =>
    [...new Set(text.match(pattern))].filter((found) => !TYPED[path]?.test(found) && !NAMES.has(found)).map((found) => `${what}: ${found}`),
  );

async function look(person: Person, locale: 'en' | 'ar'): Promise<string[]> {
  const { body } = await stage.app.call('GET', '/api/ui/bootstrap', person, { headers: { 'accept-language': locale } });
  const pages = (body.pages as WirePage[]).filter(({ verdict, path }) => verdict.open && !path.includes(':'));
  const page = await stage.open('/', person, { locale });
  const found: string[] = [];
  for (const { path, title } of pages) {
    await stage.go(page, path);
    // The page before stays in sight until this one is there.
    await page.waitForFunction((named) => document.querySelector('main h1')?.textContent === named, title);
    await settled(page);
    found.push(...faultsIn(path, await textsOf(page)).map((fault) => `${person.email}, ${locale}, ${path}: ${fault}`));
  }
  await page.context().close();
  return found;
}

test.each(['en', 'ar'] as const)('no screen shows ids, keys or words of the program (%s)', { timeout: 240_000 }, async (locale) => {
  const { operator, sales, a } = world();
  const found: string[] = [];
  for (const person of [operator, sales, a.owner, a.admin, a.clients[0]!.user]) found.push(...(await look(person, locale)));
  expect(found).toEqual([]);
});
