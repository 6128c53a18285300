import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../core/testing/fixtures.ts';
import { Searches } from './searches.ts';

let it: Searches;
let owner: Person;
beforeAll(async () => {
  it = await Searches.start();
  owner = it.app.fixtures.a.owner;
});
afterAll(() => it.app.close());

const get = (path: string, as: Person = owner) => it.app.call('GET', `/api/leadspeek/${path}`, as);
const put = (path: string, body: object, as: Person = owner) => it.app.call('PUT', `/api/leadspeek/${path}`, as, { body });
const draft = async (fields: object = {}): Promise<number> => (await it.create(fields)).body.leadspeek_api_id;
const fields = ({ body }: { body: { errors?: { field: string }[] } }) => body.errors?.map(({ field }) => field);

describe('the fields of a campaign', () => {
  test('are kept, cleaned and answered, by the call of their own', async () => {
    const id = await draft({ locatorkeyword: ' Running  Shoes,, running shoes\nTrail ' });
    expect(await it.view(id)).toMatchObject({
      leadspeekType: 'locator',
      locatorkeyword: ['running shoes', 'trail'],
      locationtarget: 'places',
      radiusmiles: 25,
    });
    const sent = {
      locatorkeywordcontextual: ['Cheap Shoes'],
      stopwords: 'used, broken',
      locatordesc: 'For runners.\nAnd walkers.',
      locatorrequire: 'firstname, MAILING ADDRESS',
      locationtarget: 'radius',
      radiuscenter: '60601',
      radiusmiles: 40,
      sificampaign: 'S-1',
      sifiorganizationid: 'S-2',
      externalcampaign: 'E-1',
      externalorganizationid: 'E-2',
    };
    expect((await it.change(id, sent)).status).toBe(200);
    expect(await it.view(id)).toMatchObject({
      ...sent,
      locatorkeyword: ['running shoes', 'trail'],
      locatorkeywordcontextual: ['cheap shoes'],
      stopwords: ['used', 'broken'],
      locatorrequire: ['FirstName', 'MailingAddress'],
    });
  });

  test('are refused where they are wrong, each on itself', async () => {
    const id = await draft();
    for (const [sent, field] of [
      [{ locatorkeyword: ['x'] }, 'locatorkeyword'],
      [{ locatorkeyword: Array.from({ length: 501 }, (_, n) => `keyword ${n}`) }, 'locatorkeyword'],
      [{ locatorrequire: ['ShoeSize'] }, 'locatorrequire'],
      [{ locatorstate: ['ZZ'] }, 'locatorstate'],
      [{ locatorcity: ['Atlantis, IL'] }, 'locatorcity'],
      [{ locatorzip: '60601\n00000' }, 'locatorzip'],
      [{ radiuscenter: 'Atlantis, IL' }, 'radiuscenter'],
      [{ radiuscenter: 'Springfield' }, 'radiuscenter'],
      [{ radiusmiles: 0 }, 'radiusmiles'],
      [{ radiusmiles: 101 }, 'radiusmiles'],
      [{ locationtarget: 'moon' }, 'locationtarget'],
      [{ externalcampaign: 'a\nb' }, 'externalcampaign'],
      [{ urlCode: 'https://shop.example/' }, 'urlCode'],
    ] as const) {
      const answer = await it.change(id, sent);
      expect([answer.status, fields(answer)], JSON.stringify(sent).slice(0, 60)).toEqual([422, [field]]);
    }
    expect(fields(await it.create({ leadspeekType: 'local', locatorkeyword: ['shoes'], requireemailaddress: 'T' }))).toEqual([
      'locatorkeyword',
    ]);
    // A refused change leaves nothing.
    expect(await it.view(id)).toMatchObject({ locatorstate: [], locatorcity: [], locatorzip: '' });
  });

  test('are needed as far as a campaign cannot run without them', async () => {
    const guards = async (id: number) => (await it.switch(id, 'active')).body.guards?.map(({ code }: { code: string }) => code);
    const id = await draft({ nationaltargeting: 'F' });
    expect(await guards(id)).toEqual(['search-id.guard.keywords', 'search-id.guard.places']);
    await it.change(id, { locatorkeyword: ['shoes'] });
    expect(await guards(id)).toEqual(['search-id.guard.places']);
    await it.change(id, { locationtarget: 'radius', radiuscenter: 'Chicago, IL' });
    expect((await it.switch(id, 'active')).body.status).toBe('active');
  });

  test('stand in forms with the places of every campaign behind what chooses among them', async () => {
    const form = (await it.app.call('GET', '/api/ui/forms/search-id.campaign', owner)).body;
    const order = form.order as string[];
    const from = order.indexOf('nationaltargeting');
    expect(order.slice(from, from + 7)).toEqual([
      'nationaltargeting',
      'locationtarget',
      'radiuscenter',
      'radiusmiles',
      'locatorstate',
      'locatorcity',
      'locatorzip',
    ]);
    expect(form.ui.locatorcity).toMatchObject({
      suggest: { path: '/api/leadspeek/location-lookup/cities', only: true },
      when: { field: 'locationtarget', is: 'places' },
    });
    expect(form.ui.locatorkeyword.suggest).toEqual({ method: 'GET', path: '/api/leadspeek/keyword-suggestions' });
  });
});

test('a text becomes tags', async () => {
  expect((await get(`keyword-to-tags?keyword=${encodeURIComponent('Red  Shoes,,x\nboots, BOOTS')}`)).body).toEqual({
    tags: ['red shoes', 'boots'],
    wrong: ['x'],
  });
  expect((await get('keyword-to-tags')).status).toBe(422);
  expect((await it.app.call('GET', '/api/leadspeek/keyword-to-tags?keyword=shoes')).status).toBe(401);
});

test('places are looked up from three characters on', async () => {
  expect((await get('location-lookup?search=Illi')).body.locations[0]).toEqual({
    kind: 'state',
    value: 'IL',
    label: 'Illinois (IL)',
    state: 'IL',
  });
  expect((await get('location-lookup?search=Chicago, I&kind=city')).body.locations[0]).toMatchObject({
    kind: 'city',
    value: 'Chicago, IL',
  });
  expect((await get('location-lookup?search=606&kind=zip')).body.locations.map(({ value }: { value: string }) => value)).toContain('60601');
  expect((await get('location-lookup?search=Il')).status).toBe(422);
  expect((await get('location-lookup?search=Chicago&kind=planet')).status).toBe(422);
  expect((await get('location-lookup/states?search=Il')).body).toEqual({ options: [] });
  expect((await get('location-lookup/centers?search=Peoria')).body.options).toContainEqual({ value: 'Peoria, IL', label: 'Peoria, IL' });
});

test('keywords are completed, with how many people looked for them', async () => {
  await it.records([
    { who: 'ann', keyword: 'kayak rental' },
    { who: 'ben', keyword: 'kayak rental' },
    { who: 'ann', keyword: 'kayak paddle' },
  ]);
  expect((await get('keyword-suggestions?search=Kayak')).body.options).toEqual([
    { value: 'kayak rental', label: 'kayak rental', note: '2 people' },
    { value: 'kayak paddle', label: 'kayak paddle', note: '1 person' },
  ]);
  expect((await get('keyword-suggestions?search=ka')).body.options).toEqual([]);
});

test('keywords are applied to a campaign, from a list or from another campaign', async () => {
  const [from, to] = [await draft({ locatorkeyword: ['kayaks', 'canoes'] }), await draft({ locatorkeyword: ['rafts'] })];
  const apply = (body: object, as: Person = owner) => put('apply-campaign-keywords', { leadspeek_api_id: to, ...body }, as);
  expect((await apply({ from, add: 'T' })).body).toMatchObject({ result: 'success', tags: ['rafts', 'kayaks', 'canoes'] });
  expect((await apply({ keywords: 'Boats, boats' })).body.tags).toEqual(['boats']);
  expect((await apply({})).status).toBe(422);
  expect((await apply({ keywords: ['boats'], from })).status).toBe(422);
  expect((await apply({ keywords: ['x'] })).status).toBe(422);
  const { b } = it.app.fixtures;
  expect((await apply({ keywords: ['mine'] }, b.owner)).status).toBe(404);
  const foreign = (await it.create({ locatorkeyword: ['secret'] }, b.owner, b.clients[0]!.tenant.id)).body.leadspeek_api_id;
  expect((await apply({ from: foreign })).status).toBe(404);
  expect(await it.view(to)).toMatchObject({ locatorkeyword: ['boats'] });
});

test('stop words are read and set', async () => {
  const id = await draft();
  expect((await put('stop-words', { leadspeek_api_id: id, stopwords: 'Used, broken' })).body.tags).toEqual(['used', 'broken']);
  expect((await get(`stop-words/${id}`)).body).toEqual({ tags: ['used', 'broken'] });
  expect((await get(`stop-words/${id}`, it.app.fixtures.b.owner)).status).toBe(404);
});
