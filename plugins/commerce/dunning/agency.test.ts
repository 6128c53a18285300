import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { AgencyFixtures } from '../../../core/testing/fixtures.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import type { Operation } from '../../money/payments/contract.ts';
import { activationGuard } from './guards.ts';
import { Dunning } from './contract.ts';
import { ArrearsFixtures } from '../../../tests/support/arrears-fixtures.ts';
import plugin from './index.ts';

let app: TestApp;
let fixtures: ArrearsFixtures;
let clients: AgencyFixtures['clients'];
let campaigns: number[];
beforeAll(async () => {
  app = await startTestApp({ plugins: [plugin] });
  fixtures = new ArrearsFixtures(app, app.fixtures.a);
  clients = app.fixtures.a.clients;
  fixtures.to('2027-03-10T12:00');
  campaigns = [
    await fixtures.campaign(clients[0]!, 'One'),
    await fixtures.campaign(clients[1]!, 'Two'),
    await fixtures.campaign(clients[0]!, 'New'),
  ];
  for (const id of campaigns.slice(0, 2)) await fixtures.setActive(id);
  await app.settle();
});
afterAll(() => app.close());

const operation = (id: string): Operation =>
  ({ id, companyId: app.fixtures.a.tenant.id, kind: 'agency', subject: id, amountCents: 12_345 }) as Operation;
const failed = (id: string) =>
  app.inside(app.fixtures.a.tenant, 'dunning', (ctx) => ctx.use(Dunning).agencyFailed(app.fixtures.a.tenant.id, operation(id)));
const paid = () => app.inside(app.fixtures.a.tenant, 'dunning', (ctx) => ctx.use(Dunning).agencyPaid(app.fixtures.a.tenant.id));
const states = () => Promise.all(campaigns.map((id) => fixtures.stateOf(id)));
const subjects = async () => (await fixtures.mails(app.fixtures.a.owner)).map((m) => m.subject).filter((s) => /payment|paused/.test(s));
const decisions = async (who = app.fixtures.a.owner) => {
  const { body } = await app.call('GET', '/api/ui/bootstrap', who);
  return (path: string) => body.pages.find((p: { path: string }) => p.path === path)?.access;
};

describe("an agency's own card that fails", () => {
  test('leaves what runs alone for 72 hours and lets nothing new begin', async () => {
    await failed('first');
    await failed('first');
    await failed('second');
    await fixtures.at('2027-03-13T11:59');
    expect(await states()).toEqual(['active', 'active', 'draft']);
    const answer = await fixtures.setActive(campaigns[2]!);
    expect([answer.status, answer.body.guards]).toEqual([409, [expect.objectContaining({ code: 'dunning.guard.agency' })]]);
    expect((await fixtures.setActive(campaigns[2]!, 'active', clients[0]!.user)).status).toBe(409);
    const [mail] = (await fixtures.mails(app.fixtures.a.owner)).filter((m) => m.subject.startsWith('Your payment'));
    expect(mail!.body).toContain('$123.45');
    expect(mail!.body).toContain('Saturday, March 13, 2027 at 12:00 PM CST');
    expect(await subjects()).toHaveLength(1);
  });

  test('is held on Card Setting and marked in the list of agencies; others are not', async () => {
    expect((await decisions())('/siteid/dashboard')).toMatchObject({ open: false, go: '/user/card-setting' });
    expect((await decisions(app.fixtures.b.owner))('/siteid/dashboard')).toEqual({ open: true });
    const rows = (await app.call('GET', '/api/agencies?CardStatus=failed', app.fixtures.operator)).body.data;
    expect(rows).toMatchObject([{ company_name: 'Agency A', payment_status: 'failed' }]);
    expect((await app.call('GET', '/api/dunning/owed', app.fixtures.a.owner)).body).toMatchObject({ owes: 'agency', amount: '$246.90' });
  });

  test('does not hold whoever looks through an account', async () => {
    const guard = (viewedBy: object | null) =>
      app.inside(app.fixtures.a.tenant, 'dunning', async (ctx) => {
        const campaign = (await ctx.use(Campaigns).find(campaigns[2]!))!;
        return activationGuard(Object.defineProperty(Object.create(ctx), 'viewedBy', { value: viewedBy }), campaign);
      });
    expect(await guard(null)).toHaveLength(1);
    expect(await guard({ id: app.fixtures.operator.id })).toEqual([]);
  });

  test('pauses the campaigns of its clients after the grace, once', async () => {
    await fixtures.at('2027-03-13T12:00');
    await fixtures.at('2027-03-13T12:01');
    expect(await states()).toEqual(['paused payment_failed', 'paused payment_failed', 'draft']);
    expect(await subjects()).toEqual(['Your payment of $123.45 failed', "Your clients' campaigns are paused"]);
  });

  test('is restored when it pays, but for a client that owes something itself', async () => {
    await fixtures.connect();
    await fixtures.card(clients[1]!.tenant, 'declined');
    await fixtures.bill(clients[1]!);
    await paid();
    await paid();
    expect(await states()).toEqual(['active', 'paused payment_failed', 'draft']);
    expect((await subjects()).slice(2)).toEqual(['Thank you for your payment']);
    expect((await fixtures.setActive(campaigns[2]!)).status).toBe(200);
    await fixtures.card(clients[1]!.tenant, 'approved');
    await app.settle();
    expect(await states()).toEqual(['active', 'active', 'active']);
    expect((await decisions())('/siteid/dashboard')).toEqual({ open: true });
  });

  test('keeps paused what a client pays for meanwhile', async () => {
    await failed('third');
    await fixtures.at('2027-03-17T12:00');
    await fixtures.card(clients[1]!.tenant, 'declined');
    const more = await fixtures.campaign(clients[1]!, 'More');
    expect((await fixtures.setActive(more)).status).toBe(409);
    expect(await states()).toEqual(Array(3).fill('paused payment_failed'));
    await paid();
    expect(await states()).toEqual(['active', 'active', 'active']);
  });
});
