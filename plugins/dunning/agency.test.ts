import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import type { AgencyWorld } from '../../core/testing/world.ts';
import { Campaigns } from '../campaigns/contract.ts';
import type { Operation } from '../payments/contract.ts';
import { activationGuard } from './guards.ts';
import { Dunning } from './contract.ts';
import { ArrearsWorld } from '../../tests/support/arrears-world.ts';
import plugin from './index.ts';

let app: TestApp;
let world: ArrearsWorld;
let clients: AgencyWorld['clients'];
let campaigns: number[];
beforeAll(async () => {
  app = await startTestApp({ plugins: [plugin] });
  world = new ArrearsWorld(app, app.world.a);
  clients = app.world.a.clients;
  world.to('2027-03-10T12:00');
  campaigns = [
    await world.campaign(clients[0]!, 'One'),
    await world.campaign(clients[1]!, 'Two'),
    await world.campaign(clients[0]!, 'New'),
  ];
  for (const id of campaigns.slice(0, 2)) await world.setActive(id);
  await app.settle();
});
afterAll(() => app.close());

const operation = (id: string): Operation =>
  ({ id, companyId: app.world.a.tenant.id, kind: 'agency', subject: id, amountCents: 12_345 }) as Operation;
const failed = (id: string) =>
  app.inside(app.world.a.tenant, 'dunning', (ctx) => ctx.use(Dunning).agencyFailed(app.world.a.tenant.id, operation(id)));
const paid = () => app.inside(app.world.a.tenant, 'dunning', (ctx) => ctx.use(Dunning).agencyPaid(app.world.a.tenant.id));
const states = () => Promise.all(campaigns.map((id) => world.stateOf(id)));
const subjects = async () => (await world.mails(app.world.a.owner)).map((m) => m.subject).filter((s) => /payment|paused/.test(s));
const verdicts = async (who = app.world.a.owner) => {
  const { body } = await app.call('GET', '/api/ui/bootstrap', who);
  return (path: string) => body.pages.find((p: { path: string }) => p.path === path)?.verdict;
};

describe("an agency's own card that fails", () => {
  test('leaves what runs alone for 72 hours and lets nothing new begin', async () => {
    await failed('first');
    await failed('first');
    await failed('second');
    await world.at('2027-03-13T11:59');
    expect(await states()).toEqual(['active', 'active', 'draft']);
    const answer = await world.setActive(campaigns[2]!);
    expect([answer.status, answer.body.guards]).toEqual([409, [expect.objectContaining({ code: 'dunning.guard.agency' })]]);
    expect((await world.setActive(campaigns[2]!, 'active', clients[0]!.user)).status).toBe(409);
    const [mail] = (await world.mails(app.world.a.owner)).filter((m) => m.subject.startsWith('Your payment'));
    expect(mail!.body).toContain('$123.45');
    expect(mail!.body).toContain('Saturday, March 13, 2027 at 12:00 PM CST');
    expect(await subjects()).toHaveLength(1);
  });

  test('is held on Card Setting and marked in the list of agencies; others are not', async () => {
    expect((await verdicts())('/siteid/dashboard')).toMatchObject({ open: false, go: '/user/card-setting' });
    expect((await verdicts(app.world.b.owner))('/siteid/dashboard')).toEqual({ open: true });
    const rows = (await app.call('GET', '/api/agencies?CardStatus=failed', app.world.operator)).body.data;
    expect(rows).toMatchObject([{ company_name: 'Agency A', payment_status: 'failed' }]);
    expect((await app.call('GET', '/api/dunning/owed', app.world.a.owner)).body).toMatchObject({ owes: 'agency', amount: '$246.90' });
  });

  test('does not hold whoever looks through an account', async () => {
    const guard = (viewedBy: object | null) =>
      app.inside(app.world.a.tenant, 'dunning', async (ctx) => {
        const campaign = (await ctx.use(Campaigns).find(campaigns[2]!))!;
        return activationGuard(Object.defineProperty(Object.create(ctx), 'viewedBy', { value: viewedBy }), campaign);
      });
    expect(await guard(null)).toHaveLength(1);
    expect(await guard({ id: app.world.operator.id })).toEqual([]);
  });

  test('pauses the campaigns of its clients after the grace, once', async () => {
    await world.at('2027-03-13T12:00');
    await world.at('2027-03-13T12:01');
    expect(await states()).toEqual(['paused payment_failed', 'paused payment_failed', 'draft']);
    expect(await subjects()).toEqual(['Your payment of $123.45 failed', "Your clients' campaigns are paused"]);
  });

  test('is restored when it pays, but for a client that owes something itself', async () => {
    await world.connect();
    await world.card(clients[1]!.tenant, 'declined');
    await world.bill(clients[1]!);
    await paid();
    await paid();
    expect(await states()).toEqual(['active', 'paused payment_failed', 'draft']);
    expect((await subjects()).slice(2)).toEqual(['Thank you for your payment']);
    expect((await world.setActive(campaigns[2]!)).status).toBe(200);
    await world.card(clients[1]!.tenant, 'approved');
    await app.settle();
    expect(await states()).toEqual(['active', 'active', 'active']);
    expect((await verdicts())('/siteid/dashboard')).toEqual({ open: true });
  });

  test('keeps paused what a client pays for meanwhile', async () => {
    await failed('third');
    await world.at('2027-03-17T12:00');
    await world.card(clients[1]!.tenant, 'declined');
    const more = await world.campaign(clients[1]!, 'More');
    expect((await world.setActive(more)).status).toBe(409);
    expect(await states()).toEqual(Array(3).fill('paused payment_failed'));
    await paid();
    expect(await states()).toEqual(['active', 'active', 'active']);
  });
});
