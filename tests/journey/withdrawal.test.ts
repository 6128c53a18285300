import { afterAll, beforeAll, expect, test } from 'vitest';
import journey from '../../plugins/reporting/journey/index.ts';
import { acquaintanceOf } from '../../plugins/lead-intake/capture/identity/graph.store.ts';
import { BEACONS_PER_MINUTE } from '../../plugins/lead-intake/capture/screening/limits.ts';
import { type Shop, startShop } from '../../plugins/lead-intake/capture/fakes/shop.fake.ts';
import { purgeJob } from '../../plugins/lead-intake/capture/purge.job.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop(journey);
});
afterAll(() => shop.close());

let serial = 0;
const fresh = (): string => `visitor-${++serial}-takes-it-back`;
const withdraw = (key: string, v: string, more: Record<string, unknown> = {}, ip?: string) =>
  shop.collect({ k: key, v, o: 1, ...more }, {}, ip);
const linked = async (visitor: string): Promise<boolean> =>
  (await acquaintanceOf(shop.platform, [{ visitor, emailHash: null }]))[0]!.isKnown;
const count = async (table: string, campaignId: number): Promise<number> =>
  (await shop.platform(table).where({ campaign_id: campaignId })).length;
const noted = (visitor: string) => shop.platform('capture_withdrawal').where({ visitor });

test('what is known by the visitor id is forgotten: pages, whose it is and what they were recognised as; another visitor keeps theirs', async () => {
  const campaign = await shop.campaign({ nationwide: false, states: ['TX'] });
  const sibling = await shop.campaign();
  const names = [`leaver${++serial}`, `stayer${++serial}`];
  await shop.people(names);
  for (const name of names) await shop.collect({ k: campaign.key, v: `${name}-visitor`, u: 'https://shop.example/a' });
  const unknown = fresh();
  for (const v of [unknown, fresh()]) await shop.collect({ k: sibling.key, v, u: 'https://shop.example/b' });
  await shop.settle();
  expect([await count('journey_page', campaign.id), await count('journey_page', sibling.id)]).toEqual([0, 2]);
  expect(await count('capture_recognition', campaign.id)).toBe(2);

  expect((await withdraw(campaign.key, `${names[0]}-visitor`)).status).toBe(204);
  // The tag of another campaign of the client speaks for all of them.
  expect((await withdraw(campaign.key, unknown)).status).toBe(204);
  await shop.settle();
  expect(await Promise.all(names.map((name) => linked(`${name}-visitor`)))).toEqual([false, true]);
  expect(await count('capture_recognition', campaign.id)).toBe(1);
  expect(await count('journey_page', sibling.id)).toBe(1);
});

test('held visits and those still waiting end as withdrawn, counted under it alone, and nothing of them is kept', async () => {
  const campaign = await shop.campaign();
  const [held, waiting, other] = [fresh(), fresh(), fresh()];
  const { id: company_id, agencyId: agency_id, rootId: root_id } = shop.app.fixtures.a.clients[0]!.tenant;
  const view = {
    campaign_id: campaign.id,
    company_id,
    agency_id,
    root_id,
    at: new Date(),
    ip: '192.0.2.1',
    url: 'https://shop.example/',
    referrer: '',
  };
  const slot = Math.floor(view.at.getTime() / 30_000);
  await shop.platform('capture_visit').insert([
    { ...view, slot, fingerprint: '1', visitor: held, state: 'review', held_for: 'address', held_network: '192.0.2.0/24' },
    { ...view, slot, fingerprint: '2', visitor: waiting },
    { ...view, slot, fingerprint: '3', visitor: other },
  ]);
  await shop.platform.raw(`select leads_count(?::jsonb)`, [
    JSON.stringify([
      {
        campaign_id: campaign.id,
        company_id,
        product: 'local',
        day: new Date().toLocaleDateString('en-CA', { timeZone: 'America/Chicago' }),
        outcome: 'review',
        observations: 1,
      },
    ]),
  ]);
  // The one that waits comes first: a withdrawal wakes the work on all that wait.
  for (const v of [waiting, held]) await withdraw(campaign.key, v);
  await shop.settle();
  expect(await shop.outcomes(campaign.id)).toEqual({ withdrawn: 2, no_match: 1 });
  expect(await shop.counts(campaign.id)).toEqual({ withdrawn: 2, no_match: 1 });
  expect(await shop.platform('capture_visit').where({ campaign_id: campaign.id, outcome: 'withdrawn' })).toEqual(
    Array.from({ length: 2 }, () =>
      expect.objectContaining({ url: null, visitor: null, email_hash: null, ip: null, details: null, held_network: null }),
    ),
  );
  const { body } = await shop.app.call('GET', `/api/capture/visits?campaignId=${campaign.id}&outcome=withdrawn`, shop.app.fixtures.a.owner);
  expect(body.data.map((visit: { reason: string; result: string }) => [visit.reason, visit.result])).toEqual([
    ['Consent withdrawn', 'none'],
    ['Consent withdrawn', 'none'],
  ]);
});

test('a view that was on its way ends likewise, for a day; a lead that is one already stays', async () => {
  const campaign = await shop.campaign();
  const name = `lead${++serial}`;
  await shop.people([name]);
  await shop.collect({ k: campaign.key, v: `${name}-visitor` });
  await shop.settle();
  expect(await shop.leads(campaign.id)).toHaveLength(1);
  const pages = await count('journey_page', campaign.id);
  await withdraw(campaign.key, `${name}-visitor`);
  await shop.settle();
  await shop.collect({ k: campaign.key, v: `${name}-visitor`, u: 'https://shop.example/late' });
  await shop.settle();
  expect(await shop.outcomes(campaign.id)).toEqual({ lead: 1, withdrawn: 1 });
  expect(await shop.leads(campaign.id)).toHaveLength(1);
  expect(await count('journey_page', campaign.id)).toBe(pages);

  await shop.inside((ctx) => purgeJob.run(ctx, {}));
  expect(await noted(`${name}-visitor`)).toHaveLength(1);
  await shop.platform('capture_withdrawal').update({ at: shop.platform.raw(`now() - interval '25 hours'`) });
  await shop.app.tick('capture.purge');
  expect(await noted(`${name}-visitor`)).toEqual([]);
});

test('also of a campaign that is paused; of a key that nobody has nothing is kept', async () => {
  const campaign = await shop.campaign();
  const [visitor, nobody] = [fresh(), fresh()];
  await shop.change(campaign.id, { status: 'paused' });
  await shop.settle();
  expect((await withdraw(campaign.key, visitor)).status).toBe(204);
  expect((await withdraw('AAAAAAAAAAAAAAAA', nobody)).status).toBe(204);
  expect([await noted(visitor), await noted(nobody)].map((rows) => rows.length)).toEqual([1, 0]);
});

test('needs a token of the script; 10,000 calls of a stranger leave as many rows as their address may make in a minute', async () => {
  const campaign = await shop.campaign();
  const [visitor, ip] = [fresh(), '198.51.100.77'];
  for (const s of ['', 'x'.repeat(38), shop.token(campaign.key, '203.0.113.9')])
    expect((await withdraw(campaign.key, visitor, { s })).status).toBe(401);
  expect((await shop.collect({ k: campaign.key, v: 'short', o: 1 })).status).toBe(400);
  expect(await noted(visitor)).toEqual([]);

  const before = (await shop.platform('capture_withdrawal')).length;
  const began = Date.now();
  const statuses: Record<number, number> = {};
  let answer;
  for (let round = 0; round < 100; round += 1) {
    const answers = await Promise.all(Array.from({ length: 100 }, () => withdraw(campaign.key, fresh(), {}, ip)));
    for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
    answer = answers.at(-1)!;
  }
  expect(answer?.headers.get('retry-after')).toBe('30');
  // So many minutes at most are touched meanwhile.
  const minutes = 1 + Math.ceil((Date.now() - began) / 60_000);
  const made = (await shop.platform('capture_withdrawal')).length - before;
  expect(made).toBe(statuses[204]);
  expect(made).toBeGreaterThanOrEqual(BEACONS_PER_MINUTE.withdrawals);
  expect(made).toBeLessThanOrEqual(minutes * BEACONS_PER_MINUTE.withdrawals);
});
