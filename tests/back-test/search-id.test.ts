import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../core/testing/fixtures.ts';
import { Searches, type Sought } from '../search-id/searches.ts';

const BOTH = ['running shoes', 'trail shoes'];
const DAYS = 30;

let it: Searches;
let owner: Person;
let draft: number;
beforeAll(async () => {
  it = await Searches.start();
  owner = it.app.fixtures.a.owner;
  const sought = Array.from({ length: 40 }, (_, n): Sought => ({
    // Every person twice, for the one keyword or the other, here or there.
    who: `p${n % 20}`,
    keyword: ['running shoes', 'trail shoes', 'cheap trail shoes'][n % 3]!,
    zip: n % 4 === 0 ? '10001' : '60601',
    age: 1 + (n % 10),
  }));
  await it.records([...sought, { who: 'old', age: 45 }]);
  draft = (await it.create({ locatorkeyword: ['running shoes'] })).body.leadspeek_api_id;
});
afterAll(() => it.app.close());

const backTest = (fields: object, as = owner, id = draft) =>
  it.app.call('POST', '/api/leadspeek/backtest', as, { body: { leadspeekID: id, requireemailaddress: 'F', ...fields } });
const found = async (fields: object) => (await backTest(fields)).body;
const days = (body: { days: { data: { leads: number }[] } }) => body.days.data.map(({ leads }) => leads).filter((leads) => leads > 0);
const reasons = (body: { reasons: { data: { outcome: string; count: number }[] } }) =>
  Object.fromEntries(body.reasons.data.map(({ outcome, count }) => [outcome, count]));

describe('a back-test of searches', () => {
  test.each([
    ['keywords', { locatorkeyword: BOTH }],
    [
      'contextual keywords without stop words',
      { locatorkeyword: ['boots'], locatorkeywordcontextual: ['trail shoes'], stopwords: ['cheap'] },
    ],
    ['places', { locatorkeyword: BOTH, nationaltargeting: 'F', locatorstate: ['NY'] }],
    ['a radius', { locatorkeyword: BOTH, nationaltargeting: 'F', locationtarget: 'radius', radiuscenter: '60601', radiusmiles: 5 }],
  ] as const)('answers what a campaign with these %s would really get', async (_what, fields) => {
    const body = await found(fields);
    const { clients } = it.app.fixtures.b;
    const id = await it.running({ ...fields }, it.app.fixtures.b.owner, clients[0]!.tenant.id);
    await it.settle();
    const outcomes = await it.outcomes(id);
    expect(body.leads).toBeGreaterThan(0);
    expect(body.leads).toBe(outcomes['lead'] ?? 0);
    expect(reasons(body)['repeat'] ?? 0).toBe(outcomes['repeat'] ?? 0);
    await it.app.kernel.platform('leads_claim').del();
  });

  test('lets whom there is no room for wait until there is some, in the order they came', async () => {
    const all = await found({ locatorkeyword: BOTH });
    const capped = await found({ locatorkeyword: BOTH, LimitLead: 1, LimitLeadFreq: 'day' });
    expect(days(capped).every((leads) => leads === 1)).toBe(true);
    expect(days(capped).length).toBeGreaterThan(5);
    expect(capped.leads).toBeLessThan(all.leads);
    expect(capped.leads + Object.values(reasons(capped)).reduce((sum, n) => sum + n, 0)).toBe(capped.observed);
    expect(capped.days.data).toHaveLength(DAYS);
  });

  test('leaves out whom data is required of and who has it not', async () => {
    expect(reasons(await found({ locatorkeyword: BOTH, locatorrequire: ['Phone'] }))).toEqual({
      incomplete: (await found({ locatorkeyword: BOTH })).observed,
    });
    expect(reasons(await found({ locatorkeyword: BOTH, phoneenabled: 'T' }))).toEqual({
      outside_rules: (await found({ locatorkeyword: BOTH })).observed,
    });
  });

  test('takes somebody for a repeat whom the campaign has already', async () => {
    const id = await it.running({ locatorkeyword: ['trail shoes'] });
    await it.settle();
    const had = (await it.leads(id)).length;
    expect(had).toBeGreaterThan(0);
    const mine = (await backTest({ locatorkeyword: ['trail shoes'] }, owner, id)).body;
    // Its own leads of these days are what is tried.
    expect(mine.leads).toBe(had);
    const month = { created_at: new Date(Date.now() - 40 * 86_400_000) };
    await it.app.kernel.platform('leads_lead').where({ campaign_id: id }).update(month);
    expect((await backTest({ locatorkeyword: ['trail shoes'] }, owner, id)).body).toMatchObject({ leads: 0 });
    expect((await backTest({ locatorkeyword: ['trail shoes'], reidentificationtype: '1week' }, owner, id)).body.leads).toBe(had);
    // For another campaign they are strangers, unless the window spans the client.
    expect((await found({ locatorkeyword: ['trail shoes'] })).leads).toBe(had);
    expect((await found({ locatorkeyword: ['trail shoes'], applyreidentificationall: 'T' })).leads).toBe(0);
  });

  test('says on its field which place nobody knows', async () => {
    const refused = await backTest({ nationaltargeting: 'F', locatorcity: ['Nowhere at all'] });
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([422, 'locatorcity']);
    expect((await backTest({ locatorkeyword: ['x'] })).status).toBe(422);
  });
});

test('products whose leads depend on paid answers offer none', async () => {
  const page = async (id: string) => (await it.app.call('GET', `/api/ui/pages/${id}.campaigns`, owner)).text;
  expect(await page('search-id')).toContain('search-id.back-test');
  for (const id of ['enhance-id', 'b2b-id']) expect(await page(id)).not.toContain('back-test');
});
