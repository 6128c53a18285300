import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { definePlugin, contribute } from '../../../core/contract.ts';
import { type Answer, startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { WalletEmptied, WalletFunded } from '../../commerce/wallet/contract.ts';
import { ActivationGuards, Campaigns } from './contract.ts';

/** Stands in the way of campaigns called so. */
const strict = definePlugin({
  manifest: { id: 'strict', version: '1.0.0', core: '^1', level: 'platform', requires: { campaigns: '^1' } },
  contributions: [
    contribute(ActivationGuards, (_ctx, campaign) =>
      Promise.resolve(campaign.name === 'Refused' ? [{ code: 'campaigns.reason.compliance' }] : []),
    ),
  ],
});

let app: TestApp;
let owner: Person;
let client: Person;
beforeAll(async () => {
  app = await startTestApp({ plugins: [strict] });
  owner = app.fixtures.a.owner;
  client = app.fixtures.a.clients[0]!.user;
});
afterAll(() => app.close());
afterEach(() => {
  app.clockOffset = 0;
});

const at = (instant: string): void => {
  app.clockOffset = Date.parse(instant) - Date.now();
};
const made = async (fields: object = {}): Promise<number> =>
  (
    await app.call('POST', '/api/leadspeek/client/create', owner, {
      body: { companyID: client.tenant.id, leadspeekType: 'local', campaignName: 'Shop', ...fields },
    })
  ).body.leadspeek_api_id;
const put = (path: string, id: number, body: object = {}, as = owner): Promise<Answer> =>
  app.call('PUT', `/api/leadspeek/client/${path}`, as, { body: { leadspeekID: id, ...body } });
const activate = (id: number, as = owner) => put('activepause', id, { status: 'active' }, as);
const pause = (id: number, as = owner) => put('activepause', id, { status: 'paused' }, as);
const one = async (id: number) => (await app.call('GET', `/api/leadspeek/getcampaign/${id}`, owner)).body;
const stateOf = async (id: number): Promise<string> => {
  const { status, pausereason } = await one(id);
  return pausereason ? `${status} ${pausereason}` : status;
};
const moves = async (id: number) =>
  (
    (await app.kernel.platform('campaigns_move').where({ campaign_id: id }).orderBy('id')) as {
      from_status: string;
      to_status: string;
      actor_id: number;
    }[]
  ).map((m) => `${m.from_status} ${m.to_status} ${m.actor_id}`);
const tick = (): Promise<void> => app.tick('campaigns.clock');

describe('people', () => {
  test('are told by the log which campaign was made, copied, stopped, archived and removed, in their language', async () => {
    const id = await made({ campaignName: 'Orchard' });
    await activate(id);
    for (const [path, body] of [
      ['stop', {}],
      ['archive', { status: 'T' }],
      ['archive', { status: 'F' }],
      ['archive', { status: 'T' }],
      ['remove', {}],
    ] as const)
      expect((await put(path, id, body)).status, path).toBe(200);
    const told = async (locale: string): Promise<string[]> => {
      const { body } = await app.call('POST', '/api/configuration/user/log-user', app.fixtures.operator, {
        body: { companyID: client.tenant.id, per_page: 7 },
        headers: { 'accept-language': locale },
      });
      return body.data.map((entry: { description: string }) => entry.description);
    };
    expect(await told('en')).toEqual([
      'Campaign Orchard removed',
      'Campaign Orchard archived',
      'Campaign Orchard restored from the archive',
      'Campaign Orchard archived',
      'Campaign Orchard stopped',
      'Campaign Orchard activated',
      'Campaign Orchard created',
    ]);
    expect((await told('ar'))[0]).toBe('أُزيلت الحملة Orchard');
    const source = await made({ campaignName: 'Meadow' });
    await app.call('POST', '/api/leadspeek/client/clone', owner, { body: { leadspeekID: source, campaignName: 'Meadow two' } });
    expect((await told('en'))[0]).toBe('Campaign Meadow two created as a copy');
  });

  test('activate, pause, stop, archive and remove, each move noted once', async () => {
    const id = await made();
    for (const [path, body] of [
      ['activepause', { status: 'active' }],
      ['activepause', { status: 'paused' }],
      ['stop', {}],
      ['archive', { status: 'T' }],
      ['archive', { status: 'F' }],
      ['archive', { status: 'T' }],
      ['remove', {}],
    ] as const) {
      expect((await put(path, id, body)).status, path).toBe(200);
      if (path !== 'remove') expect((await put(path, id, body)).status, `${path} again`).toBe(200);
    }
    expect(await moves(id)).toEqual(
      [
        'draft active',
        'active paused',
        'paused stopped',
        'stopped archived',
        'archived stopped',
        'stopped archived',
        'archived removed',
      ].map((m) => `${m} ${owner.id}`),
    );
    expect((await app.call('GET', `/api/leadspeek/getcampaign/${id}`, owner)).status).toBe(404);
    expect((await put('remove', id)).status).toBe(404);
  });

  test('click twice at once: one move', async () => {
    const id = await made();
    const answers = await Promise.all([activate(id), activate(id), activate(id)]);
    expect(answers.map((a) => [a.status, a.body.status])).toEqual([
      [200, 'active'],
      [200, 'active'],
      [200, 'active'],
    ]);
    expect(await moves(id)).toHaveLength(1);
  });

  test('remove only drafts and archived ones, archive only what is over, change nothing in the archive', async () => {
    const id = await made();
    expect((await put('archive', id, { status: 'T' })).status).toBe(409);
    await activate(id);
    const refused = await put('remove', id);
    expect([refused.status, refused.body.detail]).toEqual([409, 'A campaign cannot go from "Active" to "Removed".']);
    expect((await put('archive', id, { status: 'F' })).body.code).toBe('campaigns.problem.not-archived');
    expect(await stateOf(id)).toBe('active');
    await put('stop', id);
    expect((await activate(id)).status).toBe(409);
    await put('archive', id, { status: 'T' });
    expect((await put('update', id, { campaignName: 'Other' })).status).toBe(409);
    expect((await app.call('GET', '/api/leadspeek/client/-/local/-?search=' + String(id), owner)).body.total).toBe(0);
  });

  test('take back only pauses that are theirs or from below', async () => {
    const id = await made();
    await activate(id);
    await pause(id);
    expect(await stateOf(id)).toBe('paused agency');
    const refused = await activate(id, client);
    expect([refused.status, refused.body.code]).toEqual([409, 'campaigns.problem.pause-not-yours']);
    await activate(id);
    await pause(id, client);
    expect(await stateOf(id)).toBe('paused user');
    expect((await activate(id)).body.status).toBe('active');
  });

  test('are told all that stands in the way; the agency may pass what its client may not', async () => {
    const id = await made({ campaignName: 'Refused', enddatecampaign: '2026-01-31' });
    const refused = await activate(id, client);
    expect(refused.status).toBe(409);
    expect(refused.body.guards.map((g: { code: string }) => g.code).toSorted()).toEqual([
      'campaigns.guard.end',
      'campaigns.reason.compliance',
      'site-id.guard.hosts',
      'site-id.guard.pixel',
    ]);
    expect((await activate(id)).body.guards.map((g: { code: string }) => g.code)).toEqual([
      'campaigns.guard.end',
      'campaigns.reason.compliance',
    ]);
    expect(await moves(id)).toEqual([]);
  });
});

describe('time', () => {
  test('begins and ends campaigns at midnight of their own zone, over a change of clocks too', async () => {
    at('2026-10-30T12:00:00Z');
    const id = await made({ startdatecampaign: '2026-11-01', enddatecampaign: '2026-11-01', timezone: 'America/Chicago' });
    expect((await activate(id)).body.status).toBe('scheduled');
    for (const [instant, state] of [
      ['2026-11-01T04:59:00Z', 'scheduled'],
      ['2026-11-01T05:00:30Z', 'active'],
      ['2026-11-02T05:59:00Z', 'active'],
      ['2026-11-02T06:00:30Z', 'ended'],
    ] as const) {
      at(instant);
      await tick();
      expect(await stateOf(id), instant).toBe(state);
    }
    expect((await activate(id)).body.guards).toMatchObject([{ code: 'campaigns.guard.end' }]);
    expect((await put('update', id, { enddatecampaign: '2026-12-01' })).status).toBe(200);
    expect((await activate(id)).body.status).toBe('active');
  });

  test('moves with the zone, and ends what never began by way of its beginning', async () => {
    at('2026-06-01T12:00:00Z');
    const id = await made({ startdatecampaign: '2026-06-10', enddatecampaign: '2026-06-10', timezone: 'America/Chicago' });
    await activate(id);
    await put('update', id, { timezone: 'Asia/Tokyo' });
    at('2026-06-09T15:00:30Z');
    await tick();
    expect(await stateOf(id)).toBe('active');
    const late = await made({ startdatecampaign: '2026-06-11', enddatecampaign: '2026-06-12' });
    await activate(late);
    at('2026-07-01T00:00:00Z');
    await tick();
    expect(await moves(late)).toEqual([`draft scheduled ${owner.id}`, 'scheduled active 0', 'active ended 0']);
  });

  test('a begun campaign cannot be put off', async () => {
    const id = await made();
    await activate(id);
    expect((await put('update', id, { startdatecampaign: '2099-01-01' })).body.errors).toMatchObject([{ field: 'startdatecampaign' }]);
    await pause(id);
    expect((await put('update', id, { startdatecampaign: '2099-01-01' })).status).toBe(422);
  });

  test('a new price counts from the next local midnight', async () => {
    at('2026-06-01T12:00:00Z');
    const id = await made({ CostSet: '1.00', timezone: 'America/Chicago' });
    const price = (): Promise<number> =>
      app.inside(app.fixtures.a.tenant, 'campaigns', async (ctx) => (await ctx.use(Campaigns).rules([id])).get(id)!.retailCents);
    await put('update', id, { CostSet: '1.50' });
    expect(await price()).toBe(150);
    await activate(id);
    await put('update', id, { CostSet: '3.00' });
    await put('update', id, { CostSet: '2.00' });
    expect([await price(), (await one(id)).CostSet]).toEqual([150, '2.00']);
    at('2026-06-02T04:59:59Z');
    expect(await price()).toBe(150);
    at('2026-06-02T05:00:01Z');
    expect(await price()).toBe(200);
  });
});

describe('the wallet', () => {
  const tell = (event: typeof WalletEmptied) =>
    app.inside(app.fixtures.a.tenant, 'wallet', (ctx) => ctx.emit(event, { agencyId: app.fixtures.a.tenant.id }));

  test('emptied pauses what is active; funded resumes exactly that, or ends it', async () => {
    const [running, paused, draft, ending] = [await made(), await made(), await made(), await made({ enddatecampaign: '2030-06-30' })];
    for (const id of [running, paused, ending]) await activate(id);
    await pause(paused, client);
    await tell(WalletEmptied);
    await app.settle();
    expect(await Promise.all([running, paused, draft, ending].map(stateOf))).toEqual([
      'paused wallet_empty',
      'paused user',
      'draft',
      'paused wallet_empty',
    ]);
    expect((await activate(running)).body.code).toBe('campaigns.problem.pause-not-yours');
    expect(
      (await app.call('GET', `/api/leadspeek/client/-/local/-?CampaignStatus=needs_attention&search=${running}`, owner)).body.data,
    ).toMatchObject([{ state: 'needs_attention', pausetext: 'the wallet is empty' }]);
    await app.kernel
      .platform('campaigns_campaign')
      .where({ id: ending })
      .update({ ends_at: new Date(Date.now() - 1000) });
    await tell(WalletFunded);
    await app.settle();
    expect(await Promise.all([running, paused, draft, ending].map(stateOf))).toEqual(['active', 'paused user', 'draft', 'ended']);
    expect((await moves(running)).filter((m) => m.startsWith('paused'))).toEqual(['paused active 0']);
  });

  test('funded leaves alone what a person paused meanwhile', async () => {
    const [agencys, clients, left] = [await made(), await made(), await made()];
    for (const id of [agencys, clients, left]) await activate(id);
    await tell(WalletEmptied);
    await app.settle();
    for (const again of [1, 2]) {
      expect((await pause(agencys)).body, `time ${again}`).toMatchObject({ result: 'success', status: 'paused' });
      expect((await pause(clients, client)).status).toBe(200);
    }
    // The agency's pause stays the agency's when its client pauses as well.
    expect((await pause(agencys, client)).status).toBe(200);
    const states = () => Promise.all([agencys, clients, left].map(stateOf));
    expect(await states()).toEqual(['paused agency', 'paused user', 'paused wallet_empty']);
    expect((await moves(agencys)).slice(1)).toEqual(['active paused 0', `paused paused ${owner.id}`]);
    const { body } = await app.call('GET', `/api/leadspeek/client/-/local/-?search=${agencys}`, owner);
    expect(body.data).toMatchObject([{ state: 'paused', pausetext: 'paused by the agency' }]);
    await tell(WalletFunded);
    await app.settle();
    expect(await states()).toEqual(['paused agency', 'paused user', 'active']);
    expect((await activate(agencys, client)).body.code).toBe('campaigns.problem.pause-not-yours');
    expect((await activate(agencys)).body.status).toBe('active');
  });
});
