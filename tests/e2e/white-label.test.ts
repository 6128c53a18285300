import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NameServer } from '../../core/testing/name-server.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { type Look, openStage, type Stage } from './support.ts';

const SETTINGS = '/configuration/general-setting';
const dns = new NameServer();
let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ dnsServer: await dns.open() });
});
afterAll(async () => {
  await stage.close();
  dns.close();
});

const at = (host: string, path: string): string => `http://${host}:${new URL(stage.app.url).port}${path}`;
const said = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor({ timeout: 10_000 });
const tab = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name }).click();
const sideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth + 1);
/** A page under another host, signed in or not. */
async function open(host: string, path: string, person: Person | null, look: Look = {}): Promise<Page> {
  const page = await stage.open('/login', person, look);
  await page.goto(at(host, path));
  return page;
}

test('colours are seen before they are saved, and then on everybody’s screens', async () => {
  const { a } = stage.app.fixtures;
  const page = await stage.open(SETTINGS, a.owner);
  const preview = page.getByTestId('brand-preview');
  await preview.waitFor();
  const link = () => preview.evaluate((box) => getComputedStyle(box).getPropertyValue('--mantine-color-brand-filled').trim());
  const before = await link();
  await page.getByLabel('Links and buttons').fill('#a1123c');
  await page.getByLabel('Sidebar').fill('#14202c');
  await expect.poll(link).toBe('#a1123c');
  expect(before).not.toBe('#a1123c');
  await page.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Your appearance has been saved');
  const client = await open('a.localhost', '/siteid/dashboard', a.clients[0]!.user);
  await client.getByRole('navigation').first().waitFor();
  const sidebar = () => client.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--ui-sidebar').trim());
  await expect.poll(sidebar).toBe('#14202c');
});

test('a logo is uploaded, stands in the sidebar, on the sign-in screen and in the tab, and can be removed', async () => {
  const { a } = stage.app.fixtures;
  const page = await stage.open(`${SETTINGS}?tab=logo`, a.owner);
  await said(page, 'You have no logo yet');
  await page.locator('input[type=file]').setInputFiles({ name: 'x.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await page.getByRole('button', { name: 'Upload logo' }).click();
  await said(page, 'Please choose a PNG, JPEG or WebP picture.');
  const png = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#a1123c' } })
    .png()
    .toBuffer();
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png });
  await page.getByRole('button', { name: 'Upload logo' }).click();
  await said(page, 'Your logo has been saved.');
  await page.getByRole('navigation').getByRole('img', { name: 'Agency A' }).first().waitFor();
  const guest = await open('a.localhost', '/login', null);
  const logo = guest.getByRole('img', { name: 'Agency A' });
  await logo.waitFor();
  expect(await logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(300);
  expect(await guest.locator('link[rel=icon]').getAttribute('href')).toMatch(/^\/api\/brand\/logo\//);
});

test('the agency’s host shows its own brand and nobody else’s; an unknown host shows none', async () => {
  const { a } = stage.app.fixtures;
  for (const page of [await open('a.localhost', '/login', null), await open('a.localhost', '/siteid/dashboard', a.clients[0]!.user)]) {
    await page.getByRole('heading').first().waitFor();
    await expect.poll(() => page.title()).toContain('Agency A');
    expect(await page.content()).not.toMatch(/Agency B|Test Root/);
  }
  const unknown = await open('nobody.localhost', '/login', null);
  await unknown.getByRole('heading').first().waitFor();
  expect(await unknown.content()).not.toMatch(/Agency [AB]|Test Root/);
  const other = await open('b.localhost', '/login', null);
  await said(other, 'Agency B');
  expect(await other.getByRole('img', { name: 'Agency A' }).count()).toBe(0);
});

test('a new name flows into the menu and the address; the old address leads there', async () => {
  const { a } = stage.app.fixtures;
  const page = await stage.open(`${SETTINGS}?tab=names`, a.owner);
  await page.locator('tbody').getByText('Site ID').click();
  await page.getByRole('textbox', { name: /^Name/ }).fill('Visitor Radar');
  await page.getByRole('textbox', { name: /^Address/ }).fill('configuration');
  await page.getByRole('button', { name: 'Save' }).click();
  await said(page, 'This address is used by the platform itself.');
  await page.getByRole('textbox', { name: /^Address/ }).fill('radar');
  await page.getByRole('button', { name: 'Save' }).click();
  await said(page, 'The names have been saved.');
  await page.getByRole('navigation').getByText('Visitor Radar').first().waitFor({ timeout: 10_000 });
  const client = await open('a.localhost', '/siteid/campaign-management', a.clients[0]!.user);
  await client.waitForURL('**/radar/campaign-management');
  await client.getByRole('navigation').getByText('Visitor Radar').first().waitFor();
  expect(await client.getByRole('navigation').first().textContent()).not.toContain('Site ID');
});

test('a domain is claimed, proven and given up on the screen', async () => {
  const { a } = stage.app.fixtures;
  const page = await stage.open(`${SETTINGS}?tab=addresses`, a.owner);
  await page.getByRole('textbox', { name: /^Domain/ }).fill('app.acme.example');
  await page.getByRole('button', { name: 'Add domain' }).click();
  await said(page, 'Waiting for DNS records');
  await said(page, '_domain-proof.app.acme.example');
  await page.getByRole('button', { name: 'Check now' }).click();
  await said(page, /The TXT record of app.acme.example is missing/);
  const [txt] = (await stage.app.call('GET', '/api/configuration/domain-records', a.owner)).body.data;
  dns.set('TXT', txt.name, txt.value);
  dns.set('CNAME', 'app.acme.example', 'a.localhost');
  await page.getByRole('button', { name: 'Check now' }).click();
  await said(page, 'app.acme.example is verified.');
  await page.getByRole('button', { name: 'Remove domain' }).click();
  await said(page, 'Remove app.acme.example?');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove domain' }).click();
  await said(page, 'The domain has been removed.');
});

test('embedded code runs in a closed frame that reaches neither token nor page, for clients alone', async () => {
  const { a } = stage.app.fixtures;
  const code = `<p id="found"></p><script>
    const tries = [() => parent.localStorage.getItem('token'), () => localStorage.length, () => parent.document.title, () => document.cookie];
    found.textContent = tries.map((go) => { try { return 'reached ' + go(); } catch { return 'closed'; } }).join(', ') + ', ' + self.origin;
  </script>`;
  const saved = await stage.app.call('PUT', '/api/configuration/embedded-code', a.owner, {
    body: { placeEmbedded: 'footer', embeddedcode: code },
  });
  expect(saved.status).toBe(200);
  const client = await open('a.localhost', '/radar/dashboard', a.clients[0]!.user);
  const frame = client.frameLocator('iframe');
  await frame.getByText('closed, closed, closed, closed, null').waitFor({ timeout: 10_000 });
  expect(await client.locator('iframe').getAttribute('sandbox')).toBe('allow-scripts');
  await client.goto(at('a.localhost', '/user/profile'));
  await client.getByRole('heading').first().waitFor();
  await client.waitForTimeout(500);
  expect(await client.locator('iframe').count()).toBe(0);
  const owner = await open('a.localhost', SETTINGS, a.owner);
  await owner.getByRole('tab').first().waitFor();
  expect(await owner.locator('iframe').count()).toBe(0);
});

test.each<Look>([{ width: 400 }, { width: 400, locale: 'ar', scheme: 'dark' }, { locale: 'ar' }, { scheme: 'dark' }])(
  'every tab is whole and accessible as %j',
  async (look) => {
    const page = await stage.open(SETTINGS, stage.app.fixtures.a.owner, look);
    await page.getByTestId('brand-preview').waitFor();
    for (const id of ['look', 'logo', 'names', 'menus', 'addresses', 'mail', 'embedded', 'contact']) {
      await stage.go(page, `${SETTINGS}?tab=${id}`);
      await page.getByRole('tabpanel').locator('section').first().waitFor();
      await expect.poll(() => page.locator('[class*=skeleton i]').count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Retry' }).count(), id).toBe(0);
      expect(await sideways(page), id).toBe(false);
      expect(await stage.faults(page), id).toEqual([]);
    }
    expect(await page.locator('main').textContent()).not.toMatch(/white-label\.|ui\./);
  },
);

test('the mail server is kept without showing its password, and the menus of clients are switched', async () => {
  const { a } = stage.app.fixtures;
  const page = await stage.open(`${SETTINGS}?tab=mail`, a.owner);
  await page.getByRole('textbox', { name: /^Server/ }).fill('127.0.0.1');
  await page.getByRole('combobox', { name: /^Port/ }).click();
  await page.getByRole('option', { name: '587', exact: true }).click();
  await page.getByLabel('Sender’s name').fill('Agency A');
  await page.getByLabel('Sender’s address').fill('hello@agency-a.example');
  await page.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Your mail server has been saved.');
  await page.getByRole('button', { name: 'Send test e-mail' }).click();
  await said(page, 'it is not on the public internet');
  await tab(page, 'Client menus');
  await page.getByRole('switch').first().click();
  const client = await open('a.localhost', '/radar/dashboard', a.clients[0]!.user);
  await said(client, '404 - Page Not Found');
});

test('markup that no sanitiser made is refused, and those who run the platform see that it was tried', async () => {
  const page = await stage.open(`${SETTINGS}?tab=policy-reports`, stage.app.fixtures.operator);
  await said(page, 'Nothing was blocked');
  const complaints = stage.complaints.length;
  const tried = await page.evaluate(() => {
    const attempts = [
      () => (document.createElement('div').innerHTML = '<img src="x" onerror="document.title = `taken`">'),
      () => document.body.insertAdjacentHTML('beforeend', '<iframe srcdoc="x"></iframe>'),
      () => new DOMParser().parseFromString('<svg/onload=1>', 'text/html'),
      () => document.createElement('script').append('1') ?? Object.assign(document.createElement('script'), { text: 'document.title = 1' }),
    ];
    return attempts.map((attempt) => {
      try {
        attempt();
        return 'passed';
      } catch (error) {
        return (error as Error).name;
      }
    });
  });
  expect(tried).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError']);
  const told = async () => (await stage.app.call('GET', '/api/policy-reports', stage.app.fixtures.operator)).body.total;
  await expect.poll(told, { timeout: 20_000 }).toBeGreaterThan(0);
  await page.reload();
  await page
    .getByRole('row')
    .filter({ hasText: 'require-trusted-types-for' })
    .filter({ hasText: '/configuration/general-setting' })
    .first()
    .waitFor({ timeout: 10_000 });
  stage.complaints.splice(complaints);
});

test('the browser had nothing to complain about', () => expect(stage.complaints).toEqual([]));
