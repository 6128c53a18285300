import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import { Places, type PlacesApi } from './contract.ts';
import { loadPlaces, packagedZips } from './data-set.ts';
import plugin from './index.ts';

conformance(plugin);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [plugin], config: { roles: ['web'] } });
});
afterAll(() => app.close());

/** As a client: places are everybody's. */
const ask = <R>(work: (places: PlacesApi) => Promise<R>): Promise<R> =>
  app.inside(app.fixtures.a.clients[0]!.tenant, 'places', (ctx) => work(ctx.use(Places)));
const names = (places: readonly { name: string; state: string; kind: string }[] | null) =>
  places?.map(({ name, state, kind }) => (kind === 'city' ? `${name}, ${state}` : name));
const found = async (named: Parameters<PlacesApi['find']>[0]) => {
  const { places, unknown } = await ask((p) => p.find(named));
  return { names: names(places), unknown: [...unknown.states, ...unknown.cities, ...unknown.zips] };
};

describe('places are found', () => {
  test('by the names that people give them', async () => {
    expect(await found({ states: ['il', 'New York', 'XX'], zips: ['60601', '00000', 'abc', '00601'] })).toEqual({
      names: ['00601', '60601', 'Illinois', 'New York'],
      unknown: ['XX', '00000', 'abc'],
    });
    expect((await found({ cities: ['chicago, il', 'ST. LOUIS, Missouri', 'Winston-Salem, NC', 'Chicago, NV'] })).unknown).toEqual([
      'Chicago, NV',
    ]);
    expect((await found({ cities: ['saint louis, MO', 'St. Louis, mo'] })).names).toEqual(['Saint Louis, MO']);
    const everywhere = (await found({ cities: ['Springfield'] })).names!;
    expect(everywhere).toEqual(expect.arrayContaining(['Springfield, IL', 'Springfield, MA']));
    expect(await found({ cities: ['Springfield', 'Springfield, IL'] })).toEqual({ names: everywhere, unknown: [] });
  });

  test('with those that they lie in', async () => {
    const { places } = await ask((p) => p.find({ zips: ['60601'], cities: ['Chicago, IL'], states: ['IL'] }));
    const [zip, state, city] = ['zip', 'state', 'city'].map((kind) => places.find((place) => place.kind === kind)!);
    expect(zip!.within).toEqual([city!.id, state!.id]);
    expect(city!.within).toEqual([state!.id]);
    expect(state!.within).toEqual([]);
  });
});

describe('around a place', () => {
  test('are all zip codes within so many miles, whatever the place and the distance', async () => {
    const zips = (await packagedZips()).filter(({ latitude }) => latitude !== null) as {
      zip: string;
      latitude: number;
      longitude: number;
    }[];
    const rad = (degrees: number): number => (degrees * Math.PI) / 180;
    const miles = (a: (typeof zips)[0], b: (typeof zips)[0]): number =>
      3958.8 *
      Math.acos(
        Math.min(
          1,
          Math.sin(rad(a.latitude)) * Math.sin(rad(b.latitude)) +
            Math.cos(rad(a.latitude)) * Math.cos(rad(b.latitude)) * Math.cos(rad(a.longitude - b.longitude)),
        ),
      );
    await fc.assert(
      fc.asyncProperty(fc.nat(zips.length - 1), fc.integer({ min: 1, max: 100 }), async (at, far) => {
        const center = zips[at]!;
        const answer = new Set((await ask((p) => p.around({ zip: center.zip }, far)))!.map(({ name }) => name));
        // Where rounding decides nobody is wrong.
        const wrong = zips.filter((zip) => {
          const away = miles(center, zip);
          return Math.abs(away - far) > 0.01 && answer.has(zip.zip) !== away < far;
        });
        expect(wrong.map(({ zip }) => zip)).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });

  test('a city is its middle, the nearest come first, and who asks for nowhere is told so', async () => {
    const near = names(await ask((p) => p.around({ city: 'Reno, NV' }, 5)))!;
    expect(near).toContain('89501');
    expect(names(await ask((p) => p.around({ zip: '60601' }, 0.1)))![0]).toBe('60601');
    expect(await ask((p) => p.around({ city: 'Springfield' }, 5))).toBeNull();
    expect(await ask((p) => p.around({ zip: '99999' }, 5))).toBeNull();
    await expect(ask((p) => p.around({ zip: '60601' }, 101))).rejects.toThrow(RangeError);
  });
});

describe('suggestions', () => {
  const suggested = async (typed: string, ...kinds: ('state' | 'city' | 'zip')[]) =>
    names(await ask((p) => (kinds.length > 0 ? p.suggest(typed, kinds) : p.suggest(typed))));

  test('come after three characters, at most ten, states before cities and large cities before small ones', async () => {
    expect(await suggested('ne')).toEqual([]);
    expect(await suggested(' ne ')).toEqual([]);
    const all = (await suggested('new'))!;
    expect(all).toHaveLength(10);
    expect(all.slice(0, 4)).toEqual(['New Hampshire', 'New Jersey', 'New Mexico', 'New York']);
    expect((await suggested('new york', 'city'))![0]).toBe('New York, NY');
    expect((await suggested('hou', 'city'))![0]).toBe('Houston, TX');
    expect(await suggested('6060', 'zip')).toEqual(expect.arrayContaining(['60601', '60602']));
    expect(await suggested('60601')).toEqual(['60601']);
  });

  test('follow a state that is named, or half of it, and take no signs for more than they are', async () => {
    expect(await suggested('springfield, il')).toEqual(['Springfield, IL']);
    expect(await suggested('springfield, m')).toEqual(expect.arrayContaining(['Springfield, MA', 'Springfield, MO']));
    expect(await suggested('springfield, zz')).toEqual([]);
    expect(await suggested('%%%')).toEqual([]);
    expect(await suggested('___')).toEqual([]);
  });
});

test('loaded again, every place keeps its number', async () => {
  const places = async () =>
    (await app.kernel.platform.raw('select count(*), sum(id::bigint * length(name)) as ids from places_place')).rows as unknown[];
  const before = await places();
  await app.asOwner(`update places_place set name = 'Windy City' where key = 'chicago' and state = 'IL'; delete from places_place where id = 60601;
    grant insert, update on places_place to lead_app; grant usage on sequence places_city_number to lead_app`);
  await loadPlaces(app.kernel.platform);
  expect(await places()).toEqual(before);
});
