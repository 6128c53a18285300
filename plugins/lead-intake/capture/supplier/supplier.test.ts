import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Shop, startShop } from '../fakes/shop.fake.ts';
import capture from '../index.ts';
import { CircuitBreaker } from './circuit-breaker.ts';

/** A supplier on this machine: knows whoever asks with a visitor id that begins with `known`. */
let supplier: Server;
let asked: { body: Record<string, string>; headers: IncomingMessage['headers'] }[] = [];
let answer: (visitor: string) => [status: number, body: string];
let shop: Shop;
const known = (visitor: string): [number, string] =>
  visitor.startsWith('known')
    ? [200, JSON.stringify({ person: { first: 'Ada', mails: [`${visitor}@people.example`] }, constructor: 'x' })]
    : [404, ''];

beforeAll(async () => {
  supplier = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => (text += part));
    request.on('end', () => {
      const body = JSON.parse(text) as Record<string, string>;
      asked.push({ body, headers: request.headers });
      const [status, reply] = answer(body['vid'] ?? '');
      response.writeHead(status).end(reply);
    });
  });
  await new Promise<void>((resolve) => supplier.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(supplier.address() as AddressInfo).port}`;
  shop = await startShop(capture, { egressAllow: [host] });
  answer = known;
  const answers = await shop.app.call('PUT', '/api/capture/supplier', shop.app.fixtures.operator, {
    body: {
      on: true,
      url: `http://${host}/identify`,
      header: 'X-Api-Key',
      secret: 'canary-secret',
      timeoutMs: 1_000,
      costCents: 7,
      ask_visitor: 'vid',
      ask_emailHash: 'hash',
      ask_ip: '',
      ask_url: '',
      take_firstName: 'person.first',
      take_email: 'person.mails.0',
      take_lastName: 'constructor.name',
    },
  });
  expect(answers.status).toBe(200);
});
afterAll(async () => {
  await shop.close();
  await new Promise((resolve) => supplier.close(resolve));
});

const visit = async (key: string, v: string, more: Record<string, unknown> = {}) =>
  expect((await shop.collect({ k: key, v, ...more })).status).toBe(204);
const settle = async () => {
  for (let n = 0; n < 3; n++) await shop.settle();
};

test('is set up by root operators alone, and its secret is never shown again', async () => {
  const { operator, a } = shop.app.fixtures;
  const read = await shop.app.call('GET', '/api/capture/supplier', operator);
  expect(read.body).toMatchObject({ on: true, hasSecret: true, ask_visitor: 'vid', take_email: 'person.mails.0' });
  expect(read.text).not.toContain('canary-secret');
  expect((await shop.app.call('GET', '/api/settings/capture.supplier', operator)).status).toBe(404);
  for (const person of [a.owner, a.clients[0]!.user, shop.app.fixtures.sales])
    expect((await shop.app.call('GET', '/api/capture/supplier', person)).status).toBe(403);
  const [{ value }] = (await shop.platform('core_setting').where({ key: 'capture.supplier' })) as [{ value: object }];
  expect(JSON.stringify(value)).not.toContain('canary-secret');
});

test('is asked once about whom the graph does not know, and what it says is kept', async () => {
  const campaign = await shop.campaign();
  await shop.people(['local']);
  asked = [];
  await visit(campaign.key, 'known-visitor');
  await visit(campaign.key, 'known-visitor', { u: 'https://shop.example/two' });
  await visit(campaign.key, 'stranger-visitor');
  await visit(campaign.key, 'local-visitor');
  await settle();
  expect(asked.map((a) => a.body).sort((a, b) => (a['vid']! < b['vid']! ? -1 : 1))).toEqual([
    { vid: 'known-visitor' },
    { vid: 'stranger-visitor' },
  ]);
  expect(asked[0]!.headers).toMatchObject({ 'x-api-key': 'canary-secret', 'idempotency-key': expect.any(String) });
  expect(await shop.outcomes(campaign.id)).toEqual({ lead: 2, repeat: 1, no_match: 1 });
  expect((await shop.leads(campaign.id)).map((l) => [l['first_name'], l['last_name'], l['email']])).toContainEqual([
    'Ada',
    '',
    'known-visitor@people.example',
  ]);
  await visit(campaign.key, 'stranger-visitor', { u: 'https://shop.example/again' });
  await settle();
  expect(asked).toHaveLength(2);
  const figures = await shop.app.call('GET', '/api/capture/lookups', shop.app.fixtures.operator);
  expect(figures.body).toEqual({ asked: 2, found: 1, failed: 0, costCents: 14, refused: 0 });
});

test('is not asked about excluded addresses, closed campaigns, or where nobody can pay', async () => {
  const campaign = await shop.campaign();
  asked = [];
  const hash = 'ab'.repeat(32);
  await shop.platform('fake_excluded').insert({ company_id: shop.app.fixtures.a.tenant.id, email: hash });
  await visit(campaign.key, 'known-excluded', { e: hash });
  await settle();
  await shop.platform('fake_wallet').insert({ company_id: shop.app.fixtures.a.tenant.id, cents: 9 });
  await visit(campaign.key, 'known-unpayable');
  await settle();
  await shop.platform('fake_wallet').del();
  expect(asked).toEqual([]);
  expect(await shop.outcomes(campaign.id)).toEqual({ no_match: 2 });
});

test('is asked no more than a campaign may in a day, and about other campaigns as before', async () => {
  const [flooded, other] = [await shop.campaign(), await shop.campaign()];
  const setting = await shop.app.call('GET', '/api/capture/supplier', shop.app.fixtures.operator);
  expect(setting.body.perCampaign).toBe(500);
  const { hasSecret: _, ...body } = setting.body;
  const save = (perCampaign: number) =>
    shop.app.call('PUT', '/api/capture/supplier', shop.app.fixtures.operator, { body: { ...body, perCampaign } });
  expect((await save(-1)).status).toBe(422);
  expect((await save(1)).status).toBe(200);
  const from = async (key: string, v: string, network: number) =>
    expect((await shop.collect({ k: key, v }, {}, `${network}.20.30.40`)).status).toBe(204);
  asked = [];
  for (let n = 0; n < 3; n++) await from(flooded.key, `known-flood-${n}`, 60 + n);
  await settle();
  await from(flooded.key, 'known-flood-later', 64);
  await from(other.key, 'known-other', 63);
  await settle();
  expect(asked.map((a) => a.body['vid']).filter((v) => v!.includes('flood'))).toHaveLength(1);
  expect(await shop.outcomes(flooded.id)).toEqual({ lead: 1, no_match: 3 });
  expect(await shop.outcomes(other.id)).toEqual({ lead: 1 });
  expect((await shop.app.call('GET', '/api/capture/lookups', shop.app.fixtures.operator)).body.refused).toBe(3);
  await save(500);
});

test('is not asked about visits that are held, and about each of them once when they are released', async () => {
  const campaign = await shop.campaign();
  asked = [];
  const flood = Array.from({ length: 12 }, (_, n) => `known-held-${n}`);
  for (const v of flood) expect((await shop.collect({ k: campaign.key, v }, {}, '70.20.30.40')).status).toBe(204);
  await settle();
  expect(asked).toEqual([]);
  expect(await shop.counts(campaign.id)).toMatchObject({ review: 12 });
  expect(await shop.leads(campaign.id)).toEqual([]);
  expect((await shop.app.call('POST', '/api/capture/held/release', shop.app.fixtures.a.owner)).status).toBe(200);
  await settle();
  expect(asked.map((a) => a.body['vid']).sort()).toEqual(flood.sort());
  expect(await shop.leads(campaign.id)).toHaveLength(12);
});

test('a supplier that fails is asked again later; the visit waits', async () => {
  const campaign = await shop.campaign();
  answer = () => [200, '{"person": broken'];
  await visit(campaign.key, 'known-later');
  await settle();
  expect(await shop.platform('capture_visit').where({ campaign_id: campaign.id })).toMatchObject([{ state: 'lookup', outcome: null }]);
  answer = known;
  await shop.platform('capture_visit').where({ campaign_id: campaign.id }).update({ lease_until: null });
  await settle();
  expect(await shop.outcomes(campaign.id)).toEqual({ lead: 1 });
});

test('after five failures in a row nobody asks for a minute, then one tries', () => {
  const breaker = new CircuitBreaker();
  for (let n = 0; n < 4; n++) breaker.failed(0);
  expect(breaker.allows(0)).toBe(true);
  breaker.failed(0);
  expect([breaker.allows(59_999), breaker.allows(60_000)]).toEqual([false, true]);
  breaker.failed(60_000);
  expect(breaker.allows(60_001)).toBe(false);
  breaker.succeeded();
  breaker.failed(200_000);
  expect(breaker.allows(200_001)).toBe(true);
});
