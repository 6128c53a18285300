import { afterAll, beforeAll, expect, test } from 'vitest';
import { GoogleFake } from '../../plugins/connectors/connector-google-sheets/google.fake.ts';
import { LeadsCreated } from '../../plugins/lead-intake/leads/contract.ts';
import { putLead } from '../support/put-lead.ts';
import { openStage, type Stage } from './support.ts';

let stage: Stage;
let google: GoogleFake;
let campaign: number;
beforeAll(async () => {
  google = await GoogleFake.start();
  const keys = google.keys;
  stage = await openStage({ egressAllow: [google.host], services: { stripe: null, google: keys } });
  const { app } = stage;
  // Google sends the browser back to this process, which sends it on to the agency's own address.
  Object.assign(app.kernel.config, { publicOrigin: app.url });
  keys.redirectUri = google.redirectUri = `${app.url}/oauth/google`;
  const { a } = app.fixtures;
  const client = a.clients[0]!.tenant;
  const body = { companyID: client.id, leadspeekType: 'local', campaignName: 'Harbor Coffee' };
  campaign = (await app.call('POST', '/api/leadspeek/client/create', a.owner, { body })).body.leadspeek_api_id;
  const leadId = await putLead(app, { client, campaign, name: 'Ava', cents: 100, at: new Date() });
  await app.inside(a.tenant, 'leads', (ctx) =>
    ctx.emit(LeadsCreated, { campaignId: campaign, companyId: client.id, product: 'local', isTest: false, leadIds: [leadId] }),
  );
  await app.settle();
});
afterAll(async () => {
  await stage?.close();
  google?.stop();
});

test('an agency connects a Google account, makes a spreadsheet, and finds out what keeps it from being written', async () => {
  const { app } = stage;
  const page = await stage.open('/integrations', app.fixtures.a.owner);
  await page.getByRole('listitem').filter({ hasText: 'Google Sheets' }).getByRole('button', { name: 'Open' }).click();
  await page.getByRole('heading', { name: 'Google Sheets' }).first().waitFor();
  expect(await stage.faults(page)).toEqual([]);

  await page.getByRole('button', { name: 'Connect with Google' }).click();
  await page.getByRole('button', { name: 'Connect account' }).waitFor();
  expect(await stage.faults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Connect account' }).click();
  await page.getByText('agency@google.example is connected.').first().waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/integrations/google-sheets');

  await page.getByRole('button', { name: 'Create spreadsheet' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create spreadsheet' });
  await dialog.getByLabel(/^Campaign/).click();
  await page.getByRole('option', { name: 'Harbor Coffee' }).click();
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('The spreadsheet for Harbor Coffee is being created.').first().waitFor();
  await app.settle();
  await page.getByText('Up to date').first().waitFor();

  await page.getByRole('link', { name: 'Harbor Coffee (Client A1)' }).click();
  await page.getByText('One lead added').first().waitFor();
  expect(await stage.faults(page)).toEqual([]);

  for (const file of google.sheets.files.values()) file.trashed = true;
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByText('is being checked').first().waitFor();
  await app.settle();
  await page.getByText('The spreadsheet or its tab was deleted in Google Drive.').first().waitFor();
  await page.getByRole('button', { name: 'Create again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create again' }).click();
  await page.getByText('is being created again with all leads').first().waitFor();
  await app.settle();
  await page.getByText('Up to date').first().waitFor();
  expect([...google.sheets.files.values()].at(-1)!.tabs[0]!.rows).toHaveLength(2);
});

test.each([
  ['en', 1440],
  ['en', 400],
  ['ar', 1440],
  ['ar', 400],
] as const)('the screens fit and are in order (%s, %d px)', async (locale, width) => {
  const [sheet] = (await stage.app.call('GET', '/api/google-sheets/sheets', stage.app.fixtures.a.owner)).body.data as { id: number }[];
  for (const path of ['/integrations', '/integrations/google-sheets', `/integrations/google-sheets/${sheet!.id}`]) {
    const page = await stage.open(path, stage.app.fixtures.a.owner, { locale, width });
    await page
      .getByText(path === '/integrations' ? 'Google Sheets' : 'Harbor Coffee (Client A1)')
      .first()
      .waitFor();
    expect(await stage.faults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    if (process.env['SHOTS'])
      await page.screenshot({ path: `${process.env['SHOTS']}/${path.replaceAll('/', '_')}-${locale}-${width}.png`, fullPage: true });
    await page.close();
  }
  expect(stage.complaints).toEqual([]);
});
