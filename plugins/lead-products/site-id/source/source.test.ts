import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../core/testing/app.ts';
import type { Person } from '../../../../core/testing/fixtures.ts';
import { seePixel } from '../../../../tests/support/see-pixel.ts';
import { GUIDE_NAMES } from './guides.ts';
import { traitsOf } from './website-kind.ts';

let app: TestApp;
let site: Server;
let origin: string;
let answer: { body: string; headers?: Record<string, string> };
let client: Person;
let id: number;

beforeAll(async () => {
  site = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html', ...answer.headers }).end(answer.body));
  await new Promise<void>((resolve) => void site.listen(0, 'localhost', resolve));
  const host = `localhost:${(site.address() as AddressInfo).port}`;
  origin = `http://${host}/`;
  app = await startTestApp({ config: { egressAllow: [host] } });
  client = app.fixtures.a.clients[0]!.user;
});
afterAll(async () => {
  await app.close();
  site.close();
});
beforeEach(async () => {
  answer = { body: '<h1>Shop</h1>' };
  const body = { leadspeekType: 'local', campaignName: 'Shop', urlCode: origin };
  id = (await app.call('POST', '/api/leadspeek/client/create', client, { body })).body.leadspeek_api_id;
});

const state = async (as = client) => (await app.call('GET', `/api/site-id/pixel/${id}/state`, as)).body;
const check = () => app.call('POST', '/api/site-id/embed-check', client, { body: { campaignId: id } });

describe('the state of a pixel', () => {
  /** A page view of the campaign, as the endpoint stores it. */
  async function visited(path: string, secondsAgo: number): Promise<void> {
    const at = new Date(Date.now() - secondsAgo * 1_000);
    const { id: company_id, agencyId: agency_id, rootId: root_id } = client.tenant;
    await app.kernel.platform('capture_visit').insert({
      slot: Math.floor(at.getTime() / 30_000),
      fingerprint: String(id * 1_000_000 + Math.floor(Math.random() * 1_000_000)),
      at,
      campaign_id: id,
      company_id,
      agency_id,
      root_id,
      visitor: 'v',
      url: `https://shop.example${path}`,
      ip: '192.0.2.1',
    });
  }

  test('is when it was last seen, and on how many pages', async () => {
    expect(await state()).toMatchObject({ state: 'waiting', last_seen_at: null, pages: 0, website: origin, guide: 'html' });
    await visited('/', 40);
    await visited('/pricing', 30);
    await visited('/', 12);
    const seen = await state();
    expect(seen).toMatchObject({ state: 'live', pages: 2 });
    const seconds = (Date.now() - Date.parse(seen.last_seen_at)) / 1_000;
    expect(seconds).toBeGreaterThanOrEqual(12);
    expect(seconds).toBeLessThan(30);
    app.clockOffset = 2 * 86_400_000;
    expect(await state()).toMatchObject({ state: 'waiting', pages: 0 });
    await seePixel(app, id);
    expect(await state()).toMatchObject({ state: 'quiet', pages: 0 });
    app.clockOffset = 0;
  });

  test('is that of no stranger', async () => {
    for (const path of [`pixel/${id}/state`, `hosts/${id}`])
      expect((await app.call('GET', `/api/site-id/${path}`, app.fixtures.b.owner)).status).toBe(404);
  });
});

describe('what a website runs on', () => {
  test.each([
    ['<script src="https://www.googletagmanager.com/gtm.js?id=GTM-ABC123"></script>', {}, ['tag-manager']],
    ['<link href="/wp-content/themes/x.css"><script src="https://cdn.cookielaw.org/x.js">', {}, ['wordpress', 'consent']],
    ['<script>Shopify.theme = {}</script>', {}, ['shopify']],
    ['<div id="root"></div>', { 'content-security-policy': "script-src 'self'" }, ['app', 'policy']],
    ['<meta http-equiv="Content-Security-Policy" content="default-src \'self\'">', {}, ['policy']],
    ['<p>We moved from WordPress to something else.</p>', { 'content-security-policy': 'upgrade-insecure-requests' }, []],
  ])('%s', (body, headers, traits) => expect(traitsOf({ body, headers })).toEqual(traits));

  test('is told by a look at it, also where the pixel is not there, and says which guide fits', async () => {
    answer = { body: '<link href="/wp-content/x.css">', headers: { 'content-security-policy': "default-src 'self'" } };
    expect((await check()).status).toBe(422);
    expect(await state()).toMatchObject({
      state: 'waiting',
      runs_on: 'WordPress, Content security policy',
      guide: 'wordpress',
      looked_at: expect.any(String),
    });
    expect((await app.call('GET', `/api/leadspeek/getcampaign/${id}`, client)).body.status).toBe('draft');
  });
});

describe('hosts', () => {
  const change = (what: 'allow' | 'remove', host: string, as = client) =>
    app.call('PUT', `/api/leadspeek/client/${what}-host`, as, { body: { leadspeekID: id, host } });
  const listed = async () => (await app.call('GET', `/api/site-id/hosts/${id}`, client)).body.data;

  test('that were added can be taken out again; those of the website stay', async () => {
    const own = { campaign_id: id, host: 'localhost', state: 'counted', added: false };
    expect(await listed()).toEqual([own]);
    expect((await change('allow', 'blog.example')).status).toBe(200);
    expect(await listed()).toEqual([own, { ...own, host: 'blog.example', added: true }]);
    expect((await change('remove', 'localhost')).status).toBe(200);
    expect((await change('remove', 'BLOG.example')).status).toBe(200);
    expect(await listed()).toEqual([own]);
    expect((await change('remove', 'blog.example', app.fixtures.b.owner)).status).toBe(404);
    expect((await change('remove', 'no host')).status).toBe(422);
  });
});

describe('instructions for a developer', () => {
  const send = (fields: object = {}, as = client) =>
    app.call('POST', '/api/site-id/developer-mail', as, {
      body: { campaignId: id, email: 'dev@people.example', guide: 'html', ...fields },
    });
  const mails = () => app.kernel.platform('core_mail').where({ recipient: 'dev@people.example' }).orderBy('id', 'desc');

  test.each(GUIDE_NAMES)('for %s hold the tag of this campaign, and nothing that somebody typed', async (guide) => {
    app.clockOffset = GUIDE_NAMES.indexOf(guide) * 3_700_000;
    const name = 'Win at https://evil.example';
    await app.call('PUT', '/api/leadspeek/client/local/update', client, { body: { leadspeekID: id, campaignName: name } });
    expect((await send({ guide })).status).toBe(200);
    app.clockOffset = 0;
    const [mail] = await mails();
    const pixel = (await app.call('GET', `/api/site-id/pixel/${id}`, client)).body;
    expect(mail.body).toContain(guide === 'policy' ? pixel.policy : guide === 'consent' ? pixel.consent_tag : pixel.script);
    expect(mail.body).toContain(client.email);
    expect(mail.body + mail.subject).not.toMatch(/evil|Win at|\{\w+\}/);
  });

  test('are ten an hour for a company, and none for strangers or to what is no address', async () => {
    const other = app.fixtures.a.clients[1]!.user;
    expect((await send({}, app.fixtures.b.owner)).status).toBe(404);
    expect((await send({}, other)).status).toBe(404);
    expect((await send({ email: 'nobody' })).status).toBe(422);
    expect((await send({ guide: 'fax' })).status).toBe(422);
    const answers = await Promise.all(Array.from({ length: 14 }, () => send()));
    const sent = answers.filter(({ status }) => status === 200).length;
    expect(sent).toBeLessThanOrEqual(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(14 - sent);
  });
});
