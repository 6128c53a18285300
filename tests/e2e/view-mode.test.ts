import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../core/testing/fixtures.ts';
import { openStage, type Stage } from './support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  const { a } = stage.app.fixtures;
  await stage.app.kernel.platform('core_audit').insert(
    Array.from({ length: 14 }, (_, n) => ({
      company_id: n % 2 ? a.tenant.id : a.clients[0]!.tenant.id,
      action: n % 2 ? 'campaigns.created' : 'accounts.signed-in',
      description: n === 13 ? 'A description that is a good deal longer than thirty characters' : `Deed ${n}`,
      actor_id: n % 2 ? a.owner.id : a.clients[0]!.user.id,
      actor_name: n % 2 ? 'Ann Owner' : 'Cleo Client',
      user_type: n % 2 ? 'userdownline' : 'client',
      ip: '203.0.113.9',
      request_id: '',
    })),
  );
});
afterAll(() => stage.close());

/** Nothing here takes long; a missing thing is to be told soon. */
const open = async (path: string, as: Person): Promise<Page> => {
  const page = await stage.open(path, as);
  page.setDefaultTimeout(10_000);
  return page;
};
const banner = (page: Page) => page.getByRole('region', { name: 'View mode' });
const agencyList = async (): Promise<Page> => {
  const page = await open('/configuration/agency-list', stage.app.fixtures.operator);
  await page.getByRole('heading', { level: 1, name: 'Agency List' }).waitFor();
  return page;
};
/** Chooses an action of a row from its menu, on the page or in a dialog over it. */
async function choose(page: Page, row: string, action: string, within: Page | Locator = page): Promise<void> {
  await within
    .getByRole('row')
    .filter({ hasText: row })
    .getByRole('button', { name: /^Actions/ })
    .click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}
async function giveReason(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Switch user', exact: true });
  await dialog.getByLabel('Why do you need to view this account?').fill('Ticket 12: nothing arrives');
  await dialog.getByRole('button', { name: 'Switch user' }).click();
}
/** Whatever the browser keeps that could be a token. */
const tokensIn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [localStorage, sessionStorage]
      .flatMap((storage) => Object.keys(storage).map((key) => storage.getItem(key) ?? ''))
      .filter((v) => /^[\w-]{40,}$/.test(v)),
  );
const stored = (page: Page, key: string): Promise<string | null> => page.evaluate((k) => localStorage.getItem(k), key);

test('an operator looks through an agency: banner, refused writes, and the way back', async () => {
  const { a } = stage.app.fixtures;
  const page = await agencyList();
  const own = await stored(page, 'token');
  await choose(page, 'Agency A', 'Switch user');
  await giveReason(page);
  await banner(page).waitFor();
  expect(await banner(page).innerText()).toMatch(/viewing as owner-a of Agency A\. You are signed in as operator/);
  expect(await banner(page).innerText()).toMatch(/(60|59) minutes left/);
  const look = await stored(page, 'token');
  expect(await tokensIn(page)).toEqual([look]);
  expect(look).not.toBe(own);
  expect(await page.getByRole('button', { name: 'New campaign' }).count()).toBe(0);

  // What the screens do not offer the server refuses besides.
  const status = await page.evaluate(async (id) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}`, 'content-type': 'application/json' };
    const calls: [string, string, object][] = [
      ['POST', '/api/user/resetpassword', { currpassword: 'x', newpassword: 'four quite unrelated words' }],
      ['PUT', `/api/setting/twofactorauth/${id}`, { two_factor_auth: false, two_factor_auth_type: 'none' }],
      ['POST', '/api/user/switch', { usrID: id }],
    ];
    const answers: number[] = [];
    for (const [method, path, body] of calls) answers.push((await fetch(path, { method, headers, body: JSON.stringify(body) })).status);
    return answers;
  }, a.owner.id);
  expect(status).toEqual([403, 403, 403]);

  await page.goto(`${stage.app.url}/configuration/client-management`);
  await page.getByText('Client A1').first().waitFor();
  expect(await page.getByRole('button', { name: 'Add client' }).count()).toBe(0);
  await banner(page).waitFor();
  expect(await stage.faults(page)).toEqual([]);

  await banner(page).getByRole('button', { name: 'Switch back' }).click();
  await page.waitForURL('**/configuration/agency-list/');
  await page.getByRole('heading', { level: 1, name: 'Agency List' }).waitFor();
  expect(await banner(page).count()).toBe(0);
  const after = await stored(page, 'token');
  expect(await tokensIn(page)).toEqual([after]);
  expect([own, look]).not.toContain(after);
});

test('into a client of an agency, from the list of its people; when the look is over, its end leads to the sign-in page', async () => {
  const page = await agencyList();
  await choose(page, 'Agency A', 'View as one of its people');
  const people = page.getByRole('dialog', { name: 'View as one of its people' });
  await people.getByText('client-a1@test.example').waitFor();
  await choose(page, 'client-a1', 'Switch user', people);
  await giveReason(page);
  await banner(page).waitFor();
  expect(await banner(page).innerText()).toMatch(/viewing as client-a1 of Client A1/);
  await stage.app.kernel.platform('core_session').whereNotNull('viewed_by').delete();
  await page.reload();
  await page.waitForURL('**/login');
  await page
    .getByRole('button', { name: 'Log in' })
    .or(page.getByRole('button', { name: 'Sign in' }))
    .first()
    .waitFor();
  expect(await tokensIn(page)).toEqual([]);
});

test('a look that runs out while its screen is open says so and leads to the sign-in page', async () => {
  const page = await agencyList();
  await choose(page, 'Agency A', 'Switch user');
  await giveReason(page);
  await banner(page).waitFor();
  const look = (await stored(page, 'token'))!;
  await stage.app.kernel.platform('core_session').whereNotNull('viewed_by').delete();
  // The open stream of news hears of it, without a click.
  const over = page.getByRole('dialog', { name: 'View mode has ended' });
  await over.getByRole('button', { name: 'OK' }).click();
  await page.waitForURL('**/login');
  // The stage itself puts the operator's own token into a browser that has none.
  expect(await tokensIn(page)).not.toContain(look);
});

test('logging out of a look ends everything', async () => {
  const page = await agencyList();
  const own = (await stored(page, 'token'))!;
  await choose(page, 'Agency A', 'Switch user');
  await giveReason(page);
  await banner(page).waitFor();
  const look = (await stored(page, 'token'))!;
  await expect.poll(() => page.getByRole('heading', { level: 1 }).first().textContent()).not.toBe('Agency List');
  await page.locator('[data-profile]').click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
  expect(await tokensIn(page)).not.toContain(look);
  for (const token of [own, look]) expect((await stage.app.call('GET', '/api/user', token)).status).toBe(401);
});

test('the viewed account reads in its own log that support viewed it', async () => {
  const page = await open('/configuration/user-log', stage.app.fixtures.a.owner);
  await page.getByRole('heading', { level: 1, name: 'User log' }).waitFor();
  await page.getByText('Support view started').first().waitFor();
  expect(await page.getByText('Ticket 12').count()).toBe(0);
  expect(await stage.faults(page)).toEqual([]);
});

test("an agency's logs: filters, cut descriptions, 'No Data', and the file", async () => {
  const page = await agencyList();
  await choose(page, 'Agency A', "Agency User's Logs");
  const dialog = page.getByRole('dialog', { name: "Agency User's Logs" });
  await dialog.getByRole('cell', { name: 'Support view started' }).first().waitFor();
  const rows = () => dialog.locator('tbody tr');
  await expect.poll(() => rows().count()).toBe(10);
  await dialog.getByRole('button', { name: 'A description that is a good d… Show all' }).click();
  await dialog.getByText('A description that is a good deal longer than thirty characters', { exact: true }).waitFor();

  const filter = async (fill: (drawer: ReturnType<Page['getByRole']>) => Promise<void>): Promise<void> => {
    await dialog.getByRole('button', { name: /^Filter/ }).click();
    const drawer = page.getByRole('dialog', { name: 'Filter the log' });
    await drawer.getByRole('button', { name: 'Show', exact: true }).waitFor();
    await fill(drawer);
    await drawer.waitFor({ state: 'detached' });
  };
  await filter(async (drawer) => {
    await drawer.getByLabel('User type').selectOption('client');
    await drawer.getByRole('button', { name: 'Last week' }).click();
    await drawer.getByRole('button', { name: 'Show', exact: true }).click();
  });
  await dialog.getByText('7 entries').waitFor();
  await expect.poll(() => dialog.getByRole('cell', { name: 'Cleo Client' }).count()).toBe(7);
  await filter(async (drawer) => {
    await drawer.getByRole('combobox', { name: 'Action' }).or(drawer.getByLabel('Action')).first().click();
    await page.getByRole('option', { name: 'Campaign created' }).click();
    await drawer.getByRole('button', { name: 'Show', exact: true }).click();
  });
  await dialog.getByText('No Data').waitFor();
  await filter(async (drawer) => drawer.getByRole('button', { name: 'Reset' }).click());
  await expect.poll(() => rows().count()).toBe(10);

  const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Download CSV' }).click()]);
  expect(file.suggestedFilename()).toMatch(/^user-log-.*\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('"Cleo Client","Client"');
  expect(text).toContain('Support viewed your account: Ticket 12: nothing arrives');
});

test('what operators may do is set on the page of support access', async () => {
  const page = await open('/configuration/view-mode', stage.app.fixtures.operator);
  await page.getByRole('heading', { level: 1, name: 'Support access' }).waitFor();
  await page.getByRole('cell', { name: 'Ticket 12: nothing arrives' }).first().waitFor();
  await page.getByRole('tab', { name: 'What operators can do' }).click();
  await page.getByRole('row').filter({ hasText: 'operator@test.example' }).getByRole('button').first().click();
  await page.getByText('Export leads').last().waitFor();
  expect(await stage.faults(page)).toEqual([]);
});

test('nothing was complained about', () => expect(stage.complaints).toEqual([]));
