import { randomBytes, randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Wallet } from '../../plugins/commerce/wallet/contract.ts';
import { shapeForm } from '../support/shape-form.ts';
import { openStage, type Stage } from './support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  const { app } = stage;
  const { a } = app.fixtures;
  const [client] = a.clients;
  const made = await app.call('POST', '/api/leadspeek/client/create', a.owner, {
    body: { companyID: client!.tenant.id, leadspeekType: 'local', campaignName: 'Harbor Coffee' },
  });
  expect(made.status, made.text).toBe(200);
  const campaignId = made.body.leadspeek_api_id as number;
  const owner = { company_id: client!.tenant.id, agency_id: a.tenant.id, root_id: app.fixtures.root.id };
  for (const [first, last] of [
    ['Ava', 'Stone'],
    ['Ben', 'Rivers'],
    ['Cleo', 'Marsh'],
  ] as const) {
    const id = randomUUID();
    const at = new Date();
    const person = { first_name: first, last_name: last, email: `${last.toLowerCase()}@mail.example`, city: 'Joliet', state: 'IL' };
    const origin = { source: 'capture.page-view', evidence: { url: 'https://harbor.example/menu' } };
    const seen = { ...origin, created_at: at, last_seen_at: at, retail_cents: 150 };
    await app.kernel
      .platform('leads_lead')
      .insert({ id, campaign_id: campaignId, product: 'local', person_key: randomBytes(32), ...person, ...seen, ...owner });
    const charge = { leadId: id, campaignId, companyId: client!.tenant.id, retailCents: 150, wholesaleCents: 40 };
    await app.inside(a.tenant, 'warranty', (ctx) => ctx.use(Wallet).chargeLeads(a.tenant.id, [charge]));
  }
  await app.kernel.platform('leads_total').insert({ campaign_id: campaignId, product: 'local', leads: 3, ...owner });
});
afterAll(() => stage.close());

const row = (page: Page, name: string) => page.locator('tbody tr').filter({ hasText: name });
const said = (page: Page, text: string): Promise<void> => page.getByText(text).first().waitFor({ timeout: 10_000 });

async function giveBack(page: Page, name: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: /actions/i })
    .click();
  await page.getByRole('menuitem', { name: 'Return lead' }).click();
  const dialog = page.getByRole('dialog', { name: 'Return lead' });
  await dialog.getByLabel(/^Reason/).click();
  await page.getByRole('option', { name: 'Wrong phone number' }).click();
  await dialog.getByLabel(/^Note/).fill('Nobody of that name');
  expect(await stage.faults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Return lead' }).click();
  await said(page, 'The lead has been returned. We notify you when a decision is made.');
  await expect.poll(() => row(page, name).innerText()).toContain('Returned');
}

test('a client gives leads back; the agency approves one and declines the others together; the client sees what became of each', async () => {
  const { a } = stage.app.fixtures;
  const client = await stage.open('/leads', a.clients[0]!.user);
  await expect.poll(() => client.locator('tbody tr').count()).toBe(3);
  for (const name of ['Ava Stone', 'Ben Rivers', 'Cleo Marsh']) await giveBack(client, name);

  const agency = await stage.open('/lead-returns', a.owner);
  await agency.getByRole('heading', { level: 1, name: 'Lead returns' }).waitFor();
  await expect.poll(() => agency.locator('tbody tr').count()).toBe(3);
  expect(await stage.faults(agency)).toEqual([]);
  await row(agency, 'Ava Stone')
    .getByRole('button', { name: /actions/i })
    .click();
  await agency.getByRole('menuitem', { name: 'Approve return' }).click();
  const approve = agency.getByRole('dialog', { name: 'Approve return' });
  await approve.getByRole('button', { name: 'Approve and credit' }).click();
  await said(agency, 'The return has been approved and credited.');
  await expect.poll(() => row(agency, 'Ava Stone').innerText()).toContain('Credited');

  for (const name of ['Ben Rivers', 'Cleo Marsh']) await row(agency, name).getByRole('checkbox').check();
  await agency.getByRole('button', { name: 'Decline return' }).click();
  const decline = agency.getByRole('dialog', { name: 'Decline return' });
  const reason = decline.getByLabel(/^Reason for the client/);
  await reason.fill('We reached them');
  // The operator changes the form meanwhile: it is drawn anew around what was typed.
  await shapeForm(stage.app, stage.app.fixtures.operator, 'warranty.decline-form', [
    { field: 'answer', set: 'title', value: 'What the client will read' },
  ]);
  const changed = decline.getByLabel(/^What the client will read/);
  await changed.waitFor();
  expect(await changed.inputValue()).toBe('We reached them');
  await decline.getByRole('button', { name: 'Decline' }).click();
  for (const name of ['Ben Rivers', 'Cleo Marsh']) await expect.poll(() => row(agency, name).innerText()).toContain('Declined');

  await agency.goto(`${stage.app.url}/lead-returns?f-state=credited`);
  await expect.poll(() => agency.locator('tbody tr').count()).toBe(1);
  await row(agency, 'Ava Stone').getByRole('button').first().click();
  await said(agency, 'Nobody of that name');

  await client.reload();
  await expect.poll(() => row(client, 'Ava Stone').innerText()).toContain('Credited');
  await expect.poll(() => row(client, 'Ben Rivers').innerText()).toContain('Return declined');
  const { rows } = (await stage.app.kernel.platform.raw(`select count(*)::int as n, sum(cents)::int as cents from billing_credit`)) as {
    rows: [{ n: number; cents: number }];
  };
  expect(rows[0]).toEqual({ n: 1, cents: 150 });
  expect(stage.complaints).toEqual([]);
});
