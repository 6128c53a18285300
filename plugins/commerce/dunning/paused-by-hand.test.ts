import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { AgencyFixtures } from '../../../core/testing/fixtures.ts';
import type { Operation } from '../../money/payments/contract.ts';
import { ArrearsFixtures } from '../../../tests/support/arrears-fixtures.ts';
import { Dunning } from './contract.ts';
import plugin from './index.ts';

/** Arrears restore what they paused, and nothing that a person paused before or meanwhile. */
let app: TestApp;
let fixtures: ArrearsFixtures;
let client: AgencyFixtures['clients'][number];
let [runs, rests, clients, agencys]: number[] = [];
beforeAll(async () => {
  app = await startTestApp({ plugins: [plugin] });
  fixtures = new ArrearsFixtures(app, app.fixtures.a);
  client = app.fixtures.a.clients[0]!;
  await fixtures.connect();
  fixtures.to('2027-03-10T12:00');
  for (const name of ['Runs', 'Rests', 'Clients', 'Agencys']) {
    const id = await fixtures.campaign(client, name);
    expect((await fixtures.setActive(id)).status).toBe(200);
    if (name === 'Runs') runs = id;
    else if (name === 'Rests') rests = id;
    else if (name === 'Clients') clients = id;
    else agencys = id;
  }
  await fixtures.setActive(rests!, 'paused');
});
afterAll(() => app.close());

const states = () => Promise.all([runs!, rests!, clients!, agencys!].map((id) => fixtures.stateOf(id)));
const pauseBoth = async (): Promise<void> => {
  for (const [id, as] of [[clients!, client.user] as const, [agencys!, app.fixtures.a.owner] as const]) {
    const { status, body } = await fixtures.setActive(id, 'paused', as);
    expect([status, body.status]).toEqual([200, 'paused']);
  }
};
const PAUSED = 'paused payment_failed';
const RESTORED = ['active', 'paused agency', 'paused user', 'paused agency'];

describe("a client's arrears", () => {
  test('pause what runs, and nothing that a person paused before', async () => {
    await fixtures.card(client.tenant, 'declined');
    await fixtures.bill(client);
    expect(await states()).toEqual([PAUSED, 'paused agency', PAUSED, PAUSED]);
  });

  test("give way to a person's pause, which is logged and no way around what is owed", async () => {
    await pauseBoth();
    expect(await states()).toEqual([PAUSED, 'paused agency', 'paused user', 'paused agency']);
    const logged = await app.kernel.platform('core_audit').where({ action: 'campaigns.switched' }).orderBy('id', 'desc').limit(2);
    expect(logged.map((row: { actor_id: number }) => row.actor_id)).toEqual([app.fixtures.a.owner.id, client.user.id]);
    expect(logged.every((row: { target: string | null }) => row.target)).toBe(true);
    for (const as of [client.user, app.fixtures.a.owner]) {
      const { status, body } = await fixtures.setActive(clients!, 'active', as);
      expect([status, body.guards]).toEqual([409, expect.arrayContaining([expect.objectContaining({ code: 'dunning.guard.client' })])]);
    }
  });

  test('restore the rest when it is paid, and leave those paused', async () => {
    await fixtures.card(client.tenant, 'approved');
    await app.settle();
    expect(await states()).toEqual(RESTORED);
    expect((await fixtures.setActive(clients!)).body.status).toBe('active');
    expect((await fixtures.setActive(agencys!)).body.status).toBe('active');
  });
});

test("an agency's arrears do so as well", async () => {
  const { tenant } = app.fixtures.a;
  const operation = { id: 'first', companyId: tenant.id, kind: 'agency', subject: 'first', amountCents: 5_000 } as Operation;
  await app.inside(tenant, 'dunning', (ctx) => ctx.use(Dunning).agencyFailed(tenant.id, operation));
  await fixtures.at('2027-03-14T12:00');
  expect(await states()).toEqual([PAUSED, 'paused agency', PAUSED, PAUSED]);
  await pauseBoth();
  await app.inside(tenant, 'dunning', (ctx) => ctx.use(Dunning).agencyPaid(tenant.id));
  expect(await states()).toEqual(RESTORED);
});

test('what begins by itself while something is owed pauses too, and runs once it is paid', async () => {
  const other = app.fixtures.a.clients[1]!;
  fixtures.to('2027-04-05T12:00');
  await fixtures.card(other.tenant, 'declined');
  const [first, later] = [await fixtures.campaign(other, 'First'), await fixtures.campaign(other, 'Later')];
  const dates = { leadspeekID: later, startdatecampaign: '2027-04-07', timezone: 'America/Chicago' };
  expect((await app.call('PUT', '/api/leadspeek/client/update', app.fixtures.a.owner, { body: dates })).status).toBe(200);
  for (const id of [first, later]) expect((await fixtures.setActive(id)).status).toBe(200);
  await fixtures.bill(other);
  expect([await fixtures.stateOf(first), await fixtures.stateOf(later)]).toEqual([PAUSED, 'scheduled']);
  fixtures.to('2027-04-07T00:01');
  await app.tick('campaigns.clock');
  await app.settle();
  expect(await fixtures.stateOf(later)).toBe(PAUSED);
  await fixtures.card(other.tenant, 'approved');
  await app.settle();
  expect([await fixtures.stateOf(first), await fixtures.stateOf(later)]).toEqual(['active', 'active']);
});
