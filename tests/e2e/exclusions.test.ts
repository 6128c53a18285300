import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mergeJob } from '../../plugins/campaign-management/exclusions/exclusions.jobs.ts';
import { openStage, type Stage } from './support.ts';

const NAME = 'Client Wide Exclusion List';
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const client = () => stage.app.fixtures.a.clients[0]!;
const said = (at: Page | Locator, text: string): Promise<void> => at.getByText(text).first().waitFor({ timeout: 10_000 });

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /client-a1/ }).click();
  await page.getByRole('menuitem', { name: 'Exclusion List', exact: true }).click();
}
/** The modal of a client, out of the menu under their name. */
async function openList(): Promise<[Page, Locator]> {
  const page = await stage.open('/siteid/dashboard', client().user);
  page.setDefaultTimeout(10_000);
  await openMenu(page);
  const list = page.getByRole('dialog', { name: NAME });
  await said(list, 'Uploads in the last 24 hours');
  return [page, list];
}
const entries = async (): Promise<number> =>
  (await stage.app.kernel.platform('exclusions_entry').where({ company_id: client().tenant.id })).length;
/** A file of 7,500 addresses that nobody has begun to take over. */
const waiting = (filename: string) =>
  stage.app.kernel.platform.raw(
    `insert into exclusions_upload (company_id, filename, hashes, masked, total_row)
     select ?, ?, array_agg(sha256(n::text::bytea)), array_agg('p***@people.example'::text), 7500 from generate_series(1, 7500) n`,
    [client().tenant.id, filename],
  );
/** One run of the job that takes files over: a slice of the file. */
const mergeSlice = () => stage.app.inside(stage.app.fixtures.a.tenant, 'exclusions', (ctx) => mergeJob.run(ctx, {}));

test('the modal Client Wide Exclusion List: a file is uploaded, and its progress moves there without a reload', async () => {
  const [page, list] = await openList();
  expect(new URL(page.url()).pathname).toBe('/siteid/dashboard');
  expect(await stage.faults(page)).toEqual([]);
  await list.getByRole('button', { name: 'Upload CSV' }).click();
  const form = page.getByRole('dialog', { name: 'Upload CSV' });
  const lines = Array.from({ length: 100 }, (_, n) => `person${n}@people.example`).join('\n');
  await form.locator('input[type=file]').setInputFiles({ name: 'Do not contact.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) });
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/tools/optout-client/upload', async (route) => {
    await held;
    await route.continue();
  });
  await form.getByRole('button', { name: 'Upload' }).click();
  await said(form, 'Please Wait, your file being upload ...');
  release();
  await said(page, 'Your Suppression file has been Submitted, Thank you!');
  await form.waitFor({ state: 'detached' });

  await list.getByRole('row').filter({ hasText: 'do_not_contact.csv' }).getByText('100%', { exact: true }).waitFor();
  expect(await entries()).toBe(100);

  await waiting('a_long_list.csv');
  await page.reload();
  await openMenu(page);
  const row = list.getByRole('row').filter({ hasText: 'a_long_list.csv' });
  for (const percent of ['0%', '33%', '66%', '100%']) {
    await row.getByText(percent, { exact: true }).waitFor({ timeout: 4_000 });
    if (percent !== '100%') await mergeSlice();
  }
  expect(await entries()).toBe(7_600);
  expect(stage.complaints).toEqual([]);
});

test('a purge asks first, says when it could not be done, and empties the list when it can', async () => {
  const [page, list] = await openList();
  const ask = async (): Promise<Locator> => {
    await list.getByRole('button', { name: 'Purge' }).click();
    return page.getByRole('dialog', { name: 'Are you sure you want to purge existing records?' });
  };
  await (await ask()).getByRole('button', { name: 'Cancel' }).click();
  expect(await entries()).toBe(7_600);

  await page.route('**/api/leadspeek/suppressionlist/purge', (route) => route.fulfill({ status: 500, body: 'no' }));
  await (await ask()).getByRole('button', { name: 'Purge list' }).click();
  await said(page, 'There was an error processing your request.');
  expect(await entries()).toBe(7_600);

  await page.unroute('**/api/leadspeek/suppressionlist/purge');
  await (await ask()).getByRole('button', { name: 'Purge list' }).click();
  await said(page, 'Your list has been purged. Entries removed: 7,600.');
  await said(list, 'No entries yet');
  expect(await entries()).toBe(0);
});

test('of a file whose addresses are hashed here none leaves the browser, and rows that hold none come back with their line', async () => {
  const [page, list] = await openList();
  await list.getByRole('button', { name: 'Upload CSV' }).click();
  const form = page.getByRole('dialog', { name: 'Upload CSV' });
  const text = 'Name,E-mail\nAda,ada@lovelace.example\nNobody,no address\nBo,bo@people.example\n';
  await form.getByRole('switch', { name: 'Hash addresses in this browser before sending' }).check();
  await form.locator('input[type=file]').setInputFiles({ name: 'Hashed.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await said(form, 'Hashed and ready to upload: 4 rows');
  expect(await stage.faults(page)).toEqual([]);
  await form.getByRole('button', { name: 'Upload' }).click();
  await said(page, '1 row contains no e-mail address or hash');
  await form.waitFor({ state: 'detached' });
  await list.getByRole('row').filter({ hasText: 'hashed.csv' }).getByText('100%', { exact: true }).waitFor();
  // The server got MD5 hashes alone: of an address it would have kept SHA-256 and a mask.
  const kept = await stage.app.kernel.platform('exclusions_entry').where({ company_id: client().tenant.id }).orderBy('id');
  expect(kept.map(({ kind, masked, hash }) => [kind, masked, hash.toString('hex')])).toEqual(
    ['ada@lovelace.example', 'bo@people.example'].map((address) => ['md5', '', createHash('md5').update(address).digest('hex')]),
  );

  const saved = page.waitForEvent('download');
  await list.getByRole('row').filter({ hasText: 'hashed.csv' }).getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Download rejected rows' }).click();
  const file = await readFile(await (await saved).path(), 'utf8');
  expect(file.trim().split('\r\n').slice(1)).toEqual(['"3","not sent","Neither an e-mail address nor a hash"']);
});
