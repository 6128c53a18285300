import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conformance } from '../../../core/testing/conformance.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { AgencyFixtures } from '../../../core/testing/fixtures.ts';
import { Billing } from '../billing/contract.ts';
import { Payments } from '../../money/payments/contract.ts';
import { arrearsListener } from './arrears.service.ts';
import { ArrearsFixtures } from '../../../tests/support/arrears-fixtures.ts';
import plugin from './index.ts';

conformance(plugin);

let app: TestApp;
let fixtures: ArrearsFixtures;
let client: AgencyFixtures['clients'][number];
beforeAll(async () => {
  app = await startTestApp({ plugins: [plugin] });
  fixtures = new ArrearsFixtures(app, app.fixtures.a);
  client = app.fixtures.a.clients[0]!;
  await fixtures.connect();
});
afterAll(() => app.close());

const setup = async (of = client) => (await app.call('GET', `/api/user/checksetupcomplete/${of.user.id}`, of.user)).body;
/** What was mailed about arrears, without the mail that comes with each invoice. */
const mails = async (of = client) => (await fixtures.mails(of.user)).filter((m) => !m.subject.startsWith('Invoice '));
const subjects = async (of = client) => (await mails(of)).map((m) => m.subject);

describe('a client whose payment fails', () => {
  let running: number;
  let paused: number;
  let draft: number;
  let invoiceId: string;

  test('is told, and what runs pauses', async () => {
    fixtures.to('2027-03-10T12:00');
    await fixtures.card(client.tenant, 'declined');
    [running, paused, draft] = [
      await fixtures.campaign(client, 'Runs'),
      await fixtures.campaign(client, 'Rests'),
      await fixtures.campaign(client, 'New'),
    ];
    expect((await fixtures.setActive(running)).status).toBe(200);
    await fixtures.setActive(paused);
    await fixtures.setActive(paused, 'paused');
    expect(await setup()).toMatchObject({ accessmodule: '', fcampid: '', finamt: '', paymentStatusFailed: false });

    const invoice = await fixtures.bill(client);
    invoiceId = invoice.id;
    expect(invoice).toMatchObject({ state: 'failed', dueCents: 5000 });
    expect([await fixtures.stateOf(running), await fixtures.stateOf(paused), await fixtures.stateOf(draft)]).toEqual([
      'paused payment_failed',
      'paused agency',
      'draft',
    ]);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('Your payment of $50.00 failed');
    expect(mail!.body).toContain(`$50.00 for invoice ${invoice.number} of Client A1`);
    expect(mail!.body).toContain('Thursday, March 11, 2027 at 10:00 AM CST');
    expect(mail!.body).toMatch(/http\S+\/pay\/\S+/);
  });

  test('is held on Card Setting, with what failed and how much', async () => {
    expect(await setup()).toMatchObject({
      setupcomplete: 'F',
      accessmodule: 'paymentfailed',
      fcampid: String(running),
      finamt: '5000',
      paymentStatusFailed: true,
    });
    const { body } = await app.call('GET', '/api/ui/bootstrap', client.user);
    const access = (path: string) => body.pages.find((p: { path: string }) => p.path === path)?.access;
    expect(access('/siteid/dashboard')).toEqual({
      open: false,
      go: '/user/card-setting',
      why: 'Your payment failed. Please check your card.',
    });
    expect(access('/user/card-setting')).toEqual({ open: true });
    expect((await setup(app.fixtures.a.clients[1])).paymentStatusFailed).toBe(false);
  });

  test('activates nothing new, and its agency neither', async () => {
    for (const as of [app.fixtures.a.owner, client.user]) {
      const { status, body } = await fixtures.setActive(draft, 'active', as);
      expect([status, body.guards]).toEqual([409, expect.arrayContaining([expect.objectContaining({ code: 'dunning.guard.client' })])]);
    }
  });

  test('stands in the lists as failed, and is not removed', async () => {
    const rows = (await app.call('GET', '/api/clients?CardStatus=failed', app.fixtures.a.owner)).body.data;
    expect(rows).toMatchObject([{ company_name: 'Client A1', payment_status: 'failed' }]);
    expect((await app.call('GET', '/api/clients?CardStatus=set', app.fixtures.a.owner)).body.total).toBe(1);
    expect((await app.call('GET', '/api/clients?CardStatus=none', app.fixtures.a.owner)).body.data).toMatchObject([
      { company_name: 'Client A2' },
    ]);
    expect((await app.call('GET', '/api/clients?CardStatus=failed', app.fixtures.b.owner)).body.total).toBe(0);
    const removal = await app.call('DELETE', `/api/clients/${client.tenant.id}`, app.fixtures.a.owner);
    expect([removal.status, removal.text]).toEqual([409, expect.stringContaining('Unpaid invoices: 2027-000001 ($50.00).')]);
  });

  test('is told of a failure once, however often it is announced', async () => {
    await app.inside(app.fixtures.a.tenant, 'dunning', async (ctx) => {
      const invoice = (await ctx.use(Billing).find(invoiceId))!;
      const operation = (await ctx.use(Payments).find(invoice.operationId!))!;
      await arrearsListener.failed!(ctx, invoice, operation);
    });
    expect(await subjects()).toHaveLength(1);
  });

  test('has its card tried after one, three, five and seven days at ten, each once, and then no more', async () => {
    const seen: number[] = [];
    for (const moment of [
      '11T09:59',
      '11T10:00',
      '11T10:01',
      '12T10:00',
      '13T09:59',
      '13T10:00',
      '15T10:00',
      '17T10:00',
      '18T10:00',
      '20T10:00',
    ]) {
      await fixtures.at(`2027-03-${moment}`);
      await fixtures.sweepTogether();
      await app.settle();
      seen.push(await fixtures.tries(client));
    }
    expect(seen).toEqual([1, 2, 2, 2, 2, 3, 4, 5, 5, 5]);
    expect(await subjects()).toHaveLength(5);
    const bodies = (await mails()).map((m) => m.body);
    expect(bodies.map((b) => /on (\w+, \w+ \d+)/.exec(b)?.[1] ?? 'no date')).toEqual([
      'Thursday, March 11',
      'Saturday, March 13',
      'Monday, March 15',
      'Wednesday, March 17',
      'no date',
    ]);
    expect(await fixtures.stateOf(running)).toBe('paused payment_failed');
  });

  test('may only read after two weeks, and carry away what is its own', async () => {
    await fixtures.at('2027-03-23T23:59');
    expect(await subjects()).toHaveLength(5);
    await fixtures.at('2027-03-24T00:01');
    await fixtures.at('2027-03-24T00:02');
    expect((await subjects()).slice(5)).toEqual(['Your account is now read-only']);
    const write = await app.call('PUT', '/api/leadspeek/client/stop', client.user, { body: { leadspeekID: paused } });
    expect(write.status).toBe(403);
    expect((await app.call('GET', `/api/leadspeek/getcampaign/${paused}`, client.user)).status).toBe(200);
    expect((await app.call('GET', '/api/payment/card', client.user)).status).toBe(200);
  });

  test('pays with a new card at once, and exactly what ran runs again', async () => {
    const before = await fixtures.tries(client);
    await fixtures.card(client.tenant, 'approved');
    await app.settle();
    expect(await fixtures.tries(client)).toBe(before + 1);
    expect(await fixtures.invoice(invoiceId)).toMatchObject({ state: 'paid' });
    expect([await fixtures.stateOf(running), await fixtures.stateOf(paused), await fixtures.stateOf(draft)]).toEqual([
      'active',
      'paused agency',
      'draft',
    ]);
    expect((await subjects()).slice(6)).toEqual(['Thank you for your payment']);
    expect(await setup()).toMatchObject({ accessmodule: '', paymentStatusFailed: false });
    expect((await app.call('PUT', '/api/leadspeek/client/stop', client.user, { body: { leadspeekID: paused } })).status).toBe(200);
    expect((await fixtures.setActive(draft)).status).toBe(200);
    await fixtures.at('2027-03-30T10:00');
    expect(await fixtures.tries(client)).toBe(before + 1);
  });
});

describe('a card that is refused for good', () => {
  const other = () => app.fixtures.a.clients[1]!;
  let campaign: number;
  let second: number;

  test('is not tried again before it changes', async () => {
    fixtures.to('2027-04-05T12:00');
    await fixtures.card(other().tenant, 'declined_for_good');
    [campaign, second] = [await fixtures.campaign(other(), 'One'), await fixtures.campaign(other(), 'Two')];
    await fixtures.setActive(campaign);
    await fixtures.setActive(second);
    await fixtures.bill(other());
    expect((await mails(other()))[0]!.body).toContain('We will not charge this card again');
    for (const day of ['06', '08', '10', '12', '15']) await fixtures.at(`2027-04-${day}T10:00`);
    expect(await fixtures.tries(other())).toBe(1);
  });

  test('gives way to another one, which is tried once and then by the calendar', async () => {
    fixtures.to('2027-04-09T12:00');
    await fixtures.card(other().tenant, 'declined');
    await app.settle();
    expect(await fixtures.tries(other())).toBe(2);
    expect((await mails(other())).at(-1)!.body).toContain('Saturday, April 10, 2027 at 10:00 AM CDT');
    await fixtures.at('2027-04-10T10:00');
    expect(await fixtures.tries(other())).toBe(3);
  });

  test('leaves what a person ended as it is, and what ran goes on', async () => {
    await app.call('PUT', '/api/leadspeek/client/stop', app.fixtures.a.owner, { body: { leadspeekID: second } });
    await fixtures.card(other().tenant, 'approved');
    await app.settle();
    expect([await fixtures.stateOf(campaign), await fixtures.stateOf(second)]).toEqual(['active', 'stopped']);
  });
});

describe('thirty days', () => {
  test('stop the campaigns for good, also after a long silence, with each step once', async () => {
    fixtures.to('2027-05-01T12:00');
    await fixtures.card(client.tenant, 'declined');
    const id = await fixtures.campaign(client, 'Long');
    await fixtures.setActive(id);
    await fixtures.bill(client);
    const before = await fixtures.tries(client);
    await fixtures.at('2027-06-02T12:00');
    await fixtures.at('2027-06-02T12:01');
    expect(await fixtures.stateOf(id)).toBe('stopped');
    expect((await subjects()).slice(-4)).toEqual([
      'Your payment of $50.00 failed',
      'Your account is now read-only',
      'Your campaigns have been stopped',
      'Your payment of $50.00 failed',
    ]);
    // The days that nobody looked are one try.
    expect(await fixtures.tries(client)).toBe(before + 1);
  });

  test('are over when somebody settles it outside of the system', async () => {
    await app.inside(app.fixtures.a.tenant, 'dunning', (ctx) => ctx.use(Billing).writeOff(client.tenant.id, 'paid by transfer'));
    await fixtures.sweep();
    expect(await setup()).toMatchObject({ paymentStatusFailed: false });
  });
});
