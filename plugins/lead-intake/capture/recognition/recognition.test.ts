import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { standardRules } from '../../../../tests/support/lead-neighbours/neighbours.ts';
import type { CampaignRules } from '../../../campaign-management/campaigns/contract.ts';
import { isWanted } from '../../leads/shared.ts';
import { Recognitions } from '../contract.ts';
import { type Shop, startShop } from '../fakes/shop.fake.ts';
import { NOBODY } from '../../leads/shared.ts';
import { personKeyOf } from '../identity/person.ts';
import capture from '../index.ts';
import { PageViews } from '../source.ts';
import { ClientHashes, outlineOf, RECOGNITION_KEY } from './outline.ts';
import { insertRecognitions } from './recognition.store.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop(capture);
});
afterAll(() => shop.close());

const HOUR = 3_600_000;
const owner = () => {
  const { id: companyId, agencyId, rootId } = shop.app.fixtures.a.clients[0]!.tenant;
  return { companyId, agencyId, rootId };
};
const hashes = () => new ClientHashes(shop.app.kernel.secrets.key(RECOGNITION_KEY), owner().companyId);
const span = () => ({ from: new Date(Date.now() - 24 * HOUR), to: new Date(Date.now() + HOUR), timezone: 'America/New_York' });
const evaluated = (campaignId: number, rules: Partial<CampaignRules> = {}) =>
  shop.inside((ctx) =>
    ctx.use(Recognitions).evaluated({ ...(standardRules as unknown as CampaignRules), ...owner(), ...rules }, campaignId, span()),
  );
async function visit(campaign: { id: number }, name: string): Promise<void> {
  const { companyId, agencyId, rootId } = owner();
  const at = new Date();
  await shop.platform('capture_visit').insert({
    slot: Math.floor(at.getTime() / 30_000),
    fingerprint: String(Math.floor(Math.random() * 1e15)),
    at,
    campaign_id: campaign.id,
    company_id: companyId,
    agency_id: agencyId,
    root_id: rootId,
    visitor: `${name}-visitor`,
    ip: '192.0.2.1',
    url: 'https://shop.example/',
    referrer: '',
  });
  await shop.settle();
}
const kept = (campaign: { id: number }) => shop.platform('capture_recognition').where({ campaign_id: campaign.id }).orderBy('at');

describe('what is kept of a recognised visit', () => {
  test('says what rules ask and nothing that names anybody, for a lead and for whom the campaign does not want', async () => {
    const campaign = await shop.campaign({ require: { email: false, phone: true, address: false } });
    await shop.people(['kim'], { phone: '3125550100', address: '1 Main St' });
    await shop.people(['lee'], {});
    for (const name of ['kim', 'lee', 'stranger', 'kim']) await visit(campaign, name);
    const rows = await kept(campaign);
    expect(rows.map((row) => row.has)).toEqual([7, 1, 7]);
    expect(rows[0].person).toBe(rows[2].person);
    expect(rows[0].person).not.toBe(rows[1].person);
    expect(Object.keys(rows[0]).toSorted()).toEqual(
      ['agency_id', 'at', 'campaign_id', 'city', 'company_id', 'has', 'person', 'root_id', 'state', 'zip'].toSorted(),
    );
    expect(JSON.stringify(rows)).not.toMatch(/kim|Known|example|60601|Chicago|Main|312555/i);
  });

  test('differs from client to client for the same person', async () => {
    const [here, there] = [await shop.campaign(), await shop.campaign({}, 9, shop.app.fixtures.a.clients[1]!.tenant)];
    await shop.people(['sam']);
    await visit(here, 'sam');
    const { id, agencyId, rootId } = shop.app.fixtures.a.clients[1]!.tenant;
    await shop.platform('capture_visit').insert({
      slot: 1,
      fingerprint: '77',
      at: new Date(),
      campaign_id: there.id,
      company_id: id,
      agency_id: agencyId,
      root_id: rootId,
      visitor: 'sam-visitor',
      ip: '192.0.2.1',
      url: 'https://shop.example/',
      referrer: '',
    });
    await shop.settle();
    const [a] = await kept(here);
    const [b] = await kept(there);
    expect([a.person, a.zip, a.city].filter((value) => [b.person, b.zip, b.city].includes(value))).toEqual([]);
  });

  test('notes that somebody stood on a list, also where the campaign did not want them anyway', async () => {
    const campaign = await shop.campaign({ require: { email: false, phone: true, address: false } });
    await shop.people(['dana']);
    await shop.platform('fake_excluded').insert({ company_id: owner().companyId, email: 'dana@people.example' });
    await visit(campaign, 'dana');
    expect((await kept(campaign)).map((row) => row.has)).toEqual([9]);
    expect(await shop.outcomes(campaign.id)).toEqual({ outside_rules: 1 });
    expect(await evaluated(campaign.id, { require: { email: true, phone: false, address: false } })).toMatchObject([
      { excluded: 1, outsideRules: 0, wanted: null },
    ]);
  });

  test('is gone with the person, with the campaign, and after a month', async () => {
    const [first, second] = [await shop.campaign(), await shop.campaign()];
    await shop.people(['ray', 'joe']);
    for (const name of ['ray', 'joe']) await visit(first, name);
    await visit(second, 'joe');
    const key = shop.inside(async (ctx) => personKeyOf(ctx, { ...NOBODY, email: 'ray@people.example' })!);
    expect(await shop.inside(async (ctx) => ctx.use(Recognitions).forget(await key))).toBe(1);
    expect([(await kept(first)).length, (await kept(second)).length]).toEqual([1, 1]);
    const { eraseCampaignVisits } = await import('../erasure.ts');
    await shop.inside((ctx) => eraseCampaignVisits(ctx, first.id));
    expect([(await kept(first)).length, (await kept(second)).length]).toEqual([0, 1]);
    await insertRecognitions(shop.platform, [
      { ...owner(), campaignId: second.id, at: new Date(Date.now() - 45 * 24 * HOUR), person: 1, zip: 1, city: 1, state: '', has: 0 },
    ]);
    expect(await kept(second)).toHaveLength(2);
    await shop.app.tick('capture.purge');
    expect(await kept(second)).toHaveLength(1);
  });
});

const text = (...values: string[]) => fc.constantFrom('', ...values);
const somebody = fc.record({
  email: text('x@people.example'),
  phone: text('3125550100'),
  address: text('1 Main St'),
  zip: text('60601', '60601-1234', '73301', '7330'),
  state: text('IL', 'il', 'tx', 'Illinois'),
  city: text('Chicago', 'CHICAGO', 'Austin'),
});
const rules = fc.record({
  require: fc.record({ email: fc.boolean(), phone: fc.boolean(), address: fc.boolean() }),
  nationwide: fc.boolean(),
  states: fc.subarray(['IL', 'TX', 'NY']),
  zips: fc.subarray(['60601', '73301', '10001']),
  cities: fc.subarray(['chicago', 'austin', 'new york']),
});

test('the database evaluates as the intake does', async () => {
  let campaignId = 1_000;
  await fc.assert(
    fc.asyncProperty(fc.array(somebody, { minLength: 1, maxLength: 30 }), rules, async (people, tried) => {
      campaignId += 1;
      await insertRecognitions(
        shop.platform,
        people.map((person, n) => ({
          ...owner(),
          campaignId,
          at: new Date(Date.now() - HOUR),
          ...outlineOf(hashes(), Buffer.alloc(32, n), { ...NOBODY, ...person }, false),
        })),
      );
      const wanted = people.filter((person) =>
        isWanted(PageViews, { ...(standardRules as unknown as CampaignRules), ...tried }, { person: { ...NOBODY, ...person } }),
      );
      const [day] = await evaluated(campaignId, tried);
      expect([(day!.wanted?.length ?? 0) / 16, day!.outsideRules]).toEqual([wanted.length, people.length - wanted.length]);
    }),
    { numRuns: 60 },
  );
});
