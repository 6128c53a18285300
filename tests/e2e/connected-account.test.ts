import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from './support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test('an agency connects its account: it is taken to the provider, and is back when that is done', async () => {
  const page = await stage.open('/configuration/connected-account', stage.app.fixtures.a.owner);
  await page.getByText('Not connected').waitFor();
  await page.getByRole('button', { name: 'Connect your account' }).click();
  await page.waitForURL('**/payments/sandbox-account?**');
  await page.getByRole('radio', { name: 'Everything is complete' }).check();
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.waitForURL('**/configuration/connected-account');
  await page.getByText('Connected', { exact: true }).waitFor();
});

test('nothing was complained about', () => expect(stage.complaints).toEqual([]));
