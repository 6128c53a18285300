import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Looks } from './looks.ts';
import { openStage, type Stage } from './support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { level: 1, name }).waitFor();
const picture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#0a7cc4' } })
    .png()
    .toBuffer();
const file = (buffer: Buffer) => ({ name: 'banner.png', mimeType: 'image/png', buffer });

test('Ads Design: a banner is created, shown in its real size with its ad code, edited, given another image and removed', async () => {
  const { a } = stage.app.fixtures;
  const page = await stage.open('/banner', a.owner);
  await heading(page, 'Banners');
  expect(new URL(page.url()).pathname).toBe('/banner/list');
  const menu = page.getByRole('navigation').first();
  await menu.getByRole('link', { name: 'Create banner' }).click();
  await heading(page, 'Create banner');

  const main = page.getByRole('main');
  await main.getByLabel('Client').click();
  await page.getByRole('option', { name: 'Client A1' }).click();
  await main.getByLabel('Banner name').fill('Harbor Coffee');
  await main.getByLabel('Click address').fill('javascript:alert(1)');
  await main.locator('input[type=file]').setInputFiles(file(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')));
  await main.getByRole('button', { name: 'Create banner' }).click();
  await main.getByText('Please enter a web address that starts with http:// or https://.').waitFor();
  await main.getByLabel('Click address').fill('https://harbor.example/spring');
  await main.getByRole('button', { name: 'Create banner' }).click();
  await main.getByText('Please choose a PNG, JPEG, WebP or GIF image.').waitFor();
  await main.locator('input[type=file]').setInputFiles(file(await picture(728, 90)));
  await main.getByRole('button', { name: 'Create banner' }).click();

  await heading(page, 'Banners');
  const row = page.getByRole('row').filter({ hasText: 'Harbor Coffee' });
  await row.getByText('728 × 90').waitFor();
  await row.getByText('Client A1').waitFor();
  await row.getByText('Harbor Coffee').click();
  const shown = page.locator('dd').getByRole('img', { name: 'Harbor Coffee' });
  await shown.waitFor();
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => [img.complete, img.width, img.height])).toEqual([true, 728, 90]);
  expect(await new Looks(stage).faults(page, 'en')).toEqual([]);

  await page.getByRole('button', { name: 'Replace image' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace image' });
  await dialog.locator('input[type=file]').setInputFiles(file(await picture(300, 250)));
  await dialog.getByRole('button', { name: 'Replace image' }).click();
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight])).toEqual([300, 250]);

  await page.getByRole('tab', { name: 'Ad code' }).click();
  await page.getByText('<a href="https://harbor.example/spring"').waitFor();
  await page.getByRole('tab', { name: 'Edit' }).click();
  await page.getByLabel('Banner name').fill('Harbor Tea');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The banner has been saved.').waitFor();

  await menu.getByRole('link', { name: 'Clients', exact: true }).first().click();
  await heading(page, 'Banners of clients');
  await page.getByRole('row').filter({ hasText: 'Client A1' }).getByText('1', { exact: true }).waitFor();
  await page.getByText('Client A1').click();
  await page.getByText('Harbor Tea').waitFor();

  await stage.go(page, '/banner/list');
  await page.getByRole('row').filter({ hasText: 'Harbor Tea' }).getByRole('button', { name: 'Actions for Harbor Tea' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove banner' }).click();
  await page.getByText('No banners yet').waitFor();
  expect(stage.complaints).toEqual([]);
});
