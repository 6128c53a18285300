import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Shop, startShop } from '../fakes/shop.fake.ts';
import capture from '../index.ts';
import { deviceOf } from '../collect/device.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop(capture);
});
afterAll(() => shop.close());

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const client = () => shop.app.fixtures.a.clients[0]!.user;
const log = async (campaignId: number, more = '', who = client()) => {
  const { status, body } = await shop.app.call('GET', `/api/capture/visits?campaignId=${campaignId}${more}`, who);
  expect(status).toBe(200);
  return body as { data: Record<string, string | null>[]; next: string | null };
};
/** Finished visits as the pipeline leaves them, one a second, the first of them the oldest. */
async function finished(campaignId: number, outcomes: readonly string[]): Promise<void> {
  const { tenant } = client();
  const from = Date.now() - 600_000;
  await shop.platform('capture_visit').insert(
    outcomes.map((outcome, n) => ({
      slot: Math.floor((from + n * 1_000) / 30_000),
      fingerprint: String(campaignId * 1_000 + n),
      at: new Date(from + n * 1_000),
      campaign_id: campaignId,
      company_id: tenant.id,
      agency_id: tenant.agencyId,
      root_id: tenant.rootId,
      state: 'done',
      outcome,
      url: `https://shop.example/${n}`,
      came_from: '',
      device: 'phone/Safari/iOS',
    })),
  );
}

test('a visit is shown as it comes, with page, source and device, and later with why it became no lead', async () => {
  const { id, key } = await shop.campaign();
  const u = 'https://shop.example/beans?utm_source=google&utm_medium=cpc';
  const sent = await shop.collect(
    { k: key, v: 'visitor-log-1', u, r: 'https://www.google.com/', s: shop.token(key, '192.0.2.10') },
    { 'user-agent': PHONE },
  );
  expect(sent.status).toBe(204);
  const coming = { page: '/beans', came_from: 'google / cpc', device: 'Phone, Safari, iOS', result: 'waiting', lead_id: null };
  expect((await log(id)).data).toEqual([expect.objectContaining(coming)]);
  await shop.settle();
  const [visit] = (await log(id)).data;
  expect(visit).toMatchObject({ ...coming, result: 'none', reason: 'Not recognized' });
  const { body } = await shop.app.call('GET', `/api/capture/visits/${visit!['id']}`, client());
  expect(body).toEqual({ ...visit, rule: [] });
});

test('nothing of the visitor is in it, nor an address that may name somebody', async () => {
  const { id, key } = await shop.campaign();
  const s = shop.token(key, '192.0.2.10');
  await shop.collect({ k: key, v: 'visitor-log-2', u: 'https://shop.example/reset/jane%40example.com/x', s, e: 'jane@example.com' });
  await shop.settle();
  const answer = JSON.stringify(await log(id));
  expect(answer).not.toMatch(/jane|visitor-log-2|192\.0\.2/);
  expect((await log(id)).data).toEqual([expect.objectContaining({ page: 'Page not kept' })]);
});

test('it is walked from the newest on without meeting one twice, and narrowed by how visits ended', async () => {
  const { id } = await shop.campaign();
  await finished(
    id,
    Array.from({ length: 120 }, (_, n) => (n % 3 === 0 ? 'lead' : 'cap')),
  );
  const pages: string[] = [];
  let cursor: string | null = '';
  do {
    const step: Awaited<ReturnType<typeof log>> = await log(id, `&cursor=${encodeURIComponent(cursor)}`);
    pages.push(...step.data.map(({ page }) => page!));
    cursor = step.next;
  } while (cursor);
  expect(pages).toEqual(Array.from({ length: 120 }, (_, n) => `/${119 - n}`));
  expect((await log(id, '&result=lead')).data).toHaveLength(40);
  expect((await log(id, '&outcome=cap')).data.every(({ result, remedy }) => result === 'none' && remedy === 'settings')).toBe(true);
  expect((await log(id, '&outcome=excluded')).data).toEqual([]);
});

test('another company sees none of it, and a made-up place is refused', async () => {
  const { id } = await shop.campaign();
  await finished(id, ['cap']);
  const stranger = shop.app.fixtures.b.clients[0]!.user;
  expect((await log(id, '', stranger)).data).toEqual([]);
  const [{ id: visit } = {}] = (await log(id)).data;
  expect((await shop.app.call('GET', `/api/capture/visits/${visit}`, stranger)).status).toBe(404);
  expect((await shop.app.call('GET', `/api/capture/visits?campaignId=${id}&cursor=now`, client())).status).toBe(422);
});

test.each([
  [PHONE, 'phone/Safari/iOS'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'desktop/Chrome/Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'desktop/Firefox/Linux'],
  ['', ''],
  ['curl', '//'],
])('a browser that says %s', (agent, device) => expect(deviceOf(agent)).toBe(device));
