import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { conformance } from '../../../core/testing/conformance.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { seePixel } from '../../../tests/support/see-pixel.ts';
import { Pixels } from '../../lead-intake/capture/contract.ts';
import plugin from './index.ts';

conformance(plugin);

let app: TestApp;
let site: Server;
let origin: string;
let answer: { status: number; body: string };
/** What the tag manager of the site serves. */
let container = '';
let owner: Person;
let client: Person;
let id: number;

beforeAll(async () => {
  site = createServer((request, response) =>
    request.url?.startsWith('/gtm.js')
      ? response.writeHead(200, { 'content-type': 'text/javascript' }).end(request.url.endsWith('id=GTM-SHOP1') ? container : 'other')
      : response.writeHead(answer.status, { 'content-type': 'text/html', location: '/elsewhere' }).end(answer.body),
  );
  await new Promise<void>((resolve) => void site.listen(0, 'localhost', resolve));
  const host = `localhost:${(site.address() as AddressInfo).port}`;
  origin = `http://${host}/`;
  app = await startTestApp({ config: { egressAllow: [host] } });
  owner = app.fixtures.a.owner;
  client = app.fixtures.a.clients[0]!.user;
});
afterAll(async () => {
  await app.close();
  site.close();
});

const made = async (fields: object = {}): Promise<number> =>
  (
    await app.call('POST', '/api/leadspeek/client/create', client, {
      body: { leadspeekType: 'local', campaignName: 'Shop', urlCode: origin, ...fields },
    })
  ).body.leadspeek_api_id;
beforeEach(async () => {
  id = await made();
  answer = { status: 200, body: '<h1>Shop</h1>' };
});
const check = (as = client) => app.call('POST', '/api/site-id/embed-check', as, { body: { campaignId: id } });
const pixel = async (as = client) => (await app.call('GET', `/api/site-id/pixel/${id}`, as)).body;
const activate = (as = client) => app.call('PUT', '/api/leadspeek/client/activepause', as, { body: { leadspeekID: id, status: 'active' } });
const sendTest = (as = client) => app.call('POST', '/api/leadspeek/testlead', as, { body: { leadspeek_api_id: id } });

describe('the pixel', () => {
  test('is found on the page, which lets a client activate for thirty days', async () => {
    const { script, seen } = await pixel();
    expect([script, seen]).toEqual([
      expect.stringMatching(/^<script>.+<\/script>\n<script async src="http.+\/px\/[\w-]+\.js"><\/script>$/),
      'no',
    ]);
    expect((await activate()).body.guards).toMatchObject([{ code: 'site-id.guard.pixel', message: expect.stringContaining('30 days') }]);
    answer.body = `<head>${script}</head>`;
    expect((await check()).body).toEqual({ found: true, message: 'The pixel is on the page.' });
    expect(await pixel()).toMatchObject({ seen: 'yes', last_seen_at: expect.any(String) });
    app.clockOffset = 31 * 86_400_000;
    expect((await activate()).status).toBe(409);
    app.clockOffset = 0;
    expect((await activate()).body.status).toBe('active');
  });

  test('comes with texts to copy that fit its tag', async () => {
    const texts = await pixel();
    const [loader] = /<script async.+/.exec(texts.script)!;
    const { origin: host } = new URL(/src="([^"]+)"/.exec(loader)![1]!);
    expect(texts.consent_tag).toContain(loader.replace('async', 'async data-consent="required"'));
    expect(texts.hash_tag).toContain(loader.replace('async', 'async data-hash'));
    const queue = /<script>(.+)<\/script>/.exec(texts.script)![1]!;
    const hash = createHash('sha256').update(queue).digest('base64');
    expect(texts.policy).toBe(`script-src ${host} 'sha256-${hash}';\nconnect-src ${host};`);
    const documented = await readFile(new URL('../../../docs/pixel.md', import.meta.url), 'utf8');
    for (const text of [queue, `'sha256-${hash}'`, texts.consent_call, texts.identify_call, texts.event_call])
      expect(documented).toContain(text);
  });

  test('seen by a visitor does as well', async () => {
    await app.inside(client.tenant, 'capture', (ctx) => ctx.use(Pixels).of(id));
    await seePixel(app, id);
    expect((await activate()).body.status).toBe('active');
  });

  test.each([
    ['no pixel', 200, 422, 'site-id.check.missing'],
    ['a page that moved', 302, 422, 'site-id.check.moved'],
    ['a missing page', 404, 422, 'site-id.check.status'],
    ['a page that lets no robot in', 403, 504, 'site-id.check.blocked'],
    ['a gateway that gave up', 504, 504, 'site-id.check.blocked'],
  ])('%s is said in words', async (_what, status, answered, code) => {
    answer = { status, body: 'nothing' };
    const seen = await check();
    expect([seen.status, seen.body.code]).toEqual([answered, code]);
    if (status === 504) expect(seen.body.detail).toBe('Blocked from crawling (Needs manual review at your url)');
    expect((await pixel()).seen).toBe('no');
  });

  test('in the container of a tag manager is found there, when the campaign says that it is', async () => {
    const { script } = await pixel();
    const load = (ids: string) =>
      `<script>(function(w,d,s,l,i){j.src='${origin}gtm.js?id='+i+dl})(window,document,'script','dataLayer','${ids}')</script>`;
    answer.body = load('GTM-SHOP1');
    container = `var data={"vtp_html":"${script.replaceAll('"', '\\"')}"}`;
    expect((await check()).body.code).toBe('site-id.check.tag-manager');
    await app.call('PUT', '/api/leadspeek/client/local/update', client, { body: { leadspeekID: id, gtminstalled: 'T' } });
    answer.body = load('GTM-OTHER');
    expect((await check()).body.code).toBe('site-id.check.container');
    answer.body = '<h1>Shop</h1>';
    expect((await check()).body.code).toBe('site-id.check.no-container');
    expect((await pixel()).seen).toBe('no');
    answer.body = load('GTM-SHOP1');
    expect((await check()).status).toBe(200);
    expect((await pixel()).seen).toBe('yes');
  });

  test('no address, a dead one and an internal one', async () => {
    id = await made({ urlCode: '' });
    expect((await check()).status).toBe(422);
    id = await made({ urlCode: 'http://127.0.0.1:1/' });
    expect((await check()).body.code).toBe('core.problem.egress');
  });

  test('of others is not there', async () => {
    const { b, operator, sales } = app.fixtures;
    expect((await app.call('GET', `/api/site-id/pixel/${id}`, b.owner)).status).toBe(404);
    expect((await check(b.owner)).status).toBe(404);
    expect((await check(operator)).status).toBe(403);
    expect((await app.call('GET', `/api/site-id/pixel/${id}`, sales)).status).toBe(403);
  });
});

describe('the test lead', () => {
  test('goes out once a minute, however often the button is pressed', async () => {
    const answers = await Promise.all([sendTest(), sendTest(owner), sendTest()]);
    expect(answers.map((a) => a.status).sort()).toEqual([200, 429, 429]);
    const refused = answers.find((a) => a.status === 429)!;
    expect(refused.body.detail).toBe('You can only attempt this test once every minute. Please try again later.');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await app.kernel.platform('core_audit').where({ action: 'products.test-lead-sent', target: String(id) })).toHaveLength(1);
    app.clockOffset = 61_000;
    expect((await sendTest()).status).toBe(200);
    app.clockOffset = 0;
  });

  test('of a foreign or missing campaign is a 404', async () => {
    expect((await sendTest(app.fixtures.b.owner)).status).toBe(404);
    expect((await app.call('POST', '/api/leadspeek/testlead', owner, { body: { leadspeek_api_id: 2_000_000_000 } })).status).toBe(404);
    expect((await app.call('POST', '/api/leadspeek/testlead', owner, { body: {} })).status).toBe(422);
  });
});

test('its screens are for agencies and clients; operators are sent on', async () => {
  const status = async (as: Person) => (await app.call('GET', '/api/ui/pages/site-id.campaigns', as)).status;
  expect([await status(owner), await status(client)]).toEqual([200, 200]);
  const menu = async (as: Person) => JSON.stringify((await app.call('GET', '/api/ui/bootstrap', as)).body.menu);
  expect(await menu(client)).toContain('/siteid/campaign-management');
  expect(await menu(app.fixtures.sales)).not.toContain('/siteid');
  const { pages } = (await app.call('GET', '/api/ui/bootstrap', app.fixtures.operator)).body;
  expect(pages.find((p: { id: string }) => p.id === 'site-id.campaigns').access).toMatchObject({
    open: false,
    go: '/configuration/agency-list',
  });
});
