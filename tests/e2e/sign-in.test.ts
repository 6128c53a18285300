import type { Page } from 'playwright';
import { generate } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../core/testing/fixtures.ts';
import { setPassword } from '../../plugins/foundation/accounts/accounts.store.ts';
import { hashPassword } from '../../plugins/foundation/accounts/password.ts';
import { openStage, type Stage } from './support.ts';

const PASSWORD = 'four quite unrelated words';
let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
  const { a, b, operator } = stage.app.fixtures;
  const hash = await hashPassword(PASSWORD);
  for (const p of [a.owner, a.admin, b.owner, b.admin, a.clients[0]!.user, operator])
    await setPassword(stage.app.kernel.platform, { id: p.id, companyId: p.tenant.id }, hash);
});
afterAll(() => stage.close());

const mailTo = async (email: string): Promise<string> => {
  await stage.app.settle();
  return (await stage.app.kernel.platform('core_mail').where({ recipient: email }).orderBy('id', 'desc').first('body')).body as string;
};
const codeIn = async (email: string): Promise<string> => /\b(\d{6})\b/.exec(await mailTo(email))![1]!;
const codeNow = (secret: string, ahead = 0) => generate({ secret, epoch: Math.floor(Date.now() / 1000) + ahead });
const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { level: 1, name }).waitFor();
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: false }).first().fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
async function fromProfile(page: Page, entry: string): Promise<void> {
  await page.locator('[data-profile]').click();
  await page.getByRole('menuitem', { name: entry }).click();
}
/** Leaves the browser as nobody, on the sign-in page. */
async function signOut(page: Page): Promise<void> {
  await page.locator('[data-profile]').click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
}
const landed = (page: Page): Promise<void> => page.locator('[data-profile]').waitFor();

test('signing in asks for no page that is not there', async () => {
  const page = await stage.open('/login', null);
  const missing: string[] = [];
  page.on('response', (response) => void (response.status() >= 400 && missing.push(`${response.status()} ${response.url()}`)));
  await signIn(page, stage.app.fixtures.a.owner.email);
  await landed(page);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(missing).toEqual([]);
});

test('e-mail as second factor: chosen, asked for, turned off', async () => {
  const { owner } = stage.app.fixtures.b;
  const page = await stage.open('/', owner);
  await fromProfile(page, 'Two Factor Authentication');
  const modal = dialog(page, 'Two Factor Authentication');
  await modal.getByRole('button', { name: 'E-mail' }).click();
  const codes = dialog(page, 'Recovery codes');
  await codes.getByRole('listitem').nth(9).waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), codes.getByRole('button', { name: 'Download' }).click()]);
  expect(file.suggestedFilename()).toBe('recovery-codes.txt');
  await codes.getByRole('button', { name: 'I have saved them' }).click();
  await modal.getByText('Recovery codes left: 10').waitFor();
  expect(await modal.getByRole('button', { name: 'E-mail' }).getAttribute('aria-pressed')).toBe('true');
  await page.keyboard.press('Escape');

  await signOut(page);
  await signIn(page, owner.email);
  await page.waitForURL('**/verify-login*');
  await page.getByLabel('Code').fill(await codeIn(owner.email));
  await page.getByRole('button', { name: 'Continue' }).click();
  await landed(page);

  await fromProfile(page, 'Two Factor Authentication');
  await modal.getByRole('button', { name: 'E-mail' }).click();
  await modal.getByText('Enter it to change how you sign in').waitFor();
  expect(await stage.faults(page)).toEqual([]);
  await modal.getByRole('textbox', { name: 'Code' }).fill('000000');
  await modal.getByRole('button', { name: 'Continue' }).click();
  await modal.getByText('This code is wrong or has expired.').waitFor();
  await modal.getByRole('textbox', { name: 'Code' }).fill(await codeIn(owner.email));
  await modal.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Your settings have been saved.').first().waitFor();
  await expect.poll(() => modal.getByRole('button', { name: 'E-mail' }).getAttribute('aria-pressed')).toBe('false');
});

test('authenticator app: cancel leads back, save switches it on, its code and a recovery code let in', async () => {
  const { admin } = stage.app.fixtures.a;
  const page = await stage.open('/', admin);
  await fromProfile(page, 'Two Factor Authentication');
  const first = dialog(page, 'Two Factor Authentication');
  await first.getByRole('button', { name: 'Google Authenticator' }).click();
  const second = dialog(page, 'Google Authenticator');
  await second.getByAltText('QR code').waitFor();
  await expect.poll(() => first.count()).toBe(0);
  expect(await stage.faults(page)).toEqual([]);
  await second.getByRole('button', { name: 'Cancel' }).click();
  await first.getByRole('button', { name: 'Google Authenticator' }).click();
  const secret = (await second.locator('code').textContent())!;
  const drawn = await second.getByAltText('QR code').evaluate((image) => (image as HTMLImageElement).naturalWidth);
  expect(drawn).toBeGreaterThan(0);

  await second.getByLabel('Code from the app').fill('000000');
  await second.getByRole('button', { name: 'Save' }).click();
  await second.getByText('This code is wrong or has expired.').waitFor();
  await second.getByLabel('Code from the app').fill(await codeNow(secret, -30));
  await second.getByRole('button', { name: 'Save' }).click();
  const codes = dialog(page, 'Recovery codes');
  const recovery = (await codes.getByRole('listitem').first().textContent())!;
  await codes.getByRole('button', { name: 'I have saved them' }).click();
  await expect.poll(() => second.count()).toBe(0);

  await signOut(page);
  await signIn(page, admin.email);
  await page.getByText('Enter the six-digit code from your authenticator app.').waitFor();
  expect(await stage.faults(page)).toEqual([]);
  await page.getByLabel('Code').fill(await codeNow(secret));
  await page.getByRole('button', { name: 'Continue' }).click();
  await landed(page);

  await signOut(page);
  await signIn(page, admin.email);
  await page.getByRole('tab', { name: 'Lost access' }).click();
  await page.getByLabel('Recovery code').fill(recovery);
  await page.getByRole('button', { name: 'Continue' }).click();
  await landed(page);
});

test('an app that was never confirmed lets a mailed code stand in', async () => {
  const { admin } = stage.app.fixtures.b;
  const page = await stage.open('/', admin);
  await fromProfile(page, 'Two Factor Authentication');
  await dialog(page, 'Two Factor Authentication').getByRole('button', { name: 'Google Authenticator' }).click();
  const second = dialog(page, 'Google Authenticator');
  await second.getByAltText('QR code').waitFor();
  await second.getByRole('button', { name: 'Save' }).click();
  await dialog(page, 'Recovery codes').getByRole('button', { name: 'I have saved them' }).click();
  await signOut(page);
  await signIn(page, admin.email);
  await page.getByRole('button', { name: 'Send me a code by e-mail' }).click();
  await page.getByText('We sent a code').first().waitFor();
  await page.getByLabel('Code').fill(await codeIn(admin.email));
  await page.getByRole('button', { name: 'Continue' }).click();
  await landed(page);
});

test('turning it off asks for the password again once ten minutes have passed', async () => {
  const { admin } = stage.app.fixtures.b;
  const page = await stage.open('/', admin);
  await stage.app.kernel
    .platform('core_session')
    .where({ account_id: admin.id })
    .update({ fresh_at: new Date(Date.now() - 11 * 60_000) });
  await fromProfile(page, 'Two Factor Authentication');
  await dialog(page, 'Two Factor Authentication').getByRole('button', { name: 'Google Authenticator' }).click();
  const again = page.getByRole('dialog').last();
  await again.getByLabel('Password', { exact: false }).first().fill(PASSWORD);
  await again.locator('button[type=submit]').click();
  await page.getByText('Enter it to change how you sign in').waitFor();
  await page.getByRole('textbox', { name: 'Code' }).fill(await codeIn(admin.email));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Your settings have been saved.').first().waitFor();
});

test('changing the password: each text of the specification', async () => {
  const { owner } = stage.app.fixtures.a;
  const page = await stage.open('/', owner);
  await fromProfile(page, 'Change Password');
  const modal = dialog(page, 'Change Password');
  const fill = async (current: string, fresh: string, again: string): Promise<void> => {
    await modal.getByLabel('Current password').fill(current);
    await modal.getByLabel('New password', { exact: true }).or(modal.getByLabel('New password *')).first().fill(fresh);
    await modal.getByLabel('Confirm new password').fill(again);
    await modal.getByRole('button', { name: 'Change Password' }).click();
  };
  await fill(PASSWORD, 'another four unrelated words', 'something different');
  await modal.getByText('The passwords do not match.').waitFor();
  await fill('not the right one', 'another four unrelated words', 'another four unrelated words');
  await modal.getByText('* Sorry, your current password invalid').waitFor();
  await fill(PASSWORD, 'another four unrelated words', 'another four unrelated words');
  await page.getByText('your password has been updated!').waitFor();
  await expect.poll(() => page.getByText('your password has been updated!').count(), { timeout: 4_000 }).toBe(0);
});

test('sessions: another browser is shown and signed out within a second or two', async () => {
  const person: Person = stage.app.fixtures.a.clients[0]!.user;
  const other = await stage.open('/', person);
  await landed(other);
  const page = await stage.open('/user/sessions', person);
  await heading(page, 'Sessions');
  await page.getByText('This session').waitFor();
  expect(await stage.faults(page)).toEqual([]);
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End all other sessions' }).click();
  await other.getByText('Your session has ended. Please log in again to continue.').waitFor({ timeout: 5_000 });
  await expect.poll(() => page.getByText('Other', { exact: true }).count()).toBe(0);
});

test('an agency registers itself by a referral link and proves its address', async () => {
  const { code } = (await stage.app.call('GET', '/api/register/own-link', stage.app.fixtures.b.owner)).body;
  const page = await stage.open(`/agency-register/${code}`, null);
  await page.getByText('You were invited by Agency B.').waitFor();
  expect(await stage.faults(page)).toEqual([]);
  await page.getByLabel('Company name').fill('Bright Leads');
  await page.getByLabel('Full name').fill('Bea Bright');
  await page.getByLabel('E-mail').fill('bea@bright.example');
  await page.getByLabel('Password', { exact: false }).first().fill(PASSWORD);
  expect(await page.getByLabel('Referral code').inputValue()).toBe(code);
  await page.getByLabel('Referral code').fill('nonsense');
  await page.getByRole('button', { name: 'Register agency' }).click();
  await page.getByText('We do not know this referral code.').waitFor();
  await page.getByLabel('Referral code').fill(code);
  await page.getByRole('button', { name: 'Register agency' }).click();
  await page.waitForURL('**/verify-login*');
  await page.getByLabel('Code').fill(await codeIn('bea@bright.example'));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Bright Leads').first().waitFor();
});

test('an agency has the second factor of its client taken off; the client is told by mail and keeps it', async () => {
  const { a } = stage.app.fixtures;
  const { user } = a.clients[1]!;
  const row = { account_id: user.id, company_id: user.tenant.id, second_factor: 'email' };
  await stage.app.kernel.platform('accounts_credential').insert(row).onConflict('account_id').merge();
  const page = await stage.open('/configuration/client-management', a.owner);
  const line = page.getByRole('row', { name: /Client A2/ });
  await line.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Reset second factor' }).click();
  const question = dialog(page, 'Reset the second factor of client-a2?');
  await question.getByText('client-a2@test.example').waitFor();
  expect(await stage.faults(page)).toEqual([]);
  await question.getByRole('button', { name: 'Reset in 24 hours' }).click();
  await page.getByText('We notified client-a2 by e-mail.').waitFor();

  const token = /keep-second-factor\?token=([\w-]+)/.exec(await mailTo(user.email))![1]!;
  const other = await stage.open(`/keep-second-factor?token=${token}`, null);
  await heading(other, 'Keep your second factor');
  expect(await stage.faults(other)).toEqual([]);
  await other.getByRole('button', { name: 'Keep my second factor' }).click();
  await other.getByText('Your second factor stays as it is.').waitFor();
  await other.waitForURL('**/login*');
});

test('nothing was complained about', () => expect(stage.complaints).toEqual([]));
