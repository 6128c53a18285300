import { DateTime } from 'luxon';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { AgencyFixtures } from '../../../core/testing/fixtures.ts';
import { Wallet } from '../wallet/contract.ts';
import { campaignFor, connect, giveCard, leadsAt, lookAt, lookTogether, setActive } from './billing-fixtures.fake.ts';
import { Billing } from './contract.ts';

type Client = AgencyFixtures['clients'][number];
const local = (iso: string): Date => DateTime.fromISO(iso, { zone: 'America/Chicago' }).toJSDate();
let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await startTestApp();
  client = app.fixtures.a.clients[0]!;
});
afterAll(() => app.close());

const mails = (of: Client = client): Promise<{ subject: string; body: string; company_id: number; locale: string }[]> =>
  app.kernel
    .platform('core_mail')
    .where({ recipient: of.user.email })
    .whereLike('body', '%/billing/invoices/%')
    .orderBy('id')
    .select('subject', 'body', 'company_id', 'locale') as never;
const pack = (cents: number) => ({
  companyId: client.tenant.id,
  term: 'OneTime' as const,
  feeCents: 0,
  lines: [
    { campaignId: null, kind: 'pack' as const, text: 'Pack', quantity: 1, unitCents: cents, amountCents: cents, priceVersionId: null },
  ],
});

test('a new bill is told to the client once, however often and by how many its period is closed', async () => {
  const { a } = app.fixtures;
  app.clockOffset = local('2027-03-08T09:00').getTime() - Date.now();
  const campaign = await campaignFor(app, a, client, { PaymentTerm: 'Weekly' });
  await setActive(app, a, campaign);
  await leadsAt(app, client, campaign, [local('2027-03-09T12:00')]);
  await lookTogether(app, local('2027-03-15T06:00'), [a]);
  await lookAt(app, local('2027-03-15T06:00'));
  await app.settle();
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  const { id } = await app.kernel.platform('billing_invoice').where({ company_id: client.tenant.id }).first('id');
  expect(mail).toMatchObject({ subject: 'Invoice 2027-000001 of $2.00', company_id: client.tenant.id });
  for (const text of [
    'Date: Mar 15, 2027',
    'Amount due: $2.00',
    'Payment term: Weekly',
    'as soon as card payments are set up',
    `://a.localhost:`,
  ])
    expect(mail!.body).toContain(text);
  expect(mail!.body).toMatch(new RegExp(`/billing/invoices/${id}$`));
});

test('says when the card is charged, or that there is none', async () => {
  const { a } = app.fixtures;
  await connect(app, a);
  const { campaign_id: campaign } = await app.kernel.platform('billing_terms').where({ company_id: client.tenant.id }).first();
  await leadsAt(app, client, campaign, [local('2027-03-16T12:00')]);
  await lookAt(app, local('2027-03-22T06:00'));
  expect((await mails())[1]!.body).toContain('You have no card on file that can be charged.');
  await giveCard(app, client);
  await leadsAt(app, client, campaign, [local('2027-03-23T12:00')]);
  await lookAt(app, local('2027-03-29T06:00'));
  expect((await mails())[2]!.body).toContain('Your card on file is charged today.');
});

test('is in the language of its reader, and not sent for what credit pays in full, or for what was not kept', async () => {
  const { a } = app.fixtures;
  const inClient = <R>(work: Parameters<typeof app.inside<R>>[2]) => app.inside(client.tenant, 'billing', work);
  await inClient((ctx) => ctx.use(Billing).issue(pack(600)));
  expect((await mails())[3]).toMatchObject({ subject: expect.stringMatching(/of \$6\.00$/) as string });
  expect((await mails())[3]!.body).toContain('Your card on file is charged now');
  const profile = { account_id: client.user.id, company_id: client.tenant.id, language: 'ar' };
  await app.kernel.platform('accounts_profile').insert(profile).onConflict('account_id').merge(['language']);
  await inClient((ctx) => ctx.use(Billing).issue(pack(600)));
  const arabic = (await mails())[4]!;
  expect([arabic.locale, arabic.body]).toEqual(['ar', expect.stringContaining('شرط الدفع: مرة واحدة')]);
  expect(arabic.body).not.toMatch(/[a-z]{4,} [a-z]{3,}/);
  const lost = inClient(async (ctx) => {
    await ctx.use(Billing).issue(pack(700));
    throw new Error('the process dies');
  });
  await expect(lost).rejects.toThrow('the process dies');
  const wish = { key: 'x', companyId: client.tenant.id, campaignId: 1, cents: 800, feeCents: 0, reason: 'Kind' };
  await app.inside(a.tenant, 'billing', (ctx) => ctx.use(Billing).credit(wish));
  await inClient((ctx) => ctx.use(Billing).issue(pack(800)));
  expect(await mails()).toHaveLength(5);
});

test('of an agency that settles outside says so', async () => {
  const { b } = app.fixtures;
  const other = b.clients[0]!;
  await app.inside(b.tenant, 'wallet', (ctx) => ctx.use(Wallet).setBillsOutside(b.tenant.id, true));
  await app.inside(b.tenant, 'billing', (ctx) => ctx.use(Billing).issue({ ...pack(900), companyId: other.tenant.id }));
  const [mail] = await mails(other);
  expect(mail!.body).toContain('You settle it directly with us. Your card is not charged.');
  expect(mail!.body).toContain('://b.localhost:');
});
