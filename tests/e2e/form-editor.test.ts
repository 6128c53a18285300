import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { desk } from '../support/desk.ts';
import { type Look, openStage, type Stage } from './support.ts';

const FORM = 'desk.only';
let stage: Stage;
beforeAll(async () => {
  stage = await openStage({}, [desk]);
});
beforeEach(() => stage.app.kernel.platform('core_form_layer').delete());
afterAll(() => stage.close());

const editing = async (look: Look = {}): Promise<Page> => {
  const page = await stage.open(`/configuration/forms/edit?form=${FORM}`, stage.app.fixtures.operator, look);
  await page.getByTestId('form-preview').waitFor();
  return page;
};
const field = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`), expanded: false });
const rename = async (page: Page, name: string, to: string): Promise<void> => {
  await field(page, name).click();
  await page.getByLabel('Title in English').fill(to);
};
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const choose = async (page: Page, name: string): Promise<void> => {
  await press(page, 'More');
  await page.getByRole('menuitem', { name }).click();
};

test('a published form reaches a browser that has it half filled within five seconds, and what was typed stays', async () => {
  const client = await stage.open('/desk', stage.app.fixtures.a.clients[0]!.user);
  await client.getByLabel('desk.only.name').fill('half');
  const operator = await editing();
  await rename(operator, 'desk.only.kind', 'What kind');
  await operator.getByTestId('form-preview').getByText('What kind').waitFor();
  expect(await client.getByText('What kind').count()).toBe(0);
  const published = operator.waitForResponse((response) => response.url().includes('/publish'));
  await press(operator, 'Publish');
  await published;
  const since = Date.now();
  await client.getByText('What kind').waitFor();
  expect(Date.now() - since).toBeLessThan(5_000);
  expect(await client.getByLabel('desk.only.name').inputValue()).toBe('half');
  const sent = client.waitForResponse((response) => response.url().endsWith('/api/desk/alone'));
  await client.getByRole('button', { name: 'Save' }).click();
  expect((await sent).status()).toBe(200);
  await operator.getByText('Published', { exact: true }).first().waitFor();

  // Undone, the form is as it was, in both browsers.
  await choose(operator, 'Undo publishing');
  await operator.getByRole('dialog').getByRole('button', { name: 'Undo publishing' }).click();
  await client.getByLabel('desk.only.kind').first().waitFor();
  await operator.getByText('· Undone').waitFor();
});

test('a draft waits for its moment, and can be taken back until then', async () => {
  const page = await editing();
  await rename(page, 'desk.only.kind', 'Sort of note');
  await choose(page, 'Schedule');
  const tomorrow = new Date(Date.now() + 86_400_000 - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  await page.getByLabel('Publish at').fill(tomorrow);
  await press(page, 'Schedule');
  await page.getByText(/^Goes live /).waitFor();
  expect(await page.getByRole('button', { name: 'Publish', exact: true }).count()).toBe(0);
  await press(page, 'Cancel schedule');
  await page.getByText('Draft saved, not published').waitFor();
});

test('fields are put in another order with the keyboard and by dragging, and both are told and previewed', async () => {
  const page = await editing();
  const order = () =>
    page.locator('main li button[aria-expanded]').evaluateAll((buttons) => buttons.map((one) => one.querySelector('span')?.textContent));
  const before = await order();
  const grip = page.getByRole('button', { name: 'Move desk.only.name' });
  await grip.focus();
  await page.keyboard.press('Space');
  await page.getByText(/position 1 of 4/i).waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowDown');
  await page.getByText(/moved to position 2 of 4/).waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await expect.poll(order).toEqual([before[1], before[0], before[2], before[3]]);

  const [from, to] = [await page.getByRole('button', { name: 'Move desk.only.secret' }).boundingBox(), await grip.boundingBox()];
  await page.mouse.move(from!.x + 8, from!.y + 8);
  await page.mouse.down();
  await page.mouse.move(from!.x + 8, from!.y - 10, { steps: 4 });
  await page.mouse.move(to!.x + 8, to!.y + 4, { steps: 8 });
  await page.mouse.up();
  await expect.poll(async () => (await order()).indexOf('desk.only.secret')).toBe(1);
  await expect
    .poll(() => page.getByTestId('form-preview').locator('label').allTextContents())
    .toEqual(expect.arrayContaining([expect.stringContaining('desk.only.secret')]));
});

test('a change that cannot be is said where it was made, and is not saved', async () => {
  const page = await editing();
  await field(page, 'desk.only.kind').click();
  await page.getByLabel('note', { exact: true }).uncheck();
  await page.getByLabel('call', { exact: true }).uncheck();
  await page.getByText('Choices: Keep at least one choice.').waitFor();
  expect(await page.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true);
});

test('after an upgrade that renames a field its change stands in the inbox, and is moved to the new field', async () => {
  await stage.app.kernel.platform('core_form_layer').insert({
    company_id: stage.app.fixtures.root.id,
    form_id: FORM,
    revision: 1,
    state: 'published',
    base_version: 1,
    ops: JSON.stringify([{ field: 'phone', set: 'title', value: { en: 'Your number' } }]),
    published_at: new Date(),
  });
  const page = await stage.open('/configuration/forms?tab=unfit', stage.app.fixtures.operator);
  await page.getByText('This field no longer exists.').waitFor();
  await stage.go(page, `/configuration/forms/edit?form=${FORM}`);
  await page.getByText('Changes that no longer fit').waitFor();
  await page.getByRole('combobox', { name: 'Move to field' }).click();
  await page.getByRole('option', { name: 'desk.only.number' }).click();
  await press(page, 'Move');
  await page.getByText('Change moved to the other field.').waitFor();
  await page.getByTestId('form-preview').getByText('Your number').waitFor();
  expect(await page.getByText('Changes that no longer fit').count()).toBe(0);
});

test('an own field is added with its choices in both languages', async () => {
  const page = await editing();
  const focus = (): Promise<string | undefined> =>
    page.evaluate(() => {
      const at = document.activeElement;
      return at instanceof HTMLInputElement ? at.labels?.[0]?.innerText : at?.textContent;
    });
  await press(page, 'Add field');
  await expect.poll(focus).toContain('Title in English');
  await press(page, 'Cancel');
  await expect.poll(focus).toBe('Add field');
  await press(page, 'Add field');
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Choice' }).click();
  await page.getByLabel('Title in English').fill('Color');
  await page.getByLabel('Title in Arabic').fill('لون');
  await press(page, 'Add field');
  await expect.poll(focus).toContain('Color');
  await page.getByLabel('Choice 1 in English').fill('Red');
  await page.getByLabel('Choice 1 in Arabic').fill('أحمر');
  const preview = page.getByTestId('form-preview');
  await preview.getByText('Color').waitFor();
  await page.getByText('العربية', { exact: true }).click();
  await preview.getByText('لون').waitFor();
  expect(await preview.getAttribute('dir')).toBe('rtl');
  await press(page, 'Save draft');
  await page.getByText('Draft saved, not published').waitFor();
});

test('an own field of forms that are changed together can hang on what each of them asks, and is published', async () => {
  const page = await stage.open('/configuration/forms/edit?form=clients.add', stage.app.fixtures.operator);
  await press(page, 'Add field');
  await page.getByLabel('Title in English').fill('Account number');
  await page.getByLabel('Title in Arabic').fill('رقم الحساب');
  await press(page, 'Add field');
  const settings = page.getByRole('group', { name: 'Account number' });
  await settings.getByRole('combobox', { name: 'Show only when' }).click();
  const offered = await page.getByRole('option').allInnerTexts();
  expect(offered).toContain('Country of the phone number');
  // These are asked when a client is added, and not where their contact is edited.
  for (const name of ['Website', 'Send e-mail notifications', 'Password']) expect(offered).not.toContain(name);
  await page.getByRole('option', { name: 'Company name' }).click();
  await settings.getByLabel('Is', { exact: true }).fill('Harbor');
  await settings.getByRole('switch', { name: 'Required' }).check({ force: true });
  await page.getByTestId('form-preview').getByLabel('Company name').fill('Harbor');
  await page.getByTestId('form-preview').getByText('Account number').waitFor();
  const published = page.waitForResponse((response) => response.url().includes('/publish'));
  await press(page, 'Publish');
  expect((await published).status()).toBe(200);
});

const LOOKS: Look[] = [{}, { scheme: 'dark' }, { width: 400 }, { width: 400, scheme: 'dark', locale: 'ar' }, { locale: 'ar' }];
test.each(LOOKS)('list and editor are readable and accessible: %j', async (look) => {
  const page = await stage.open('/configuration/forms', stage.app.fixtures.operator, look);
  await page.getByText('desk.only').first().waitFor();
  const faults = await stage.faults(page);
  await stage.go(page, `/configuration/forms/edit?form=${FORM}`);
  await page.getByTestId('form-preview').waitFor();
  await page.locator('main li button[aria-expanded=false]').nth(1).click();
  await page.locator('main fieldset').first().waitFor();
  faults.push(...(await stage.faults(page)));
  expect(faults).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test('no browser complained', () => expect(stage.complaints).toEqual([]));
