import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../core/testing/fixtures.ts';
import { beginSetup } from '../../plugins/tenancy/profile/person.store.ts';
import { openStage, type Stage } from './support.ts';

let stage: Stage;
let owner: Person;
let client: Person;
beforeAll(async () => {
  stage = await openStage();
  owner = stage.app.fixtures.a.owner;
  client = stage.app.fixtures.a.clients[0]!.user;
  // As if they had been invited just now.
  for (const { id, tenant } of [owner, client]) await beginSetup(stage.app.kernel.platform, { id, companyId: tenant.id });
});
afterAll(() => stage.close());

const heading = (at: Page, name: string): Promise<void> => at.getByRole('heading', { level: 1, name }).waitFor({ timeout: 10_000 });

/** Everything that the page shows has come. */
const drawn = async (at: Page): Promise<void> => {
  await expect.poll(() => at.locator('main .mantine-Skeleton-root').count(), { timeout: 10_000 }).toBe(0);
};

async function fillPerson(at: Page): Promise<void> {
  await at.getByLabel('Street and number').fill('1 Main Street');
  await at.getByLabel('City').fill('Chicago');
  await at
    .getByRole('textbox', { name: 'State' })
    .or(at.getByRole('combobox', { name: 'State' }))
    .first()
    .click();
  await at.getByRole('option', { name: 'Illinois' }).click();
}
async function fillCompany(at: Page): Promise<void> {
  await at
    .getByRole('textbox', { name: 'Industry' })
    .or(at.getByRole('combobox', { name: 'Industry' }))
    .first()
    .click();
  await at.getByRole('option', { name: 'Real estate' }).click();
  await at.getByLabel('Street and number').fill('2 Lake Street');
}

describe('the set-up wizard', () => {
  test('leads an agency through its steps to its general settings', async () => {
    const at = await stage.open('/', owner);
    await heading(at, 'Profile Setup');
    await at.getByText('Please complete your profile to fully use the system. (Go to Profile)').waitFor();
    await fillPerson(at);
    await at.getByLabel('Zip code').fill('90210');
    await at.getByRole('button', { name: 'Next' }).click();
    await at.getByText('This zip code is not in Illinois.').waitFor();
    await at.getByLabel('Zip code').fill('60601');
    await at.getByLabel('E-mail').fill(stage.app.fixtures.a.admin.email);
    await at.getByRole('button', { name: 'Next' }).click();
    await at
      .getByText(/e-mail address/i)
      .first()
      .waitFor();
    await at.getByLabel('E-mail').fill(owner.email);
    await at.getByRole('button', { name: 'Next' }).click();
    await at.getByLabel('Company name').waitFor();
    await at.getByRole('button', { name: 'Next' }).click();
    await at
      .getByText(/required/)
      .first()
      .waitFor();
    await at.getByRole('button', { name: 'Previous' }).click();
    await at.getByLabel('Full name').waitFor();
    await at.getByRole('button', { name: 'Next' }).click();
    await at.getByLabel('Company name').waitFor();
    await fillCompany(at);
    await at.getByRole('button', { name: 'Next' }).click();
    await at.getByText('That is all we need. Continue to your general settings.').waitFor();
    await at.getByRole('button', { name: 'Go To General Settings' }).click();
    await at.waitForURL('**/configuration/general-setting');
    await at.goto(stage.app.url);
    await heading(at, 'Dashboard');
    expect(await at.getByText('Please complete your profile').count()).toBe(0);
  });

  test('leads a client to its dashboard', async () => {
    const at = await stage.open('/', client);
    await heading(at, 'Profile Setup');
    await fillPerson(at);
    await at.getByLabel('Zip code').fill('60601');
    await at.getByRole('button', { name: 'Next' }).click();
    await at.getByLabel('Company name').waitFor();
    await fillCompany(at);
    await at.getByRole('button', { name: 'Next' }).click();
    await at.getByRole('button', { name: 'Go To Dashboard' }).click();
    await heading(at, 'Dashboard');
  });
});

describe('the profile', () => {
  test('shows its picture at the top right', async () => {
    const at = await stage.open('/user/profile', owner);
    const picture = await sharp({ create: { width: 40, height: 60, channels: 3, background: '#0a7' } })
      .png()
      .toBuffer();
    await heading(at, 'Profile');
    await at.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
    await at.getByRole('button', { name: 'Save picture' }).click();
    await at.getByText('Your profile has been saved.').first().waitFor();
    await at.reload();
    await expect.poll(() => at.locator('[data-profile] img').getAttribute('src')).toMatch(/^blob:/);
  });

  test('asks its questionnaire and shows what was answered', async () => {
    const at = await stage.open('/user/questionnaire', owner);
    await at.getByRole('button', { name: 'Answer the questionnaire' }).first().click();
    await at.getByRole('radio', { name: 'Better leads' }).check();
    for (const [field, choice] of [
      ['What kind of business are you?', 'Consultancy'],
      ['How many clients do you serve?', '1 to 10'],
    ] as const) {
      await at
        .getByRole('textbox', { name: field })
        .or(at.getByRole('combobox', { name: field }))
        .first()
        .click();
      await at.getByRole('option', { name: choice }).click();
    }
    await at.getByRole('button', { name: 'Save answers' }).click();
    await at.waitForURL('**/user/questionnaire');
    await at.getByRole('cell', { name: 'Better leads' }).click();
    await at.getByRole('cell', { name: 'Consultancy', exact: true }).waitFor();
  });
});

describe('every screen', () => {
  const screens = ['/user/profile', '/user/profile-setup', '/user/questionnaire', '/user/questionnaire-add'];

  test.for(screens)('%s reads from right to left in Arabic and has no accessibility fault', async (path) => {
    const at = await stage.open(path, owner, { locale: 'ar', scheme: 'dark' });
    await at.getByRole('heading', { level: 1 }).waitFor();
    await drawn(at);
    expect(await at.evaluate(() => document.documentElement.dir)).toBe('rtl');
    expect(await at.locator('main').innerText()).not.toMatch(/profile\.[a-z]/);
    expect(await stage.faults(at)).toEqual([]);
  });

  test.for(screens)('%s fits a screen of 400 px', async (path) => {
    const at = await stage.open(path, owner, { width: 400 });
    await at.getByRole('heading', { level: 1 }).waitFor();
    await drawn(at);
    expect(await at.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
  });
});

test('nothing was complained about', () => expect(stage.complaints).toEqual([]));
