import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { cleanHost, senderHosts } from './hosts.ts';

describe('hosts from which page views count', () => {
  test('are kept as names, whatever was typed around them', () => {
    const kept: Record<string, string | null> = {
      'shop.example': 'shop.example',
      ' Shop.Example. ': 'shop.example',
      'https://shop.example:8443/path?x': 'shop.example',
      '*.shop.example': '*.shop.example',
      'bücher.example': 'xn--bcher-kva.example',
      '192.0.2.7': '192.0.2.7',
      localhost: 'localhost',
      '*': null,
      '*.example': null,
      '*.192.0.2.7': null,
      'shop.*.example': null,
      'two words': null,
      'me@shop.example': null,
      'javascript:alert(1)': null,
      '': null,
      [`${'a'.repeat(64)}.example`]: null,
    };
    for (const [typed, host] of Object.entries(kept)) expect([typed, cleanHost(typed)]).toEqual([typed, host]);
  });

  test('are the website with all below it, the thank-you page, and what was added', () => {
    const hosts = (url: string, thank_you_url = '', allowed_hosts: string[] = []) => senderHosts({ url, thank_you_url, allowed_hosts });
    expect(hosts('https://www.Shop.example/start', 'https://pay.example/done', ['*.other.example', 'shop.example'])).toEqual([
      'shop.example',
      '*.shop.example',
      'pay.example',
      '*.other.example',
    ]);
    expect(hosts('http://localhost:3001/')).toEqual(['localhost']);
    expect(hosts('http://192.0.2.7/')).toEqual(['192.0.2.7']);
    expect(hosts('')).toEqual([]);
  });
});

describe('a campaign', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  const create = (more: object = {}) =>
    app.call('POST', '/api/leadspeek/client/create', app.fixtures.a.owner, {
      body: { companyID: app.fixtures.a.clients[0]!.tenant.id, leadspeekType: 'local', campaignName: 'Shop', ...more },
    });
  const hostsOf = async (id: number) =>
    (await app.call('GET', `/api/leadspeek/getcampaign/${id}`, app.fixtures.a.clients[0]!.user)).body.allowedHosts as string[];
  const allow = (id: number, host: string, as = app.fixtures.a.clients[0]!.user) =>
    app.call('PUT', '/api/leadspeek/client/allow-host', as, { body: { leadspeekID: id, host } });

  test('takes further hosts, and refuses what is none on its field', async () => {
    const id = (await create({ allowedHosts: 'Pay.example\n*.shop.example, pay.example' })).body.leadspeek_api_id as number;
    expect(await hostsOf(id)).toEqual(['pay.example', '*.shop.example']);
    const refused = await create({ allowedHosts: ['fine.example', '*.com'] });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [{ field: 'allowedHosts', message: 'Enter website names such as shop.example.com or *.example.com.' }],
    ]);
    expect((await create({ allowedHosts: Array.from({ length: 51 }, (_, n) => `h${n}.example`) })).body.errors[0].field).toBe(
      'allowedHosts',
    );
  });

  test('has a refused host allowed by one click, twice the same, by its own people alone', async () => {
    const id = (await create({ urlCode: 'https://shop.example/' })).body.leadspeek_api_id as number;
    expect((await allow(id, 'pay.example')).body.message).toBe(
      'pay.example is now allowed. Its visitors are identified and charged as leads.',
    );
    expect((await allow(id, 'PAY.example')).status).toBe(200);
    expect(await hostsOf(id)).toEqual(['pay.example']);
    expect((await allow(id, '*.com')).body.errors[0].field).toBe('host');
    expect((await allow(id, 'evil.example', app.fixtures.a.clients[1]!.user)).status).toBe(404);
    expect((await allow(id, 'evil.example', app.fixtures.b.owner)).status).toBe(404);
    expect(await hostsOf(id)).toEqual(['pay.example']);
  });

  test('without a website is activated by nobody but its agency', async () => {
    const id = (await create()).body.leadspeek_api_id as number;
    await app.kernel.platform('site_id_campaign').where({ campaign_id: id }).update({ url: '', thank_you_url: '' });
    const answer = await app.call('PUT', '/api/leadspeek/client/activepause', app.fixtures.a.clients[0]!.user, {
      body: { leadspeekID: id, status: 'active' },
    });
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('no website');
  });
});
