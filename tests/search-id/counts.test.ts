import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countJob } from '../../plugins/lead-products/search-id/counting/count.job.ts';
import { Searches, type Sought } from './searches.ts';

let it: Searches;
const ZIPS = { '60601': ['Chicago', 'IL'], '62701': ['Springfield', 'IL'], '10001': ['New York', 'NY'], '89501': ['Reno', 'NV'] };
const KEYWORDS = ['green tea', 'black tea', 'oolong'];
const RECORDS: Sought[] = [];
beforeAll(async () => {
  // Nothing is counted before a test says so.
  it = await Searches.start({ config: { roles: ['web', 'collect'] } });
  const zips = Object.keys(ZIPS);
  // Everybody looks for some of them, in one place or several, also twice.
  for (let person = 0; person < 30; person += 1)
    for (const [at, keyword] of KEYWORDS.entries())
      if ((person + at) % (at + 1) === 0)
        RECORDS.push(
          { who: `p${person}`, keyword, zip: zips[(person * 7 + at) % 4]! },
          { who: `p${person}`, keyword, zip: zips[(person * 5) % 4]!, age: 3 },
        );
  await it.records(RECORDS);
});
afterAll(() => it.app.close());

/** How many different people, counted one by one. */
const brute = (keyword: string, isWithin: (zip: string) => boolean = () => true): number =>
  new Set(RECORDS.filter((record) => record.keyword === keyword && isWithin(record.zip!)).map(({ who }) => who)).size;
const list = async (id: number, query = '', as = it.app.fixtures.a.owner) =>
  (await it.app.call('GET', `/api/leadspeek/lead-count-queue/${id}?PerPage=100${query}`, as)).body;
const ask = (id: number, as = it.app.fixtures.a.owner) =>
  it.app.call('POST', '/api/leadspeek/lead-count-queue', as, { body: { leadspeek_api_id: id } });
const draft = async (fields: object): Promise<number> => (await it.create(fields)).body.leadspeek_api_id;
const places = { nationaltargeting: 'F', locatorstate: ['NY', 'NV'], locatorcity: ['Chicago, IL'], locatorzip: '62701' };
const rows = () => it.app.kernel.platform('search_id_count');

test('the people of a saved campaign are counted by themselves, for each keyword in each kind of place', async () => {
  const id = await draft({ locatorkeyword: KEYWORDS, ...places });
  const waiting = await list(id);
  expect(waiting.total).toBe(9);
  expect(waiting.data[0]).toMatchObject({ status: 'pending', shown: 'pending', count: null, count_text: '-', count_without_geo_text: '-' });
  await it.app.settle();
  const { data } = await list(id);
  const within: Record<string, (zip: string) => boolean> = {
    State: (zip) => ['NY', 'NV'].includes(ZIPS[zip as keyof typeof ZIPS][1]!),
    City: (zip) => ZIPS[zip as keyof typeof ZIPS][0] === 'Chicago',
    'Zip Code': (zip) => zip === '62701',
  };
  for (const row of data)
    expect(row, `${row.keyword} ${row.target_location}`).toMatchObject({
      status: 'success',
      count_without_geo: brute(row.keyword),
      count: brute(row.keyword, within[row.target_location]),
    });
  expect(
    data
      .map((row: Record<string, string>) => [row['keyword'], row['target_location'], row['states'], row['cities'], row['zip_code']])
      .slice(0, 3),
  ).toEqual([
    ['green tea', 'State', 'NY, NV', '', ''],
    ['green tea', 'City', '', 'chicago, il', ''],
    ['green tea', 'Zip Code', '', '', '62701'],
  ]);
  // Both counts are of one set of records, whose date is told.
  const { rows: imports } = await it.app.kernel.platform.raw('select finished_at from intent_state()');
  expect(new Set(data.map((row: { as_of: string }) => row.as_of))).toEqual(new Set([imports[0].finished_at.toISOString()]));
});

test('are sorted by local count, or as they were asked for, and narrowed by status', async () => {
  const id = await draft({ locatorkeyword: [...KEYWORDS, 'nobody'], nationaltargeting: 'T' });
  await it.app.settle();
  await rows().where({ campaign_id: id, keyword: 'oolong' }).update({ state: 'error' });
  const keywords = async (query = '') => (await list(id, query)).data.map((row: { keyword: string }) => row.keyword);
  expect(await keywords()).toEqual([...KEYWORDS, 'nobody']);
  expect(await keywords('&sortby=count&order=asc')).toEqual(['nobody', 'black tea', 'green tea', 'oolong']);
  expect(await keywords('&sortby=count&order=desc')).toEqual(['green tea', 'black tea', 'nobody', 'oolong']);
  expect(await keywords('&status=Success')).toEqual(['green tea', 'black tea']);
  expect(await keywords('&status=NoResult')).toEqual(['nobody']);
  expect(await keywords('&status=Failed')).toEqual(['oolong']);
  expect(await keywords('&status=Pending')).toEqual([]);
  expect((await list(id, '&sortby=nonsense')).status).toBe(422);
});

test('are counted again when something else is looked for, and not when it is the same', async () => {
  const id = await draft({ locatorkeyword: ['green tea'] });
  await it.app.settle();
  const first = await rows().where({ campaign_id: id });
  expect((await it.change(id, { locatorkeyword: ['Green Tea'], campaignName: 'Tea' })).status).toBe(200);
  expect(await rows().where({ campaign_id: id })).toEqual(first);
  expect((await it.change(id, { locatorkeyword: ['green tea', 'white tea'] })).status).toBe(200);
  // What was counted within a day is known at once.
  expect((await list(id)).data[0]).toMatchObject({ status: 'success' });
  await it.app.settle();
  expect((await list(id)).data.map(({ shown }: { shown: string }) => shown)).toEqual(['success', 'no_result']);
  await rows()
    .where({ campaign_id: id })
    .update({ counted_at: new Date(Date.now() - 25 * 3_600_000) });
  await rows()
    .where({ keyword: 'green tea' })
    .update({ counted_at: new Date(Date.now() - 25 * 3_600_000) });
  const asked = Date.now();
  expect((await ask(id)).status).toBe(200);
  await it.app.settle();
  const counted = (await rows().where({ campaign_id: id })) as { counted_at: Date }[];
  expect(counted.map(({ counted_at: at }) => at.getTime() >= asked - 1_000)).toEqual([true, true]);
});

describe('a count that fails', () => {
  /** One keyword cannot be counted. */
  const broken = (keyword: string) =>
    it.app.asOwner(`create function test_broken() returns trigger language plpgsql as $$ begin raise exception 'out of order'; end $$;
      create trigger test_broken before update on search_id_count for each row when (new.keyword = '${keyword}' and new.state = 'success')
        execute function test_broken()`);
  const mended = () => it.app.asOwner('drop trigger test_broken on search_id_count; drop function test_broken()');
  const due = () => rows().update({ try_at: new Date(0) });

  test('is tried three times, takes no others with it, and may then be tried again by hand', async () => {
    await broken('ginger');
    const id = await draft({ locatorkeyword: ['lime tea', 'ginger', 'mint tea'] });
    for (let round = 0; round < 3; round += 1) {
      await it.app.settle();
      await due();
    }
    await it.app.settle();
    const shown = async () => (await list(id)).data.map((row: { shown: string; retry: string }) => [row.shown, row.retry]);
    expect(await shown()).toEqual([
      ['no_result', 'no'],
      ['error', 'yes'],
      ['no_result', 'no'],
    ]);
    expect((await rows().where({ campaign_id: id, keyword: 'ginger' }).first('tries')).tries).toBe(3);
    await mended();
    const [, failed] = (await list(id)).data;
    const retry = (row: number, as = it.app.fixtures.a.owner) =>
      it.app.call('POST', '/api/leadspeek/lead-count-queue/retry', as, { body: { leadspeek_api_id: id, id: row } });
    expect((await retry((await list(id)).data[0].id)).status).toBe(404);
    expect((await retry(failed.id, it.app.fixtures.b.owner)).status).toBe(404);
    // It waits while the next calls are made.
    await it.app
      .asOwner(`create function test_later() returns trigger language plpgsql as $$ begin new.try_at = now() + interval '1 hour'; return new; end $$;
      create trigger test_later before update on search_id_count for each row when (new.state = 'pending') execute function test_later()`);
    expect((await retry(failed.id)).status).toBe(200);
    expect((await retry(failed.id)).status).toBe(409);
    expect((await ask(id)).status).toBe(409);
    await it.app.asOwner('drop trigger test_later on search_id_count; drop function test_later()');
    await due();
    await it.app.settle();
    expect((await shown())[1]).toEqual(['no_result', 'no']);
    expect((await retry(failed.id)).status).toBe(404);
  });
});

test('no company has more than two under way, and all have their turn', async () => {
  const [first, second] = it.app.fixtures.a.clients;
  const many = Array.from({ length: 260 }, (_, n) => `tea number ${n}`);
  await it.app.asOwner(`create table test_busy (company_id int, n int);
    grant insert, select on test_busy to public;
    create function test_busy() returns trigger language plpgsql as $$ begin
      insert into test_busy select company_id, count(distinct task) from search_id_count where state = 'processing' group by 1; return null; end $$;
    create trigger test_busy after update on search_id_count for each statement execute function test_busy();
    -- Nothing is counted before both companies have asked.
    create function test_later() returns trigger language plpgsql as $$ begin new.try_at = now() + interval '1 hour'; return new; end $$;
    create trigger test_later before insert on search_id_count for each row execute function test_later()`);
  await it.create({ locatorkeyword: many }, it.app.fixtures.a.owner, first!.tenant.id);
  await it.create({ locatorkeyword: ['rare tea'] }, it.app.fixtures.a.owner, second!.tenant.id);
  await it.app.asOwner('drop trigger test_later on search_id_count; drop function test_later()');
  await rows()
    .where({ state: 'pending' })
    .update({ try_at: new Date(0) });
  const run = () => it.app.inside(it.app.fixtures.a.tenant, 'search-id', (ctx) => countJob.run(ctx, {}), 'intent');
  await Promise.all([run(), run(), run()]);
  await it.app.settle();
  const most = await it.app.kernel
    .platform('test_busy')
    .groupBy('company_id')
    .select('company_id')
    .max({ most: 'n' })
    .orderBy('company_id');
  expect(most).toEqual([
    { company_id: first!.tenant.id, most: 2 },
    { company_id: second!.tenant.id, most: 1 },
  ]);
  await it.app.asOwner('drop trigger test_busy on search_id_count; drop function test_busy(); drop table test_busy');
  expect(await rows().whereIn('keyword', many).whereNot({ state: 'success' })).toEqual([]);
  // Its one keyword did not wait for the other company's 260.
  const { counted_at: rare } = await rows().where({ keyword: 'rare tea' }).first('counted_at');
  const { counted_at: last } = await rows().whereIn('keyword', many).orderBy('counted_at', 'desc').first('counted_at');
  expect(rare.getTime()).toBeLessThan(last.getTime());
});

test('who waited long is told so meanwhile, and by one mail when it is done', async () => {
  const id = await draft({ locatorkeyword: ['slow tea', 'slower tea'] });
  await it.app.kernel
    .platform('search_id_run')
    .where({ campaign_id: id })
    .update({ asked_at: new Date(Date.now() - 6 * 60_000) });
  expect((await list(id)).data[0]).toMatchObject({ status: 'pending', shown: 'delayed' });
  await it.app.settle();
  const sent = await it.app.kernel.platform('core_mail').whereILike('subject', '%have been counted%');
  expect(sent).toHaveLength(1);
});

test('a worker that dies leaves its counts to the next one', async () => {
  const id = await draft({ locatorkeyword: ['last tea'] });
  await rows()
    .where({ campaign_id: id })
    .update({ state: 'processing', task: crypto.randomUUID(), lease_until: new Date(Date.now() - 1_000), tries: 1 });
  await it.app.settle();
  expect((await list(id)).data[0]).toMatchObject({ shown: 'no_result' });
});

test('belong to the campaign, whoever asks', async () => {
  const id = await draft({ locatorkeyword: ['own tea'] });
  expect((await list(id, '', it.app.fixtures.b.owner)).status).toBe(404);
  expect((await ask(id, it.app.fixtures.b.owner)).status).toBe(404);
  expect((await ask(id, it.app.fixtures.a.clients[1]!.user)).status).toBe(404);
  const { body } = await it.create({ leadspeekType: 'local', requireemailaddress: 'T' });
  expect((await ask(body.leadspeek_api_id)).status).toBe(404);
  const nothing = await draft({});
  expect((await ask(nothing)).body.errors).toEqual([expect.objectContaining({ field: 'leadspeek_api_id' })]);
});
