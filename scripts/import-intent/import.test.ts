import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { derivedKey } from '../../config/default.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { PERSON_KEY } from '../../plugins/lead-intake/capture/identity/person.ts';
import { Intent, type IntentApi, type IntentQuery, KEEP_DAYS, START } from '../../plugins/lead-intake/intent/contract.ts';
import { purgeJob } from '../../plugins/lead-intake/intent/purge.job.ts';
import { Places, type Place } from '../../plugins/foundation/places/contract.ts';
import { importIdentities } from '../import-identities/import.ts';
import { importIntent } from './import.ts';

const PEOPLE = 40;
/** Few, so that many of them are met in several places. */
const SEEKERS = 12;
const DAY = 86_400_000;
const NOW = Date.now();
/** Several in a city, several cities in a state. */
const ZIPS = ['60601', '60602', '60605', '62701', '62702', '61602', '10001', '10002', '14201', '89501', '61443'];
const STATES = ['IL', 'NY', 'NV'];
const CITIES = ['Chicago, IL', 'Springfield, IL', 'Peoria, IL', 'New York, NY', 'Buffalo, NY', 'Reno, NV', 'Kewanee, IL'];
const KEYWORDS = ['running shoes', 'trail running shoes', 'shoes', 'cheap boots', 'rain boots'];

let app: TestApp;
let key: Buffer;
let places: Map<string, Place>;
beforeAll(async () => {
  app = await startTestApp({ config: { roles: ['web'] } });
  key = derivedKey(app.kernel.config, PERSON_KEY);
  const named = await app.inside(app.fixtures.a.tenant, 'places', (ctx) =>
    ctx.use(Places).find({ states: STATES, cities: CITIES, zips: ZIPS }),
  );
  places = new Map(
    named.places.map((place) => [
      place.kind === 'city' ? `${place.name}, ${place.state}` : place.kind === 'state' ? place.state : place.name,
      place,
    ]),
  );
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.asOwner('truncate capture_person, capture_identity');
  await begin();
});

/** Everybody is in the graph, and nobody was looking for anything. */
async function begin(): Promise<void> {
  await app.asOwner('truncate intent_keyword, intent_record, intent_tally, intent_wanderer, intent_import');
  const people = Array.from({ length: PEOPLE }, (_, n) => `P${n},${emailOf(n)}\n`).join('');
  await importIdentities(Readable.from([`first_name,email\n${people}`]), { url: app.databaseUrl, key, say: () => undefined });
}

const emailOf = (person: number): string => `p${person}@example.com`;
const load = async (csv: string, now = new Date()) => {
  const rejected: { line: number; why: string }[] = [];
  const result = await importIntent(Readable.from([csv]), {
    url: app.databaseUrl,
    key,
    now,
    say: () => undefined,
    mostRejected: 1,
    rejected: { add: (line, why) => void rejected.push({ line, why }), close: async () => null },
  });
  expect(result.read).toBe(result.added + result.known + result.unknown + result.rejected);
  return { ...result, lines: rejected };
};
const intent = <R>(work: (api: IntentApi) => Promise<R>): Promise<R> =>
  app.inside(app.fixtures.a.tenant, 'intent', (ctx) => work(ctx.use(Intent)));

interface Sought {
  person: number;
  keyword: string;
  /** A zip code, a state, or empty. */
  at: string;
  /** Days ago. */
  age: number;
}
const csvOf = (records: readonly Sought[], now = Date.now()): string =>
  `email,keyword,zip,state,searched_at\n${records
    .map(({ person, keyword, at, age }) => {
      const isZip = /^\d/.test(at);
      return [emailOf(person), keyword, isZip ? at : '', isZip ? '' : at, new Date(now - age * DAY).toISOString()].join(',');
    })
    .join('\n')}\n`;
const isWithin = (at: string, named: readonly Place[]): boolean => {
  const place = places.get(at);
  return place !== undefined && named.some(({ id }) => id === place.id || place.within.includes(id));
};
const peopleOf = (records: readonly Sought[]): number => new Set(records.map(({ person }) => person)).size;

const sought = fc.record({
  person: fc.nat(SEEKERS - 1),
  keyword: fc.constantFrom(...KEYWORDS),
  at: fc.constantFrom(...ZIPS, ...STATES, ''),
  age: fc.constantFrom(1, 2, 100),
});
const somewhere = fc.subarray([...ZIPS, ...STATES, ...CITIES]);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.array(sought, { minLength: 30, maxLength: 60 }).map((records) => ({ do: 'import' as const, records })) },
  { weight: 1, arbitrary: fc.constant({ do: 'purge' as const }) },
  { weight: 1, arbitrary: fc.nat(SEEKERS - 1).map((person) => ({ do: 'erase' as const, person })) },
);

test('counts equal those of a brute-force count, whatever was imported, purged and erased', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 6 }),
      fc.array(somewhere, { minLength: 6, maxLength: 6 }),
      async (steps, wheres) => {
        await begin();
        let all: Sought[] = [];
        const gone = new Set<number>();
        for (const it of steps) {
          // A hundred days ago the oldest records were young.
          if (it.do === 'import') {
            const known = it.records.filter(({ person }) => !gone.has(person));
            for (const isOld of [true, false]) {
              const some = it.records.filter(({ age }) => age > KEEP_DAYS === isOld);
              const { unknown } = await load(csvOf(some, NOW), new Date(NOW - (isOld ? 99 * DAY : 0)));
              expect(unknown).toBe(some.filter(({ person }) => gone.has(person)).length);
            }
            all.push(...known);
          } else if (it.do === 'purge') {
            await app.inside(app.fixtures.a.tenant, 'intent', (ctx) => purgeJob.run(ctx, {}), 'intent');
            all = all.filter(({ age }) => age <= KEEP_DAYS);
          } else {
            await app.asOwner(`delete from capture_person where email = '${emailOf(it.person)}'`);
            gone.add(it.person);
            all = all.filter(({ person }) => person !== it.person);
          }
        }
        for (const where of wheres) {
          const named = where.map((name) => places.get(name)!);
          const expected = KEYWORDS.map((keyword) => {
            const records = all.filter((record) => record.keyword === keyword);
            return { keyword, people: peopleOf(records), inside: peopleOf(records.filter(({ at }) => isWithin(at, named))) };
          });
          expect(await intent((api) => api.counts(KEYWORDS, named))).toEqual(expected);
          const two = KEYWORDS.slice(1, 3);
          const union = all.filter(({ keyword, at }) => two.includes(keyword) && isWithin(at, named));
          expect(await intent((api) => api.people({ keywords: two, places: named }))).toBe(peopleOf(union));
        }
        expect(await intent((api) => api.counts(KEYWORDS.slice(0, 1), null))).toMatchObject([
          { inside: peopleOf(all.filter(({ keyword }) => keyword === KEYWORDS[0])) },
        ]);
      },
    ),
    { numRuns: 5, endOnFailure: true },
  );
}, 240_000);

describe('a file', () => {
  const HEADING = 'email,email_sha256,email_md5,phone,keyword,zip,state,searched_at';
  const recently = new Date(NOW - DAY).toISOString();

  test('costs no more than its bad lines, each of which says why', async () => {
    const lines = [
      `p1@example.com,,,, Running  SHOES ,60601-1234,IL,${recently}`,
      `,${'0'.repeat(64)},,,shoes,60601,,${recently}`,
      `p2@example.com,,,,x,,,${recently}`,
      `p2@example.com,,,,${'x'.repeat(121)},,,${recently}`,
      `no address,,,,shoes,,,${recently}`,
      `,,,,shoes,,,${recently}`,
      `,12,,,shoes,,,${recently}`,
      `p2@example.com,,,,shoes,1234,,${recently}`,
      `p2@example.com,,,,shoes,00000,,${recently}`,
      `p2@example.com,,,,shoes,,Ontario,${recently}`,
      `p2@example.com,,,,shoes,60601,TX,${recently}`,
      `p2@example.com,,,,shoes,,,yesterday`,
      `p2@example.com,,,,shoes,,,2026-02-30`,
      `p2@example.com,,,,shoes,,,${new Date(NOW + 3 * DAY).toISOString()}`,
      `p2@example.com,,,,shoes,,,${new Date(NOW - 91 * DAY).toISOString()}`,
      `p2@example.com,,,,a\\b shoes,,Illinois,${recently}`,
    ];
    const result = await load(`${HEADING}\n${lines.join('\n')}\n`);
    expect(result).toMatchObject({ read: 16, added: 2, known: 0, unknown: 1, rejected: 13 });
    expect(result.lines.toSorted((a, b) => a.line - b.line).map(({ line, why }) => `${line} ${why}`)).toEqual([
      '3 nobody in the identity graph has this e-mail address or phone number',
      '4 the keyword has fewer than 2 or more than 120 characters',
      '5 the keyword has fewer than 2 or more than 120 characters',
      '6 the e-mail address is not valid',
      '7 neither e-mail address, its hash, nor a phone number of ten digits',
      '8 email_sha256 is not 64 hexadecimal digits',
      '9 a zip code has five digits',
      '10 there is no zip code 00000',
      '11 there is no state Ontario',
      '12 the zip code 60601 is not in TX',
      '13 searched_at is no date and time such as 2026-06-01T12:00:00Z',
      '14 searched_at is no date and time such as 2026-06-01T12:00:00Z',
      '15 searched_at lies in the future',
      '16 searched_at is more than 90 days ago',
    ]);
    const illinois = [places.get('IL')!];
    expect(await intent((api) => api.counts(['running shoes', 'a\\b shoes', 'boots'], illinois))).toEqual([
      { keyword: 'running shoes', people: 1, inside: 1 },
      { keyword: 'a\\b shoes', people: 1, inside: 1 },
      { keyword: 'boots', people: 0, inside: 0 },
    ]);
  });

  test('adds nothing the second time, nor where it says the same twice', async () => {
    const records = csvOf([
      { person: 1, keyword: 'shoes', at: '60601', age: 1 },
      { person: 1, keyword: 'shoes', at: '60601', age: 1 },
      { person: 1, keyword: 'shoes', at: '60601', age: 2 },
    ]);
    expect(await load(records)).toMatchObject({ added: 2, known: 1 });
    const before = await intent((api) => api.state());
    expect(await load(records)).toMatchObject({ added: 0, known: 3 });
    expect(await intent((api) => api.state())).toEqual(before);
    expect(before.asOf!.getTime()).toBeGreaterThanOrEqual(NOW);
  });

  test('that names too little, or of which too much is wrong, changes nothing', async () => {
    await expect(load(`email,keyword\np1@example.com,shoes\n`)).rejects.toThrow(
      'The first line must name the columns: keyword, searched_at',
    );
    const bad = Array.from({ length: 200 }, () => `p1@example.com,,,,shoes,1,,${recently}`).join('\n');
    const file = Readable.from([`${HEADING}\np1@example.com,,,,shoes,,,${recently}\n${bad}\n`]);
    await expect(importIntent(file, { url: app.databaseUrl, key, say: () => undefined })).rejects.toThrow('200 of 201 lines were rejected');
    expect(await intent((api) => api.counts(['shoes'], null))).toMatchObject([{ people: 0 }]);
  });
});

describe('records are read', () => {
  const read = (query: IntentQuery, behind: string, most: number) => intent((api) => api.read(query, behind, most));
  const everything = async (query: IntentQuery, most: number) => {
    const found: string[] = [];
    let behind = START;
    for (let isEnd = false; !isEnd;) {
      const batch = await read(query, behind, most);
      found.push(...batch.records.map(({ person, keyword }) => `${person.email} ${keyword}`));
      ({ position: behind, isEnd } = batch);
    }
    return { found, behind };
  };

  test('by exact and contextual keywords without stop words, within places, each once and in any portions', async () => {
    const at = (person: number, keyword: string, where: string): Sought => ({ person, keyword, at: where, age: 1 });
    await load(
      csvOf([
        at(1, 'running shoes', '60601'),
        at(2, 'trail running shoes', '60602'),
        at(3, 'shoes', 'IL'),
        at(4, 'running shoes', '89501'),
        at(5, 'cheap boots', '60601'),
        at(6, 'rain boots', ''),
      ]),
    );
    const found = async (query: Partial<IntentQuery>, most = 2) => (await everything({ places: null, ...query }, most)).found.toSorted();
    expect(await found({ keywords: ['Running Shoes'] })).toEqual(['p1@example.com running shoes', 'p4@example.com running shoes']);
    expect(await found({ contextual: ['shoes running'] })).toEqual([
      'p1@example.com running shoes',
      'p2@example.com trail running shoes',
      'p4@example.com running shoes',
    ]);
    expect(await found({ contextual: ['running'], stopWords: ['trail'], keywords: ['shoes'] }, 1)).toEqual([
      'p1@example.com running shoes',
      'p3@example.com shoes',
      'p4@example.com running shoes',
    ]);
    expect(await found({ contextual: ['running', 'shoes', 'boots'], places: [places.get('Chicago, IL')!] }, 3)).toEqual([
      'p1@example.com running shoes',
      'p2@example.com trail running shoes',
      'p5@example.com cheap boots',
    ]);
    expect(await found({ contextual: ['boots'], places: [] })).toEqual([]);
    expect(await found({ contextual: ['--', ''], keywords: ['-'] })).toEqual([]);
    expect(await found({})).toEqual([]);
    expect(await intent((api) => api.people({ contextual: ['running', 'boots'], stopWords: ['cheap'], places: [places.get('IL')!] }))).toBe(
      2,
    );
  });

  test('once each while others are being imported, and counts are those of before or after, never between', async () => {
    const shoes = (from: number): Sought[] =>
      Array.from({ length: 20 }, (_, n) => ({ person: from + n, keyword: 'shoes', at: ZIPS[n % ZIPS.length]!, age: 1 }));
    await load(csvOf(shoes(0)));
    const importing = Promise.all([load(csvOf(shoes(20))), load(csvOf(shoes(0).map((record) => ({ ...record, age: 2 }))))]);
    const progress = { isDone: false };
    importing.finally(() => (progress.isDone = true)).catch(() => undefined);
    const seen: string[] = [];
    const counted = new Set<string>();
    let behind = START;
    do {
      const batch = await read({ keywords: ['shoes'], places: null }, behind, 7);
      seen.push(...batch.records.map(({ position }) => position));
      behind = batch.position;
      const [count] = await intent((api) =>
        api.counts(
          ['shoes'],
          STATES.map((state) => places.get(state)!),
        ),
      );
      counted.add(`${count!.people} ${count!.inside}`);
    } while (!progress.isDone);
    await importing;
    for (let isEnd = false; !isEnd;) {
      const batch = await read({ keywords: ['shoes'], places: null }, behind, 7);
      seen.push(...batch.records.map(({ position }) => position));
      ({ position: behind, isEnd } = batch);
    }
    expect(seen).toEqual([...new Set(seen)]);
    expect(seen).toHaveLength(60);
    expect((await intent((api) => api.state())).position).toBe(behind);
    expect([...counted].filter((count) => !['20 20', '40 40'].includes(count))).toEqual([]);
  });
});

test('keywords are suggested after three characters, the most searched first', async () => {
  const records = KEYWORDS.flatMap((keyword, n) => Array.from({ length: n + 1 }, (_, person) => ({ person, keyword, at: '', age: 1 })));
  await load(csvOf(records));
  const suggested = async (typed: string) => (await intent((api) => api.suggest(typed))).map(({ keyword }) => keyword);
  expect(await suggested('sh')).toEqual([]);
  expect(await suggested(' SHO')).toEqual(['shoes', 'trail running shoes', 'running shoes']);
  expect(await suggested('boots')).toEqual(['rain boots', 'cheap boots']);
  expect(await suggested('running sh')).toEqual(['running shoes', 'trail running shoes']);
  for (const sign of ['%%%', '___', 's%s', '\\\\\\']) expect(await suggested(sign)).toEqual([]);
  expect(await intent((api) => api.suggest('rain'))).toEqual([{ keyword: 'rain boots', people: 5 }]);
});
