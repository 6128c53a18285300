import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { cleanNetwork, cleanPage } from './page-rules.ts';

test.each([
  ['/pricing', '/pricing'],
  [' https://shop.example/blog/*?x=1#top ', '/blog/*'],
  ['*/thanks', '*/thanks'],
  ['*', '*'],
  ['/#/cart', '/#/cart'],
  ['/café', '/caf%C3%A9'],
  ['pricing', null],
  ['/two words', null],
  ['', null],
  [`/${'x'.repeat(300)}`, null],
])('the page %j', (typed, kept) => expect(cleanPage(typed)).toBe(kept));

test.each([
  ['203.0.113.7', '203.0.113.7/32'],
  ['203.0.113.7/24', '203.0.113.0/24'],
  ['2001:db8::1', '2001:db8::1/128'],
  ['::ffff:203.0.113.7', '203.0.113.7/32'],
  ['2001:db8:7:8::1/48', '2001:db8:7::/48'],
  ['0.0.0.0/0', null],
  ['2000::/3', null],
  ['7', null],
  ['203.0.113.7/33', null],
  ['shop.example', null],
])('the network %j', (typed, kept) => expect(cleanNetwork(typed)).toBe(kept));

describe('the rules of a campaign', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  test('are kept in one form, and refused on their field where they are none', async () => {
    const client = app.fixtures.a.clients[0]!.user;
    const create = (fields: object) =>
      app.call('POST', '/api/leadspeek/client/create', client, {
        body: { leadspeekType: 'local', campaignName: 'Shop', urlCode: 'https://shop.example/', ...fields },
      });
    const { leadspeek_api_id: id } = (
      await create({ pagesNever: ['/jobs/*', 'https://shop.example/jobs/*'], ownNetworks: ['203.0.113.9/24'], formCapture: 'T' })
    ).body;
    const rows = (await app.call('GET', '/api/leadspeek/client/-/local/-', client)).body.data as Record<string, unknown>[];
    expect(rows.find((row) => row['leadspeek_api_id'] === id)).toMatchObject({
      pagesOnly: [],
      pagesNever: ['/jobs/*'],
      pagesHot: [],
      ownNetworks: ['203.0.113.0/24'],
      formCapture: 'T',
    });
    const refused = await create({ pagesHot: ['no page'], ownNetworks: ['0.0.0.0/0'] });
    expect([refused.status, refused.body.errors.map((error: { field: string }) => error.field).toSorted()]).toEqual([
      422,
      ['ownNetworks', 'pagesHot'],
    ]);
  });
});
