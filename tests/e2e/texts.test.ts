import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asSystem } from '../../core/boot/as-system.ts';
import { type Ctx, definePlugin, contribute, Switches } from '../../core/contract.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { SetupChecks, type SetupState } from '../../plugins/tenancy/profile/contract.ts';
import { agree, openStage, type Stage } from './support.ts';

const LIST = '/configuration/agency-list?q=Agency+A';

/** What billing will know, by account. */
const known = new Map<number, Partial<SetupState>>();
const fake = definePlugin({
  manifest: { id: 'texts-fake', version: '1.0.0', core: '^1', level: 'platform', requires: { profile: '^1' } },
  contributions: [contribute(SetupChecks, { order: 1000, of: async (ctx: Ctx) => known.get(ctx.actor.id) ?? {} })],
});

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({}, [fake]);
  const { app } = stage;
  const { a, operator, root } = app.fixtures;
  await asSystem(app.kernel, root, (ctx) => ctx.use(Switches).grant(a.tenant, 'wallet.data_wallet', true));
  await app.call('POST', '/api/configuration/agencies/manual-bill', operator, { body: { companyID: a.tenant.id, manualBill: 'T' } });
  await app.call('PUT', '/api/payment/card', a.owner, { body: { tokenid: 'approved' } });
  await app.kernel.features.refresh();
});
afterAll(() => stage.close());

const fixtures = () => stage.app.fixtures;
const said = (at: Page | Locator, text: string | RegExp): Promise<void> => at.getByText(text).first().waitFor({ timeout: 10_000 });
async function failing(page: Page, pattern: string): Promise<void> {
  await page.route(pattern, (route) => route.fulfill({ status: 500, contentType: 'text/plain', body: 'no' }));
}
const act = async (page: Page, name: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};
/** The dialog in front. */
const dialog = (page: Page): Locator => page.getByRole('dialog').last();

test('the menus hold what each kind of user needs', async () => {
  const { operator, sales, a } = fixtures();
  const client = a.clients[0]!.user;
  const wanted = ['Agency List', 'General Settings', 'Exclusion List'];
  const expected: [Person, string[]][] = [
    [operator, wanted],
    [sales, ['Agency List']],
    [a.owner, ['General Settings', 'Exclusion List']],
    [client, ['Exclusion List']],
  ];
  for (const [who, entries] of expected) {
    const page = await stage.open('/', who);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const links = (await page.getByRole('navigation').first().getByRole('link').allTextContents()).map((text) => text.trim());
    const found = wanted.filter((entry) => links.includes(entry));
    expect(found, who.email).toEqual(entries);

    const dropdown = page.getByRole('button', { name: new RegExp(who.email.split('@')[0]!) });
    const item = (name: string): Locator => page.getByRole('menuitem', { name, exact: true });
    await dropdown.click();
    await item('Log out').waitFor();
    expect(await item('Exclusion List').count(), who.email).toBe(who === client ? 1 : 0);
    if (who === client) {
      await item('Exclusion List').click();
      await page.getByRole('dialog', { name: 'Client Wide Exclusion List' }).getByRole('button', { name: 'Add entry' }).first().waitFor();
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
      await dropdown.click();
      await item('Integrations').click();
      await page.waitForURL('**/integrations');
    }
    await stage.leave(page);
  }
});

test('a failed logout forgets token and user all the same, and leads to the sign-in page', async () => {
  const { owner } = fixtures().a;
  // Signed in by hand: the stage would store the token again on the next page.
  const page = await stage.open('/login', null);
  const token = await stage.app.kernel.sessions.open({ accountId: owner.id, ip: '127.0.0.1', agent: 'browser', aal: 1, aalNeeded: 1 });
  await page.evaluate((t) => localStorage.setItem('token', t), token);
  await page.goto(`${stage.app.url}/user/profile`);
  await failing(page, '**/api/logout');
  await page.getByRole('button', { name: /owner-a/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
  await page.getByLabel('E-mail').waitFor();
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('view-mode')])).toEqual([null, null]);
  expect(await page.evaluate(() => JSON.stringify([...Object.entries(localStorage), ...Object.entries(sessionStorage)]))).not.toContain(
    owner.email,
  );
});

test('the agency list explains its signs; sales people are set in a modal', async () => {
  const { operator, sales } = fixtures();
  const page = await stage.open(LIST, operator);
  await page.getByRole('button', { name: 'Help: Agency List' }).click();
  for (const text of [
    '(NWM), (NWY), (WM), (WY), (FREE)',
    'API developer: on, with an API key',
    'Excluded from minimum spend',
    'Payment failed',
  ])
    await said(dialog(page), text);
  expect(await stage.faults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });

  await act(page, 'Agency A', 'Set Sales Person');
  const modal = page.getByRole('dialog', { name: 'Set Sales Person' });
  await modal.getByLabel('Sales representative').click();
  await page.getByRole('option', { name: 'sales', exact: true }).click();
  await modal.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Your settings have been saved.');
  await page.getByRole('cell', { name: 'sales', exact: true }).waitFor();

  // Sales people see only the signs that their list has.
  const theirs = await stage.open(LIST, sales);
  await theirs.getByRole('button', { name: 'Help: Agency List' }).click();
  await said(dialog(theirs), '(NWM), (NWY), (WM), (WY), (FREE)');
  expect(await dialog(theirs).getByText('Payment failed').count()).toBe(0);
  await stage.leave(theirs);
});

test('sales list and log that cannot be read are silent', async () => {
  const page = await stage.open(LIST, fixtures().operator);
  await failing(page, '**/api/configuration/sales/list*');
  await failing(page, '**/api/configuration/user-log*');
  await failing(page, '**/api/configuration/user/log-category');
  await act(page, 'Agency A', 'Set Sales Person');
  const modal = page.getByRole('dialog', { name: 'Set Sales Person' });
  const field = modal.getByLabel('Account executive');
  await field.waitFor();
  // The list has been asked for, in vain.
  await expect.poll(() => field.getAttribute('placeholder')).toBe('Choose…');
  expect(await field.getAttribute('aria-invalid')).not.toBe('true');
  expect(await page.getByRole('alert').count()).toBe(0);
  await modal.getByRole('button', { name: 'Cancel' }).click();
  await act(page, 'Agency A', "Agency User's Logs");
  await said(dialog(page), 'No Data');
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('what cannot be saved is said in the specified words', async () => {
  const { operator, a } = fixtures();
  const page = await stage.open(LIST, operator);
  await failing(page, '**/api/configuration/agencies/onboarding');
  await act(page, 'Agency A', 'Onboarding charge');
  await dialog(page).getByLabel('Amount').fill('120');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await said(dialog(page), 'We are unable to save your setting, please try again later.');
  await stage.leave(page);

  await stage.app.call('PUT', `/api/developer/mode/${a.tenant.id}`, operator, { body: { api_mode: 'T' } });
  const agency = await stage.open('/user/developer', a.owner);
  await agency.getByRole('button', { name: 'Read and accept the agreement' }).click();
  await dialog(agency).getByRole('switch').check({ force: true });
  await failing(agency, '**/api/developer/marketing-services-agreement');
  await dialog(agency).getByRole('button', { name: 'I agree' }).click();
  await agree(agency);
  await dialog(agency).getByText('Something went wrong, please try again later', { exact: true }).waitFor();
  await stage.leave(agency);
  await stage.app.call('PUT', `/api/developer/mode/${a.tenant.id}`, operator, { body: { api_mode: 'F' } });
});

test('a failed payment shows a red card, which is settled for good', async () => {
  const { operator, a } = fixtures();
  const page = await stage.open(LIST, operator);
  const card = page.getByRole('button', { name: 'Payment failed: Agency A' });
  await page.getByRole('button', { name: 'Actions for Agency A' }).waitFor();
  expect(await card.count()).toBe(0);
  await stage.app.kernel.platform('wallet_state').where({ company_id: a.tenant.id }).update({ failures: 3 });
  await page.reload();
  await card.waitFor();
  expect(await hueOf(card)).toBe('red');
  await failing(page, '**/api/general/manual-bill-settlement');
  await card.click();
  await dialog(page).getByLabel('Reason').fill('paid by cheque');
  await dialog(page).getByRole('button', { name: 'Settle payment' }).click();
  await page
    .getByRole('dialog', { name: /^Settle the failed payment of/ })
    .getByRole('button')
    .last()
    .click();
  await dialog(page).getByText('Something went wrong, please try again later..', { exact: true }).waitFor();
  await page.unroute('**/api/general/manual-bill-settlement');
  await dialog(page).getByRole('button', { name: 'Settle payment' }).click();
  await page
    .getByRole('dialog', { name: /^Settle the failed payment of/ })
    .getByRole('button')
    .last()
    .click();
  await said(page, 'Manual Bill Settlement has been successfully processed.');
  await expect.poll(() => card.count()).toBe(0);
});

/** The colour in which an element stands, in a word. */
async function hueOf(element: Locator): Promise<string> {
  const color = await element.evaluate((node) => getComputedStyle(node).color);
  const [r, g, b] = color.match(/[\d.]+/g)!.map(Number) as [number, number, number];
  const spread = Math.max(r, g, b) - Math.min(r, g, b);
  if (spread < 30) return 'gray';
  if (r > g && r > b) return g - b > spread / 4 ? 'orange' : 'red';
  return g > b ? 'green' : 'blue';
}

test('developer mode is switched after a warning, and its sign has the colour of the state', async () => {
  const { operator, a } = fixtures();
  const page = await stage.open(LIST, operator);
  const sign = (state: string): Locator => page.getByRole('button', { name: `API developer: ${state}: Agency A` });
  const shows = async (state: string, hue: string): Promise<void> => {
    await sign(state).waitFor();
    expect(await hueOf(sign(state)), state).toBe(hue);
  };
  const mode = async () => (await stage.app.call('GET', '/api/agencies?search=Agency A', operator)).body.data[0].api_mode;
  await shows('off', 'gray');
  await sign('off').click();
  await said(dialog(page), 'Enable API developer mode for Agency A?');
  await said(dialog(page), /A one-time fee is charged after Agency A agrees to the terms, and a new minimum spend applies/);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  expect(await mode()).toBe('F');
  await sign('off').click();
  await dialog(page).getByRole('button', { name: 'Enable API developer mode' }).click();
  await shows('incomplete', 'orange');
  expect(await mode()).toBe('T');

  await stage.app.kernel.platform('developer_agency').where({ company_id: a.tenant.id }).update({ agreed_at: new Date() });
  await page.reload();
  await shows('on, no API key yet', 'blue');
  expect((await stage.app.call('POST', '/api/developer/open-api/authenticate', a.owner, { body: {} })).status).toBe(200);
  await page.reload();
  await shows('on, with an API key', 'green');

  await sign('on, with an API key').click();
  await said(dialog(page), 'Disable API developer mode for Agency A?');
  await said(
    dialog(page),
    /is reset for Agency A and the standard minimum spend returns\. If it is enabled again, the fee is charged again\./,
  );
  await dialog(page).getByRole('button', { name: 'Disable API developer mode' }).click();
  await shows('incomplete', 'orange'); // the key is left over
  expect(await mode()).toBe('F');
});

test('a minimum says whether it counts by the week or by the month', async () => {
  const page = await stage.open(LIST, fixtures().operator);
  await act(page, 'Agency A', 'Set Cost for Agency');
  const prices = dialog(page).getByRole('group', { name: 'Site ID' });
  for (const [term, words] of [
    ['Monthly', 'per month'],
    ['One Time', ''],
    ['Prepaid', 'per month'],
    ['Weekly', 'per week'],
  ] as const) {
    await dialog(page).getByLabel('Payment term').click();
    await page.getByRole('option', { name: term, exact: true }).click();
    await prices.getByLabel('Minimum cost').waitFor();
    expect(await prices.getByText(/^per (week|month)$/).allTextContents(), term).toEqual(words ? [words] : []);
  }
});

test('the amount of a top-up: digits and one point, nothing pasted, and too little is taken away', async () => {
  const page = await stage.open('/configuration/data-wallet', fixtures().a.owner);
  await said(page, 'The purchase is non-refundable and charged to your credit card.');
  await page.getByLabel('Another amount').check();
  const amount = page.getByLabel('Your amount in dollars');
  const typed = async (keys: string): Promise<string> => {
    await amount.click();
    await page.keyboard.press('Control+A');
    await amount.pressSequentially(keys);
    return amount.inputValue();
  };
  expect(await typed('a3.0.-0x')).toBe('3.00');
  await amount.blur();
  expect(await amount.inputValue()).toBe('');
  await said(page, 'The minimum amount is $2,500.00');
  expect(await typed('2499.99')).toBe('2499.99');
  expect(await page.getByText('The minimum amount is $2,500.00').count()).toBe(0);
  await page.getByRole('button', { name: 'Pay now' }).click();
  await said(page, 'The minimum amount is $2,500.00');
  expect(await amount.inputValue()).toBe('');

  expect(await typed('2600')).toBe('2600');
  await amount.blur();
  expect(await amount.inputValue()).toBe('2,600.00');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText('9999'));
  await amount.focus();
  for (const keys of ['Control+A', 'Control+V', 'Control+C', 'Control+X']) await page.keyboard.press(keys);
  expect(await amount.inputValue()).toBe('2,600.00');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('9999');
  await page.getByRole('button', { name: 'Pay now' }).click();
  await agree(page);
  await said(page, 'Your wallet has been topped up by $2,600.00.');
});

test('what is still to be set up is said at the top, and no time ends it', async () => {
  const { a, sales } = fixtures();
  const client = a.clients[0]!.user;
  const stripe = '(go to system setting->general setting->connect your account)';
  const prompts: [Person, string, [Partial<SetupState>, string[]][]][] = [
    [
      a.owner,
      '/siteid/dashboard',
      [
        [{ accountConnected: 'empty' }, [`You need to connect your Stripe account prior to adding any clients.${stripe}`]],
        [
          { accountConnected: 'pending' },
          [`Please continue complete the form to connect your account with Stripe before start to add client ${stripe}`],
        ],
        [
          { accountConnected: 'inverification' },
          [
            'Your account is still being verified by Stripe, please check your email or login to your Stripe account for additional steps required by Stripe.',
          ],
        ],
      ],
    ],
    [
      sales,
      '/configuration/sales-connect-account',
      [
        [{ accountConnected: 'empty' }, ['You need to connect your Stripe account.']],
        [{ accountConnected: 'pending' }, ['Please continue complete the form to connect your account with Stripe.']],
      ],
    ],
    [
      client,
      '/user/profile-setup',
      [
        [
          { cardSet: false },
          [
            'Complete your payment setup first to fully use the system. (Go to Profile -> Payment Setup)',
            'Please complete your profile to fully use the system. (Go to Profile)',
          ],
        ],
      ],
    ],
  ];
  await stage.app.kernel
    .platform('profile_person')
    .insert({ account_id: client.id, company_id: client.tenant.id, setup_completed: false, questionnaire_completed: true })
    .onConflict('account_id')
    .merge();
  for (const [who, path, states] of prompts) {
    const page = await stage.open(path, who);
    await page.clock.install();
    for (const [state, texts] of states) {
      known.set(who.id, state);
      await page.reload();
      const promptOf = (text: string) => page.getByRole('status').filter({ has: page.getByText(text, { exact: true }) });
      for (const text of texts) await promptOf(text).waitFor();
      // Parts of the page that still load would run into their own time limit with the clock.
      await page.waitForFunction(() => !document.querySelector('[aria-busy=true], .mantine-Skeleton-root'));
      await page.clock.fastForward(60_000);
      for (const text of texts) {
        expect(await promptOf(text).count(), text).toBe(1);
        expect(await promptOf(text).getByRole('button').count(), text).toBe(0);
      }
    }
    known.delete(who.id);
    await stage.leave(page);
  }
});

test('the browser had nothing to complain about', () => expect(stage.complaints).toEqual([]));
