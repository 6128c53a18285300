import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openClient } from '../../core/data/knex.ts';
import { Intent } from '../../plugins/lead-intake/intent/contract.ts';
import { stayFresh } from '../support/stay-fresh.ts';
import { Searches } from './searches.ts';

/** A supplier on this machine: gives its answers one after the other, and keeps what it was asked. */
let supplier: Server;
let answers: { status?: number; body: unknown }[] = [];
let asked: any[] = [];
let headers: Record<string, unknown>[] = [];
let url: string;
let it: Searches;
beforeAll(async () => {
  supplier = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      asked.push(JSON.parse(text));
      headers.push(request.headers);
      const { status = 200, body } = answers.shift() ?? { body: { records: [] } };
      response.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => void supplier.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(supplier.address() as AddressInfo).port}`;
  url = `http://${host}/records`;
  it = await Searches.start({ config: { egressAllow: [host] } });
  await it.records([{ who: 'ava' }, { who: 'ben' }]);
});
afterAll(async () => {
  await it.app.close();
  await new Promise((resolve) => void supplier.close(resolve));
});
beforeEach(() => {
  answers = [];
  asked = [];
  headers = [];
});

const operator = () => it.app.fixtures.operator;
const set = async (fields: object = {}) => {
  await stayFresh(it.app, operator());
  const body = { on: true, url, header: 'X-Key', secret: 'sesame', timeoutMs: 5_000, everyMinutes: 15, ...fields };
  return it.app.call('PUT', '/api/intent/supplier', operator(), { body });
};
/** The supplier is asked now, and not only when its next time has come. */
async function pull(): Promise<void> {
  await it.app.kernel.platform('intent_supplier').update({ next_at: new Date(0) });
  await it.app.tick('intent.pull');
}
const figures = async () => (await it.app.call('GET', '/api/intent/supplier/figures', operator())).body;
const today = new Date(Date.now() - 3_600_000).toISOString();
const seeking = (who: string, more: object = {}) => ({
  email: `${who}@people.example`,
  keyword: 'trail shoes',
  zip: '60601',
  searched_at: today,
  ...more,
});
const people = async (keyword: string): Promise<number> =>
  (await it.app.inside(it.app.fixtures.a.tenant, 'intent', (ctx) => ctx.use(Intent).counts([keyword], null)))[0]!.people;

describe('the supplier of search data', () => {
  test('is set up by the operator alone, and its key is never shown', async () => {
    expect((await set()).status).toBe(200);
    const shown = await it.app.call('GET', '/api/intent/supplier', operator());
    expect(shown.body).toEqual({ on: true, url, header: 'X-Key', timeoutMs: 5_000, everyMinutes: 15 });
    for (const person of [it.app.fixtures.a.owner, it.app.fixtures.a.clients[0]!.user]) {
      expect((await it.app.call('GET', '/api/intent/supplier', person)).status).toBe(403);
      expect((await it.app.call('GET', '/api/intent/supplier/figures', person)).status).toBe(403);
    }
    expect((await it.app.call('GET', '/api/settings/intent.supplier', operator())).status).toBe(404);
    expect((await set({ url: '' })).status).toBe(422);
  });

  test('is told what active campaigns search for, with their external ids, and brings records that become leads', async () => {
    await set();
    const sought = { locatorkeyword: ['trail shoes'], stopwords: 'used', nationaltargeting: 'F', locatorzip: '60601' };
    const id = await it.running({ ...sought, sificampaign: 'S-1', externalorganizationid: 'Org 9' });
    await it.create({ locatorkeyword: ['never'], campaignName: 'Draft' });
    answers = [
      { body: { records: [seeking('ava'), seeking('nobody')], cursor: 'one', more: true } },
      { body: { records: [seeking('ben', { zip: '', state: 'Illinois' }), seeking('ava')], cursor: 'two' } },
    ];
    await pull();
    expect(headers[0]).toMatchObject({ 'x-key': 'sesame' });
    expect(asked.map(({ cursor }) => cursor)).toEqual([null, 'one']);
    const mine = asked[0].searches.filter((search: { id: number }) => search.id === id);
    expect(mine).toEqual([
      {
        id,
        keywords: ['trail shoes'],
        contextual_keywords: [],
        stop_words: ['used'],
        nationwide: false,
        states: [],
        cities: [],
        zips: ['60601'],
        radius: null,
        external: { sificampaign: 'S-1', externalorganizationid: 'Org 9' },
      },
    ]);
    expect(asked[0].searches.some(({ keywords }: { keywords: string[] }) => keywords.includes('never'))).toBe(false);
    expect(await figures()).toMatchObject({ received: 4, added: 2, known: 1, unknown: 1, rejected: 0, problem: '' });
    expect(await people('trail shoes')).toBe(2);
    await it.settle();
    expect(await it.emails(id)).toEqual(['ava']);
  });

  test('goes on from where it was, and is not asked before its time', async () => {
    await pull();
    expect(asked.map(({ cursor }) => cursor)).toEqual(['two']);
    await it.app.tick('intent.pull');
    expect(asked).toHaveLength(1);
  });

  test('costs its bad records and nothing else', async () => {
    const before = await figures();
    const bad = [
      seeking('ava', { keyword: 'x' }),
      seeking('ava', { searched_at: 'yesterday' }),
      seeking('ava', { zip: '00000' }),
      seeking('ava', { state: 'Ontario' }),
      seeking('ava', { state: 'TX' }),
      { keyword: 'trail shoes', searched_at: today },
      null,
      'garbage',
      ['list'],
      { email: { $ne: 1 }, keyword: [], searched_at: 5 },
    ];
    answers = [{ body: { records: [...bad, seeking('ben', { keyword: 'rain boots' })], cursor: 'three' } }];
    await pull();
    const after = await figures();
    expect([after.received - before.received, after.added - before.added, after.rejected - before.rejected]).toEqual([11, 1, 10]);
    expect(await people('rain boots')).toBe(1);
  });

  test.each([
    ['silence', { status: 503, body: '' }, '503'],
    ['no JSON', { body: '<html>' }, 'JSON'],
    ['no list', { body: { records: 'many' } }, 'records'],
    ['too much', { body: { records: Array.from({ length: 2_001 }, () => ({})) } }, '2000'],
    ['a promise without a way', { body: { records: [], more: true } }, 'does not go on'],
    ['an endless cursor', { body: { records: [], cursor: 'x'.repeat(501) } }, 'cursor'],
  ])('that answers with %s is told of, asked later, and loses nothing', async (_name, answer, why) => {
    const state = () => it.app.kernel.platform('intent_supplier').first();
    const before = await state();
    answers = [answer];
    await pull();
    expect((await figures()).problem).toContain(why);
    const after = await state();
    expect(after.cursor).toBe(before.cursor);
    expect(after.next_at.getTime()).toBeGreaterThan(Date.now() + 10 * 60_000);
    answers = [{ body: { records: [] } }];
    await pull();
    expect((await figures()).problem).toBe('');
  });

  test('waits for an import that is under way, and brings the same records afterwards', async () => {
    const owner = await openClient(it.app.databaseUrl, 'owner');
    await owner.query('begin; lock table intent_touched in access exclusive mode');
    const records = { records: [seeking('ava', { keyword: 'snow boots' })], cursor: 'four' };
    answers = [{ body: records }];
    await pull();
    expect([await people('snow boots'), (await figures()).problem]).toEqual([0, '']);
    await owner.query('commit');
    await owner.end();
    answers = [{ body: records }];
    await pull();
    expect(await people('snow boots')).toBe(1);
  });

  test('that is another one begins at its beginning; one that is off is not asked', async () => {
    await set({ url: `${url}?other` });
    await pull();
    expect(asked[0].cursor).toBe(null);
    await set({ on: false });
    await it.app.tick('intent.pull');
    expect(asked).toHaveLength(1);
  });
});
