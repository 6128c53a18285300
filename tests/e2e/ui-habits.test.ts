import type { Page, Route } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asSystem } from '../../core/boot/as-system.ts';
import { Switches } from '../../core/contract.ts';
import { setPassword } from '../../plugins/foundation/accounts/accounts.store.ts';
import { hashPassword } from '../../plugins/foundation/accounts/password.ts';
import { agree, openStage, type Stage } from './support.ts';

const PASSWORD = 'four quite unrelated words';
const HOUR = 3_600_000;
const CLIENTS = '/configuration/client-management';
const CAMPAIGNS = '/siteid/campaign-management';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
  const { app } = stage;
  const { a, operator } = app.fixtures;
  await setPassword(app.kernel.platform, { id: a.owner.id, companyId: a.owner.tenant.id }, await hashPassword(PASSWORD));
  await asSystem(app.kernel, app.fixtures.root, (ctx) => ctx.use(Switches).grant(a.tenant, 'wallet.data_wallet', true));
  await app.kernel.features.refresh();
  await app.call('POST', '/api/configuration/agencies/manual-bill', operator, { body: { companyID: a.tenant.id, manualBill: 'T' } });
  await app.call('PUT', '/api/payment/card', a.owner, { body: { tokenid: 'approved' } });
  const paid = await app.call('POST', '/api/configuration/agencies/prepaid/charge-prepaid-direct-payment', a.owner, {
    body: {
      company_id: a.tenant.id,
      amount: '500',
      custom_amount: 'F',
      stop_continual: 'T',
      ip_user: '',
      timezone: 'America/Chicago',
      payment_type: 'credit_card',
    },
  });
  expect(paid.status).toBe(200);
  for (const n of [1, 2]) {
    const campaign = {
      companyID: a.clients[0]!.tenant.id,
      leadspeekType: 'local',
      campaignName: `Harbor Coffee ${n}`,
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
    expect((await app.call('POST', '/api/leadspeek/client/create', a.owner, { body: campaign })).status).toBe(200);
  }
});
afterAll(() => stage.close());

const owner = () => stage.app.fixtures.a.owner;

/** The dialogs of the page, from now on, that had no name at the moment they appeared. */
const unnamedDialogs = (page: Page) =>
  page.evaluateHandle(() => {
    const found: string[] = [];
    new MutationObserver((changes) => {
      for (const node of changes.flatMap((change) => [...change.addedNodes]).filter((added) => added instanceof Element))
        for (const dialog of node.querySelectorAll('[role="dialog"]'))
          if (!dialog.hasAttribute('aria-label') && !dialog.hasAttribute('aria-labelledby')) found.push(dialog.textContent);
    }).observe(document.body, { childList: true, subtree: true });
    return found;
  });

const rows = (page: Page) => page.locator('tbody tr');
const query = (page: Page, name: string): string | null => new URL(page.url()).searchParams.get(name);
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');
const refused = (route: Route): Promise<void> =>
  route.fulfill({
    status: 500,
    contentType: 'application/problem+json',
    body: JSON.stringify({
      type: 'about:blank',
      title: 'Down',
      status: 500,
      detail: 'The shelf fell over.',
      code: 'test.down',
      requestId: 'req-123',
    }),
  });

async function openRowMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
}

test('what a table shows stands in the address: reload keeps it, back restores it', async () => {
  const page = await stage.open(CAMPAIGNS, owner());
  await rows(page).nth(1).waitFor();
  await page.getByRole('button', { name: 'Campaign', exact: true }).click();
  await page.waitForURL(/sort=campaignName/);
  await page.getByLabel('Search', { exact: true }).fill('Coffee 2');
  await page.waitForURL(/q=Coffee/);
  await expect.poll(() => rows(page).count()).toBe(1);

  await page.reload();
  await expect.poll(() => rows(page).count()).toBe(1);
  expect(await page.getByLabel('Search', { exact: true }).inputValue()).toBe('Coffee 2');
  expect(query(page, 'sort')).toBe('campaignName');

  await page.getByRole('link', { name: 'Client Management' }).click();
  await page.waitForURL(`**${CLIENTS}`);
  await page.goBack();
  await page.waitForURL(/q=Coffee/);
  await expect.poll(() => rows(page).count()).toBe(1);

  // A row opens in place and has an address of its own.
  await page.getByRole('button', { name: 'Details of Harbor Coffee 2' }).click();
  await page.waitForURL(/open=/);
  await page.getByRole('tab', { name: 'Pixel' }).click();
  await page.reload();
  await expect.poll(() => page.getByRole('tab', { name: 'Pixel' }).getAttribute('aria-selected')).toBe('true');
});

test('nothing yet and nothing that matches are told apart, each with its way on', async () => {
  const page = await stage.open('/exclusion-list', owner());
  await page.getByText('No entries yet').waitFor();
  await page.goto(`${stage.app.url}${CAMPAIGNS}?q=nothing-is-called-this`);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => rows(page).count()).toBe(2);
  expect(query(page, 'q')).toBeNull();

  await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Stopped' });
  await page.getByRole('button', { name: 'Remove filter Status: Stopped' }).click();
  await expect.poll(() => rows(page).count()).toBe(2);
});

test('what a table shows can be saved under a name, and comes back by it', async () => {
  const page = await stage.open(CLIENTS, stage.app.fixtures.a.owner);
  await page.getByRole('searchbox').first().fill('A2');
  await page.waitForURL(/q=A2/);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel('Name of this view').fill('Second client');
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByRole('button', { name: 'Second client', exact: true }).waitFor();
  await page.goto(stage.app.url + CLIENTS);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Second client', exact: true }).click();
  await page.waitForURL(/q=A2/);
  await page.getByRole('cell', { name: 'Client A2', exact: true }).waitFor();
});

test('keys: the palette, the search, the list of shortcuts; none of them inside an input', async () => {
  const page = await stage.open(CAMPAIGNS, owner());
  await rows(page).first().waitFor();
  await page.keyboard.press('/');
  expect(await focused(page)).toBe('Search');
  await page.keyboard.type('?n');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByLabel('Search', { exact: true }).fill('');
  await page.getByLabel('Search', { exact: true }).blur();

  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('client man');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${CLIENTS}`);
  await page.getByRole('heading', { level: 1, name: 'Client Management' }).waitFor();
});

test('a dialog gives the focus back, and unsaved changes are not lost without asking', async () => {
  const page = await stage.open('/exclusion-list', owner());
  const opener = page.getByRole('button', { name: 'Add entry' }).first();
  await opener.click();
  const form = page.getByRole('dialog').first();
  await form.getByLabel('E-mail address or hash').fill('Half a name');
  await form.getByText('Unsaved changes').waitFor();
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  expect(await form.getByLabel('E-mail address or hash').inputValue()).toBe('Half a name');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await form.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Add entry');

  await page.goto(`${stage.app.url}/user/profile`);
  await page.getByLabel('Full name').fill('Someone else');
  await page.getByRole('link', { name: 'Client Management' }).click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  expect(await page.getByLabel('Full name').inputValue()).toBe('Someone else');
  await page.getByRole('link', { name: 'Client Management' }).click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await page.waitForURL(`**${CLIENTS}`);
});

test('what cannot be undone is asked with the name of the thing', async () => {
  const page = await stage.open(CAMPAIGNS, owner());
  const unnamed = await unnamedDialogs(page);
  await openRowMenu(page, 'Harbor Coffee 1');
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const question = page.getByRole('dialog');
  await question.waitFor();
  expect(await question.textContent()).toContain('Harbor Coffee 1');
  expect(await unnamed.jsonValue()).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Actions for Harbor Coffee 1');
});

test('a cheap change shows at once, rolls back when refused, and can be undone when done', async () => {
  const page = await stage.open(CLIENTS, owner());
  // Activating a campaign waits for the server; here its descriptor says that it need not.
  await page.route('**/api/ui/pages/site-id.campaigns', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({
      response,
      body: text.replace('"id":"site-id.launch",', '"id":"site-id.launch","optimistic":{"status":"active","state":"active"},'),
    });
  });
  await page.getByRole('link', { name: 'Site ID' }).click();
  const row = rows(page).filter({ hasText: 'Harbor Coffee 1' });
  const status = async (): Promise<string> => (await row.textContent()) ?? '';
  await expect.poll(status).toContain('Draft');

  let answerNow = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answerNow = resolve;
  });
  await page.route('**/api/leadspeek/client/activepause', async (route) => {
    await held;
    await refused(route);
  });
  await openRowMenu(page, 'Harbor Coffee 1');
  await page.getByRole('menuitem', { name: 'Activate' }).click();
  await expect.poll(status).toContain('Active');
  expect(query(page, 'open')).toBeNull();
  answerNow();
  await page.getByText('The shelf fell over. Request number: req-123').waitFor();
  await expect.poll(status).toContain('Draft');
  await page.unroute('**/api/leadspeek/client/activepause');

  await openRowMenu(page, 'Harbor Coffee 1');
  await page.getByRole('menuitem', { name: 'Activate' }).click();
  // The first time ends on the campaign's page; what is said there can be taken back all the same.
  await page.getByRole('heading', { name: 'Harbor Coffee 1', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.goBack();
  await expect.poll(status, { timeout: 5_000 }).toContain('Paused');
});

test('an error stands where it happened, with another try and the number of the request', async () => {
  const page = await stage.open('/user/profile', owner());
  await page.getByLabel('Full name').waitFor();
  await page.route(/\/api\/.*(?<!bootstrap)$/, (route) =>
    /\/ui\/|\/live/.test(route.request().url()) ? route.continue() : refused(route),
  );
  await page.getByRole('link', { name: 'Client Management' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'The shelf fell over.' });
  await alert.getByText('Request number: req-123').waitFor();
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await rows(page).first().waitFor();
  expect(await alert.count()).toBe(0);
});

test('what matters asks for the password again when the sign-in is old, and then does it once', async () => {
  const page = await stage.open('/configuration/data-wallet', owner());
  await page.getByRole('button', { name: 'Pay now' }).waitFor();
  const charged: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('charge-prepaid-direct-payment')) charged.push(response.status());
  });
  await stage.app.kernel
    .platform('core_session')
    .where({ account_id: owner().id })
    .update({ fresh_at: new Date(Date.now() - HOUR) });
  await page.getByRole('button', { name: 'Pay now' }).click();
  const question = page.getByRole('dialog', { name: "Confirm it's you" });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(charged).toEqual([]);

  await page.getByRole('button', { name: 'Pay now' }).click();
  await question.getByLabel('Password', { exact: true }).fill('not the password');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await question.getByText('password invalid').waitFor();
  await question.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await question.waitFor({ state: 'detached' });
  await agree(page);
  await expect.poll(() => charged).toEqual([200]);
});

test('a file is chosen, named with its size, and sent', async () => {
  const page = await stage.open('/exclusion-list', owner());
  await page.getByRole('button', { name: 'Upload CSV' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await dialog.getByText('Choose a file first.').waitFor();
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from('ann@example.com\nbob@example.com\n') });
  await dialog.getByText('32 B').waitFor();
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await stage.app.settle();
  await expect.poll(() => page.getByText('people.csv').count(), { timeout: 5_000 }).toBeGreaterThan(0);
});

test('on a phone nothing scrolls sideways, dialogs included', async () => {
  const page = await stage.open(CAMPAIGNS, owner(), { width: 400 });
  const over = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await page.getByText('Harbor Coffee 1').first().waitFor();
  expect(await over()).toBe(0);
  await page.getByRole('button', { name: 'New campaign' }).click();
  await page.getByRole('dialog').getByLabel('Campaign name').waitFor();
  expect(await over()).toBe(0);
});

test('an ended session says so and leads to the sign-in', async () => {
  const page = await stage.open(CLIENTS, owner());
  await rows(page).first().waitFor();
  await stage.app.kernel.platform('core_session').where({ account_id: owner().id }).delete();
  const notice = page.getByRole('dialog', { name: 'Session Ended' });
  // The next call finds out; where the page made one by itself, the notice is in the way of the click already.
  const sorted = page.getByRole('button', { name: 'Created' }).click({ timeout: 10_000 });
  await Promise.any([sorted, notice.waitFor()]);
  sorted.catch(() => undefined);
  await notice.getByRole('button', { name: 'OK' }).click();
  await page.waitForURL('**/login');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Sign in');
});

test('the browser had nothing to complain about', () => {
  expect(stage.complaints).toEqual([]);
});
