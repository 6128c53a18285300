import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from './support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const said = (page: Page, text: string): Promise<void> => page.getByText(text).first().waitFor({ timeout: 10_000 });
const at = (path: string): string => `http://a.localhost:${new URL(stage.app.url).port}${path}`;
async function linkFor(address: string): Promise<string> {
  await stage.app.settle();
  const { body } = await stage.app.call('GET', '/dev/mail?json');
  const mail = (body as { recipient: string; body: string }[]).find(({ recipient }) => recipient === address)!;
  return new URL(/https?:\/\/\S+\/opt-out\/confirm\/\S+/.exec(mail.body)![0]).pathname;
}

test('somebody opts out on a telephone in Arabic, by the mail that they get, and takes it back', async () => {
  const page = await stage.open('/login', null, { width: 400, locale: 'ar' });
  await page.goto(at('/opt-out'));
  await said(page, 'أدخل بريدك الإلكتروني لمنع هذه الشركة');
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
  expect(await stage.faults(page)).toEqual([]);
  await page.getByLabel('البريد الإلكتروني').fill('walker@people.example');
  await page.getByRole('button', { name: 'إرسال رابط التأكيد' }).click();
  await said(page, 'إذا أمكن تسليم الرسائل إلى هذا البريد');

  await page.goto(at(await linkFor('walker@people.example')));
  await said(page, 'w***@people.example');
  await said(page, 'لم يُلغَ الاشتراك');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
  expect(await stage.faults(page)).toEqual([]);
  await page.getByRole('button', { name: 'إلغاء الاشتراك', exact: true }).click();
  await page.getByText('أُلغي الاشتراك', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'التراجع عن إلغاء الاشتراك' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'التراجع', exact: true }).click();
  await said(page, 'لم يُلغَ الاشتراك');
  expect(stage.complaints).toEqual([]);
});

test('what somebody asked for is at the agency as a hash and a privacy request', async () => {
  const page = await stage.open('/login', null);
  await page.goto(at('/login'));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Do not contact me' }).click();
  await page.getByLabel('E-mail address').fill('leaver@people.example');
  await page.getByRole('button', { name: 'Send confirmation link' }).click();
  await said(page, 'a confirmation link is on its way');
  expect(await page.getByText('is required').count(), 'an emptied form is not a wrong one').toBe(0);
  await page.goto(at(await linkFor('leaver@people.example')));
  await page.getByRole('button', { name: 'Opt out and delete my data' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Opt out and delete' }).click();
  await said(page, 'Your request number is');

  const own = await stage.open('/exclusion-list', stage.app.fixtures.a.owner);
  await own.getByText('People who opted out').waitFor();
  await own.getByRole('row').filter({ hasText: 'The person' }).waitFor();
  await stage.go(own, '/privacy-requests');
  await own.getByRole('row').filter({ hasText: 'The person' }).waitFor();
  expect(stage.complaints).toEqual([]);
});
