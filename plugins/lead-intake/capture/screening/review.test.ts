import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Person } from '../../../../core/testing/fixtures.ts';
import { type Shop, startShop } from '../fakes/shop.fake.ts';
import capture from '../index.ts';
import { purgeJob } from '../purge.job.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop(capture);
});
afterAll(() => shop.close());
beforeEach(() => shop.platform('capture_visit').where({ state: 'review' }).delete());

let serial = 0;
const DAY = 86_400_000;

/** A campaign of which visits of so many people from one address are held; answers its id, and when they came. */
async function heldCampaign(people = 8, ago = 5_000, client = shop.app.fixtures.a.clients[0]!.tenant): Promise<{ id: number; at: Date }> {
  const campaign = await shop.campaign({ name: `Held ${++serial}` }, 1_000, client);
  const names = Array.from({ length: people }, () => `held${++serial}`);
  await shop.people(names);
  await shop.forgetBrowsers();
  const at = new Date(Date.now() - ago);
  await shop.platform('capture_visit').insert(
    names.map((name) => ({
      slot: Math.floor(at.getTime() / 30_000),
      fingerprint: String(++serial),
      at,
      campaign_id: campaign.id,
      company_id: client.id,
      agency_id: client.agencyId,
      root_id: client.rootId,
      visitor: `browser-of-${name}`,
      email_hash: createHash('sha256').update(`${name}@people.example`).digest(),
      ip: '203.0.113.66',
      url: 'https://shop.example/sale',
      referrer: '',
    })),
  );
  await shop.settle();
  return { id: campaign.id, at };
}
const groups = async (who = shop.app.fixtures.a.clients[0]!.user) => (await shop.app.call('GET', '/api/capture/held', who)).body.data;

test('people see groups of held visits and nothing of a visitor, each company its own', async () => {
  const { id } = await heldCampaign();
  const { a, b, operator } = shop.app.fixtures;
  const mine = await groups();
  expect(mine).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      campaign: expect.stringContaining('Held'),
      client: a.clients[0]!.tenant.name,
      reason: 'address',
      network: '203.0.113.0/24',
      page: 'https://shop.example/sale',
      minute: expect.stringMatching(/:00\.000Z$/),
      visits: 8,
    },
  ]);
  expect(await groups(a.owner)).toEqual(mine);
  for (const stranger of [a.clients[1]!.user, b.owner, b.clients[0]!.user]) {
    expect(await groups(stranger)).toEqual([]);
    expect((await shop.app.call('POST', `/api/capture/held/${mine[0].id}/release`, stranger)).status).toBe(404);
    expect((await shop.app.call('POST', '/api/capture/held/discard', stranger)).status).toBe(404);
  }
  expect((await shop.app.call('POST', `/api/capture/held/${mine[0].id}/release`, operator)).status).toBe(403);
  expect((await shop.app.call('GET', '/api/capture/held/totals', a.owner)).body).toEqual({ visits: 8, campaigns: 1 });
  expect(await shop.outcomes(id)).toEqual({ pending: 8 });
});

test('released visits become leads as of their own time, once, and are charged then', async () => {
  const { id, at } = await heldCampaign(8, 20 * 60_000);
  expect(await shop.counts(id)).toEqual({ review: 8 });
  const [group] = await groups();
  await shop
    .platform('capture_visit')
    .where({ campaign_id: id })
    .update({ at: new Date(at.getTime() - 3 * DAY) });
  const [moved] = await groups();
  const answers = await Promise.all(
    [1, 2].map(() => shop.app.call('POST', `/api/capture/held/${moved.id}/release`, shop.app.fixtures.a.clients[0]!.user)),
  );
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404]);
  expect(moved.id).not.toBe(group.id);
  await shop.settle();
  expect(await shop.outcomes(id)).toEqual({ lead: 8 });
  const leads = await shop.leads(id);
  expect(leads.every((lead) => Math.abs((lead['created_at'] as Date).getTime() - (at.getTime() - 3 * DAY)) < 1_000)).toBe(true);
  expect(
    await shop.platform('fake_charge').whereIn(
      'lead_id',
      leads.map((l) => l['id'] as string),
    ),
  ).toHaveLength(8);
});

test('a released visit is counted as what it became and no longer as held', async () => {
  const { id } = await heldCampaign();
  await shop.app.call('POST', '/api/capture/held/release', shop.app.fixtures.a.owner);
  await shop.settle();
  expect(await shop.counts(id)).toEqual({ lead: 8 });
  expect(await shop.platform('capture_episode').where({ campaign_id: id }).whereNull('ended_at')).toEqual([]);
});

test('discarded visits leave nothing personal, and cost nothing', async () => {
  const { id } = await heldCampaign();
  const answer = await shop.app.call('POST', '/api/capture/held/discard', shop.app.fixtures.a.clients[0]!.user);
  expect(answer.body).toEqual({ message: '8 visits have been discarded.' });
  await shop.settle();
  expect(await shop.outcomes(id)).toEqual({ review: 8 });
  const rows = await shop
    .platform('capture_visit')
    .where({ campaign_id: id })
    .select('visitor', 'email_hash', 'ip', 'details', 'held_network');
  expect(rows.every((row: object) => Object.values(row).every((value) => value === null))).toBe(true);
  expect([await shop.leads(id), await shop.counts(id)]).toEqual([[], { review: 8 }]);
});

test('what nobody looks at is given up after a week', async () => {
  const [old, young] = [await heldCampaign(), await heldCampaign()];
  await shop
    .platform('capture_visit')
    .where({ campaign_id: old.id })
    .update({ at: new Date(Date.now() - 7 * DAY - 60_000) });
  await shop
    .platform('capture_visit')
    .where({ campaign_id: young.id })
    .update({ at: new Date(Date.now() - 6 * DAY) });
  await shop.inside((ctx) => purgeJob.run(ctx, {}));
  expect(await shop.outcomes(old.id)).toEqual({ review: 8 });
  expect(await shop.outcomes(young.id)).toEqual({ pending: 8 });
  expect((await shop.platform('capture_visit').where({ campaign_id: old.id }).first('visitor')).visitor).toBeNull();
});

test('stands among what needs attention until everything is decided', async () => {
  const told = async (who: Person) =>
    ((await shop.app.call('GET', '/api/attention', who)).body.data as { id: string; count: number; since: string }[]).find(
      ({ id }) => id === 'capture.held',
    );
  const { a, b, operator } = shop.app.fixtures;
  await shop.platform('capture_episode').delete();
  await heldCampaign();
  expect(await told(a.owner)).toMatchObject({ count: 1, since: expect.stringMatching(/^20/), remedy: { address: '/held-visits' } });
  expect(await told(operator)).toMatchObject({ count: 1 });
  expect(await told(b.owner)).toBeUndefined();
  await shop.app.call('POST', '/api/capture/held/discard', a.owner);
  expect(await told(a.owner)).toBeUndefined();
});

test('refused hosts are shown until they are allowed', async () => {
  const { id, key } = await shop.campaign();
  await shop.collect({ k: key, v: 'visitor-refused', u: 'https://pay.example/' });
  await sleep(1_100);
  const list = (who = shop.app.fixtures.a.clients[0]!.user) => shop.app.call('GET', `/api/capture/refused-hosts/${id}`, who);
  expect((await list()).body.data).toMatchObject([{ host: 'pay.example', beacons: 1, campaign_id: id }]);
  expect((await list(shop.app.fixtures.b.owner)).status).toBe(404);
  await shop.change(id, { hosts: ['shop.example', 'pay.example'] });
  expect((await list()).body.data).toEqual([]);
});
