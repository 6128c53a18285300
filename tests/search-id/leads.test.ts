import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Books } from '../../plugins/money/ledger/contract.ts';
import { Receiver } from '../../plugins/connectors/integrations/receiver.fake.ts';
import { collectJob } from '../../plugins/lead-products/search-id/collecting/collect.job.ts';
import { Searches } from './searches.ts';

let it: Searches;
let crm: Receiver;
beforeAll(async () => {
  crm = await Receiver.start();
  it = await Searches.start({ config: { egressAllow: [crm.host] } });
});
afterAll(async () => {
  await it.app.close();
  crm.stop();
});

const owed = (companyId: number) =>
  it.app.inside(it.app.fixtures.a.tenant, 'ledger', (ctx) => ctx.use(Books).cents({ companyId, account: 'receivable' }));
let serial = 0;
/** People and a keyword that no other test has. */
const fresh = (people: number) => {
  const keyword = `keyword ${++serial}`;
  return { keyword, names: Array.from({ length: people }, (_, n) => `k${serial}p${String(n).padStart(3, '0')}`) };
};
/** Workers of several processes at once: each looks for work until there is none. */
const work = (times: number) =>
  Promise.all(
    Array.from({ length: times }, () => it.app.inside(it.app.fixtures.a.tenant, 'search-id', (ctx) => collectJob.run(ctx, {}), 'intent')),
  );

test('records of people become leads of the agencies that look for them, charged and delivered', async () => {
  const { a, b } = it.app.fixtures;
  const client = a.clients[0]!;
  const hook = { name: 'CRM', url: crm.url('/hook') };
  expect((await it.app.call('POST', '/api/integrations/connect/connector-webhook.webhook', client.user, { body: hook })).status).toBe(200);
  await it.records([
    { who: 'ada', keyword: 'trail shoes' },
    { who: 'bo', keyword: 'Trail  Shoes', zip: '10001' },
    { who: 'cy', keyword: 'boots' },
  ]);
  const ours = await it.running({ locatorkeyword: ['trail shoes'], nationaltargeting: 'F', locatorstate: ['IL'] });
  const theirs = await it.running({ locatorkeyword: ['trail shoes', 'boots'] }, b.owner, b.clients[0]!.tenant.id);
  await it.settle();
  expect(await it.emails(ours)).toEqual(['ada']);
  expect(await it.emails(theirs)).toEqual(['ada', 'bo', 'cy']);
  const [lead] = await it.leads(ours);
  expect(lead).toMatchObject({
    product: 'locator',
    source: 'search-id.intent-record',
    evidence: { keyword: 'trail shoes' },
    retail_cents: '200',
  });
  // Where somebody looked decides, not an address that nobody knows: the warranty takes nothing back.
  expect(await owed(client.tenant.id)).toBe(200);
  expect(crm.received.map(({ body }) => JSON.parse(body).data)).toEqual([
    expect.objectContaining({ email: 'ada@people.example', keyword: 'trail shoes' }),
  ]);
  // Whoever looks again is the same lead, and nothing is read twice.
  await it.records([{ who: 'ada', keyword: 'trail shoes', age: 0 }]);
  await it.settle();
  await it.settle();
  expect(await it.outcomes(ours)).toEqual({ lead: 1, repeat: 1 });
  expect(await owed(client.tenant.id)).toBe(200);
});

describe('what a campaign looks for', () => {
  test('is keywords, those that hold all words of a contextual one, without stop words', async () => {
    await it.records([
      { who: 'exact', keyword: 'red kites' },
      { who: 'wide', keyword: 'big blue kites for sale' },
      { who: 'stopped', keyword: 'used blue kites' },
      { who: 'other', keyword: 'green kites' },
    ]);
    const id = await it.running({ locatorkeyword: 'Red Kites', locatorkeywordcontextual: ['kites blue'], stopwords: ['used'] });
    await it.settle();
    expect(await it.emails(id)).toEqual(['exact', 'wide']);
  });

  test('lies within its radius', async () => {
    const { keyword } = fresh(0);
    await it.records([
      { who: 'near', keyword, zip: '60601' },
      { who: 'suburb', keyword, zip: '60302' },
      { who: 'far', keyword, zip: '61602' },
    ]);
    const around = { nationaltargeting: 'F', locationtarget: 'radius', radiuscenter: 'Chicago, IL', radiusmiles: 20 };
    const id = await it.running({ locatorkeyword: [keyword], ...around });
    await it.settle();
    expect(await it.emails(id)).toEqual(['near', 'suburb']);
  });

  test('is looked for anew when it changes, and nobody is had twice', async () => {
    const { keyword } = fresh(0);
    await it.records([
      { who: 'first', keyword },
      { who: 'second', keyword, zip: '10001' },
    ]);
    const id = await it.running({ locatorkeyword: [keyword], nationaltargeting: 'F', locatorzip: '60601' });
    await it.settle();
    expect(await it.emails(id)).toEqual(['first']);
    expect((await it.change(id, { locatorzip: '60601\n10001' })).status).toBe(200);
    await it.settle();
    expect(await it.emails(id)).toEqual(['first', 'second']);
    expect(await it.outcomes(id)).toEqual({ lead: 2 });
  });

  test('is people with the data that it requires, of the last thirty days', async () => {
    const { keyword } = fresh(0);
    await it.records([
      { who: 'known', keyword },
      { who: 'long-ago', keyword, age: 40 },
    ]);
    const id = await it.running({ locatorkeyword: [keyword], locatorrequire: ['email', 'First Name'] });
    const demanding = await it.running({ locatorkeyword: [keyword], locatorrequire: 'Phone' });
    await it.settle();
    expect(await it.emails(id)).toEqual(['known']);
    expect(await it.outcomes(demanding)).toEqual({ incomplete: 1 });
  });

  test('is read while it runs, and goes on where it was', async () => {
    const { keyword } = fresh(0);
    const id = await it.running({ locatorkeyword: [keyword] });
    await it.switch(id, 'paused');
    await it.records([{ who: 'meanwhile', keyword }]);
    await it.settle();
    expect(await it.emails(id)).toEqual([]);
    await it.switch(id, 'active');
    await it.settle();
    expect(await it.emails(id)).toEqual(['meanwhile']);
  });
});

describe('caps and money', () => {
  test('let as many through as fit, whatever number of workers; the others come in the next window', async () => {
    const { keyword, names } = fresh(25);
    await it.records(names.map((who) => ({ who, keyword })));
    const id = await it.running({ locatorkeyword: [keyword], LimitLead: 10, LimitLeadFreq: 'day' });
    await it.app.kernel
      .platform('search_id_reading')
      .update({ look_at: new Date(0) })
      .where({ campaign_id: id });
    await work(4);
    await it.settle();
    expect(await it.emails(id)).toHaveLength(10);
    // Nobody was used up by the cap.
    expect(await it.outcomes(id)).toEqual({ lead: 10 });
    it.app.clockOffset = 24 * 3_600_000;
    await it.settle();
    expect(await it.emails(id)).toHaveLength(20);
    it.app.clockOffset = 48 * 3_600_000;
    await it.settle();
    it.app.clockOffset = 0;
    expect(await it.emails(id)).toEqual(names);
    expect(await it.outcomes(id)).toEqual({ lead: 25 });
  });

  test('a monthly budget buys what it pays for', async () => {
    const { keyword, names } = fresh(8);
    await it.records(names.map((who) => ({ who, keyword })));
    const id = await it.running({ locatorkeyword: [keyword], CostMaxLead: '7.00' });
    await it.settle();
    expect(await it.emails(id)).toHaveLength(3);
    expect((await it.change(id, { CostMaxLead: '0' })).status).toBe(200);
    await it.settle();
    expect(await it.emails(id)).toHaveLength(8);
  });

  test('a place that is taken in the meantime costs nobody their turn', async () => {
    const { keyword, names } = fresh(3);
    const id = await it.running({ locatorkeyword: [keyword], LimitLead: 2, LimitLeadFreq: 'day' });
    await it.settle();
    await it.records(names.map((who) => ({ who, keyword })));
    const { platform } = it.app.kernel;
    const { tenant } = it.app.fixtures.a;
    await platform('search_id_reading')
      .where({ campaign_id: id })
      .update({ look_at: new Date(0) });
    // Between the look for room and the leads, somebody lowers the cap.
    await it.app.asOwner(`create function test_lower() returns trigger language plpgsql as $$
      begin update campaigns_campaign set lead_limit = 1 where id = ${id}; return new; end $$;
      create trigger test_lower before update of position on search_id_reading for each row when (new.campaign_id = ${id}) execute function test_lower()`);
    await it.app.inside(tenant, 'search-id', (ctx) => collectJob.run(ctx, {}), 'intent');
    await it.app.asOwner('drop trigger test_lower on search_id_reading; drop function test_lower()');
    expect(await it.emails(id)).toHaveLength(1);
    expect((await it.change(id, { LimitLead: 0 })).status).toBe(200);
    await platform('search_id_record')
      .whereNotNull('retry_at')
      .update({ retry_at: new Date(0) });
    await it.settle();
    expect(await it.emails(id)).toEqual(names);
  });
});

test('one record that cannot be worked holds up none of the others', async () => {
  const { keyword, names } = fresh(6);
  await it.records(names.map((who) => ({ who, keyword })));
  await it.app.asOwner(`create function test_bad() returns trigger language plpgsql as $$ begin raise exception 'bad'; end $$;
    create trigger test_bad before insert on leads_lead for each row when (new.email = '${names[2]}@people.example') execute function test_bad()`);
  const id = await it.running({ locatorkeyword: [keyword] });
  await it.settle();
  expect(await it.emails(id)).toEqual(names.filter((_, n) => n !== 2));
  await it.app.asOwner('drop trigger test_bad on leads_lead; drop function test_bad()');
  await it.app.kernel
    .platform('search_id_record')
    .whereNotNull('retry_at')
    .update({ retry_at: new Date(0) });
  await it.settle();
  expect(await it.emails(id)).toEqual(names);
});
