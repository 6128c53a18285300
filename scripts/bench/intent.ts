import { Readable } from 'node:stream';
import { asSystem } from '../../core/boot/as-system.ts';
import { derivedKey } from '../../config/default.ts';
import { testConfig } from '../../core/testing/template.ts';
import { PERSON_KEY } from '../../plugins/lead-intake/capture/identity/person.ts';
import { Intent } from '../../plugins/lead-intake/intent/contract.ts';
import { type Place, Places } from '../../plugins/foundation/places/contract.ts';
import { importIntent } from '../import-intent/import.ts';
import { batch, type Comparison, compare, load } from './harness.ts';
import { fill, type Installation, install, sizeOf } from './installation.ts';

const RECORDS = sizeOf('BENCH_INTENT', 200_000);
const PEOPLE = Math.ceil(RECORDS / 3);
const KEYWORDS = 2_000;
const MILLISECONDS = 2_000;
const UNION = 50;
const IMPORTED = 20_000;

/** P6: how many different people looked for a keyword within places, against the same question to a bare table with an index for each kind of place. */
export async function run(adminUrl: string): Promise<Comparison[]> {
  const installation = await install(adminUrl);
  try {
    await fillRecords(installation);
    const named = await somePlaces(installation);
    const { kernel, owner, fixtures } = installation;
    const results: Comparison[] = [];
    const ask = async ({ keywords, places }: Question): Promise<number> =>
      asSystem(kernel, fixtures.a.tenant, async (ctx) => {
        const intent = ctx.use(Intent);
        return keywords.length === 1 ? (await intent.counts(keywords, places))[0]!.inside : intent.people({ keywords, places });
      });
    const askLimit = async ({ keywords, places }: Question): Promise<number> => {
      const ids = (kind: Place['kind']): number[] => places.filter((place) => place.kind === kind).map(({ id }) => id);
      const { rows } = await owner.query<{ people: string }>({
        name: 'limit',
        text: `select count(distinct person_id) as people from (
            select person_id from bench_intent where keyword_id = any($1) and state_id = any($2)
            union all select person_id from bench_intent where keyword_id = any($1) and city_id = any($3)
            union all select person_id from bench_intent where keyword_id = any($1) and zip_id = any($4)) as people`,
        values: [keywords.map((keyword) => Number(keyword.slice(8))), ids('state'), ids('city'), ids('zip')],
      });
      return Number(rows[0]!.people);
    };
    for (const [name, question] of Object.entries(questions(named))) {
      for (let n = 1; n <= 12; n += 1) {
        const [mine, theirs] = [await ask(question(n)), await askLimit(question(n))];
        if (mine !== theirs) throw new Error(`${name}: the product counts ${mine} people, the limit ${theirs}`);
      }
      const side = (answer: typeof ask) => ({ run: () => load(1, MILLISECONDS, (n) => answer(question(n))) });
      results.push(
        await compare(`intent, ${RECORDS.toLocaleString('en-US')} records, ${name}`, 'counts', {
          product: side(ask),
          limit: side(askLimit),
        }),
      );
    }
    results.push(await importing(installation));
    return results;
  } finally {
    await installation.remove();
  }
}

interface Question {
  keywords: string[];
  places: Place[];
}

/** The n-th question of each kind; keywords are asked for as often as they are searched. */
function questions(named: Record<Place['kind'], Place[]>): Record<string, (n: number) => Question> {
  const keyword = (n: number): string => `keyword ${Math.floor(KEYWORDS ** fraction(n))}`;
  const some = (kind: Place['kind'], n: number, count: number): Place[] =>
    Array.from({ length: count }, (_, i) => named[kind][(n * 31 + i) % named[kind].length]!);
  const kinds = ['state', 'city', 'zip'] as const;
  return {
    'a keyword in a place': (n) => ({ keywords: [keyword(n)], places: some(kinds[n % 3]!, n, 1) }),
    [`a keyword in ${UNION} states`]: (n) => ({ keywords: [keyword(n)], places: some('state', n, UNION) }),
    [`a keyword in ${UNION} cities`]: (n) => ({ keywords: [keyword(n)], places: some('city', n, UNION) }),
    [`a keyword in ${UNION} zip codes`]: (n) => ({ keywords: [keyword(n)], places: some('zip', n, UNION) }),
    [`the most searched keyword in ${UNION} cities`]: (n) => ({ keywords: ['keyword 1'], places: some('city', n, UNION) }),
    [`ten keywords together in ${UNION} cities`]: (n) => ({
      keywords: Array.from({ length: 10 }, (_, i) => `keyword ${1 + ((n * 17 + i * 101) % KEYWORDS)}`),
      places: some('city', n, UNION),
    }),
  };
}

/** A number from 0 to 1 that n determines and no pattern of neighbours. */
const fraction = (n: number): number => ((n * 2_654_435_761) % 4_294_967_296) / 4_294_967_296;

/** All states, the largest cities, and zip codes of all kinds. */
async function somePlaces({ owner, kernel, fixtures }: Installation): Promise<Record<Place['kind'], Place[]>> {
  const { rows } = await owner.query<{ kind: Place['kind']; name: string; state: string }>(
    `(select kind, name, state from places_place where kind = 'state' order by id limit 51)
     union all (select kind, name, state from places_place where kind = 'city' order by zips desc, id limit 500)
     union all (select kind, name, state from places_place where kind = 'zip' order by md5(name) limit 5000)`,
  );
  const of = (kind: Place['kind'], name: (row: (typeof rows)[0]) => string): string[] => rows.filter((row) => row.kind === kind).map(name);
  const { places } = await asSystem(kernel, fixtures.a.tenant, (ctx) =>
    ctx.use(Places).find({
      states: of('state', ({ state }) => state),
      cities: of('city', ({ name, state }) => `${name}, ${state}`),
      zips: of('zip', ({ name }) => name),
    }),
  );
  return Object.groupBy(places, ({ kind }) => kind) as Record<Place['kind'], Place[]>;
}

/**
 * Only those of whom the import speaks are in the graph: counts do not look there. Keywords by Zipf's law: the first of 2,000 has a tenth of all records. Of ten records of a person nine are from the zip code where they live,
 * the tenth is from anywhere.
 */
async function fillRecords({ owner }: Installation): Promise<void> {
  await fill(
    owner,
    `
    set statement_timeout = 0; set work_mem = '256MB'; set timezone = 'UTC'; set app.scope = 'platform';
    select setseed(0.5);
    insert into capture_person (person_key, email, source) select sha256(n::text::bytea), 'p' || n || '@people.example', 'import' from generate_series(1, ${IMPORTED}) n;
    insert into capture_identity (kind, value, person_id) select 'sha256', sha256(email::bytea), id from capture_person;
    insert into intent_keyword (keyword) select 'keyword ' || n from generate_series(1, ${KEYWORDS}) n;
    create unlogged table bench_zip as select row_number() over (order by id) - 1 as n, id as zip_id, city_id,
      100000 + (ascii(state) - 65) * 26 + ascii(substr(state, 2)) - 65 as state_id from places_place where kind = 'zip';
    create unique index on bench_zip (n); analyze bench_zip;
    create unlogged table bench_drawn as
      select 1 + floor(random() * ${PEOPLE})::int as person, floor(${KEYWORDS} ^ random())::int as keyword_id, random() < 0.1 as is_elsewhere,
        random() as anywhere, now() - random() * interval '89 days' as searched_at from generate_series(1, ${RECORDS});
    create unlogged table bench_intent as
      select d.keyword_id, d.person::bigint as person_id, z.state_id, z.city_id, z.zip_id, d.searched_at from bench_drawn d
      join bench_zip z on z.n = (case when is_elsewhere then floor(anywhere * (select count(*) from bench_zip))::bigint
        else abs(hashint4(d.person)::bigint) % (select count(*) from bench_zip) end);
    drop index intent_record_once; drop index intent_record_person_id_keyword_id_idx;
    insert into intent_record (position, keyword_id, person_id, state_id, city_id, zip_id, searched_at)
      select nextval('intent_position'), * from (select keyword_id, person_id, state_id, city_id, zip_id, searched_at from bench_intent order by 1, 4, 5, 2) n;
    create unique index intent_record_once on intent_record (keyword_id, city_id, zip_id, person_id, state_id, searched_at);
    create index on intent_record (person_id, keyword_id);
    analyze intent_record;
    insert into intent_touched select distinct keyword_id, person_id from intent_record;
    select intent_count_touched(1);
    truncate intent_touched;
    create index on bench_intent (keyword_id, state_id, person_id);
    create index on bench_intent (keyword_id, city_id, person_id);
    create index on bench_intent (keyword_id, zip_id, person_id);`,
  );
  await owner.query('vacuum analyze intent_record');
  await owner.query('vacuum analyze intent_tally');
  await owner.query('vacuum analyze intent_wanderer');
  await owner.query('vacuum analyze bench_intent');
}

/** A file of new records among those that are there, against copying the same file into a bare table. */
async function importing({ url, owner }: Installation): Promise<Comparison> {
  const key = derivedKey(testConfig(url), PERSON_KEY);
  await owner.query('create unlogged table bench_copy (email text, keyword text, zip text, searched_at timestamptz)');
  await owner.query('create index on bench_copy (keyword, zip)');
  let round = 0;
  const lines = (): string => {
    const searchedAt = new Date(Date.now() - (round += 1) * 1_000).toISOString();
    const rows = Array.from(
      { length: IMPORTED },
      (_, n) => `p${n + 1}@people.example,keyword ${Math.floor(KEYWORDS ** fraction(n + round))},${10001 + (n % 30)},${searchedAt}`,
    );
    return `email,keyword,zip,searched_at\n${rows.join('\n')}\n`;
  };
  return compare(
    `intent, ${RECORDS.toLocaleString('en-US')} records, import of ${IMPORTED.toLocaleString('en-US')} more`,
    'lines',
    {
      product: {
        run: () => batch(IMPORTED, () => importIntent(Readable.from([lines()]), { url, key, say: () => undefined, mostRejected: 1 })),
      },
      limit: {
        run: () => {
          const rows = lines()
            .split('\n')
            .slice(1, -1)
            .map((line) => line.split(','));
          return batch(IMPORTED, () =>
            owner.query(
              'insert into bench_copy select * from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[])',
              [0, 1, 2, 3].map((at) => rows.map((row) => row[at])),
            ),
          );
        },
      },
    },
    { pairs: 3 },
  );
}
