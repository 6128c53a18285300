import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Domains } from './contract.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { NameServer } from '../../../core/testing/name-server.ts';
import type { Person } from '../../../core/testing/fixtures.ts';

const dns = new NameServer();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { dnsServer: await dns.open() } });
});
afterAll(async () => {
  await app.close();
  dns.close();
});

const claim = (person: Person, DownlineDomain: string) =>
  app.call('PUT', '/api/configuration/update-custom-domain', person, { body: { companyID: person.tenant.id, DownlineDomain } });
const addresses = async (person: Person) => (await app.call('GET', '/api/configuration/addresses', person)).body;
const ask = async (host: string) => (await app.call('GET', `/api/tls/ask?domain=${host}`)).status;
const due = () => app.kernel.platform('white_label_domain').update({ next_check_at: new Date(Date.now() - 1000) });
/** The records that the screen tells to set. */
async function records(person: Person): Promise<{ txt_name: string; txt_value: string }> {
  const [txt] = (await app.call('GET', '/api/configuration/domain-records', person)).body.data;
  return { txt_name: txt.name, txt_value: txt.value };
}
async function look(): Promise<void> {
  await due();
  await app.settle();
}
async function prove(person: Person, host: string): Promise<void> {
  const { txt_name, txt_value } = await records(person);
  dns.set('TXT', txt_name, 'something else', txt_value);
  dns.set('CNAME', host, 'a.localhost');
}
const DAY_MS = 24 * 3600_000;
/** The status and the target of a page under a host of choice. */
async function visit(host: string, path: string): Promise<{ status: number; location: string | undefined }> {
  const call = request({ host: 'localhost', port: app.serving.port, path, headers: { host } }).end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  response.resume();
  return { status: response.statusCode!, location: response.headers.location };
}

describe('a domain of one’s own', () => {
  test('answers once both records prove it, and no certificate is fetched before', async () => {
    const { a } = app.fixtures;
    expect((await claim(a.owner, 'https://App.Acme.example/x')).status).toBe(200);
    expect(await addresses(a.owner)).toMatchObject({ domain: 'app.acme.example', state: 'pending' });
    const shown = await records(a.owner);
    expect(shown.txt_name).toBe('_domain-proof.app.acme.example');
    await look();
    expect(await addresses(a.owner)).toMatchObject({ state: 'pending', fault: 'txt' });
    dns.set('TXT', shown.txt_name, shown.txt_value);
    await look();
    expect(await addresses(a.owner)).toMatchObject({ state: 'pending', fault: 'cname' });
    dns.set('CNAME', 'app.acme.example', 'b.localhost');
    await look();
    expect(await addresses(a.owner)).toMatchObject({ state: 'pending', fault: 'cname' });
    expect(await ask('app.acme.example')).toBe(404);
    dns.set('CNAME', 'app.acme.example', 'A.localhost');
    const now = await app.call('POST', '/api/configuration/check-custom-domain', a.owner);
    expect(now.body).toMatchObject({ result: 'success', state: 'verified' });
    expect(await ask('APP.acme.example')).toBe(200);
    expect(await app.inside(a.tenant, 'white-label', (ctx) => ctx.origin())).toContain('app.acme.example');
    const mails = await app.kernel.platform('core_mail').where({ subject: 'app.acme.example is ready' });
    expect(mails).toMatchObject([{ recipient: a.owner.email }]);
  });

  test('the proof of one is no proof of another, and a proven name is nobody else’s', async () => {
    const { b } = app.fixtures;
    expect((await claim(b.owner, 'app.acme.example')).status).toBe(200);
    await look();
    expect(await addresses(b.owner)).toMatchObject({ state: 'pending', fault: 'txt' });
    await prove(b.owner, 'app.acme.example');
    dns.set('CNAME', 'app.acme.example', 'b.localhost');
    await look();
    expect(await addresses(b.owner)).toMatchObject({ state: 'pending', fault: 'taken' });
    expect((await app.kernel.platform('core_host').where({ host: 'app.acme.example' }).first()).tenant_id).toBe(app.fixtures.a.tenant.id);
    expect((await claim(b.owner, '')).status).toBe(200);
  });

  test('claimed twice in the same moment is claimed once', async () => {
    const { a } = app.fixtures;
    const all = await Promise.all(Array.from({ length: 10 }, () => claim(a.owner, 'app.acme.example')));
    expect(all.every((x) => x.status === 200)).toBe(true);
    expect(await app.kernel.platform('white_label_domain').where({ company_id: a.tenant.id })).toHaveLength(1);
  });

  test('a missing record is complained of for two days, on the third the host is gone and kept from others', async () => {
    const { a, b } = app.fixtures;
    await prove(a.owner, 'app.acme.example');
    await look();
    expect(await addresses(a.owner)).toMatchObject({ state: 'verified', fault: '' });
    dns.set('TXT', '_domain-proof.app.acme.example');
    await look();
    await look();
    expect(await addresses(a.owner)).toMatchObject({ state: 'verified', fault: 'txt' });
    expect(await ask('app.acme.example')).toBe(200);
    await look();
    expect(await addresses(a.owner)).toMatchObject({ state: 'failed' });
    expect(await ask('app.acme.example')).toBe(404);
    await claim(b.owner, 'app.acme.example');
    const { txt_name, txt_value } = await records(b.owner);
    dns.set('TXT', txt_name, txt_value);
    dns.set('CNAME', 'app.acme.example', 'b.localhost');
    await look();
    expect(await addresses(b.owner)).toMatchObject({ state: 'pending', fault: 'taken' });
    await claim(b.owner, '');
    await prove(a.owner, 'app.acme.example');
    await look();
    expect(await addresses(a.owner)).toMatchObject({ state: 'verified' });
  });

  test('given up it sends on for 90 days, and then is free', async () => {
    const { a, b } = app.fixtures;
    await claim(a.owner, 'www.acme.example');
    expect(await ask('app.acme.example')).toBe(200);
    await expect.poll(async () => (await visit('app.acme.example', '/login?x=1')).status).toBe(308);
    const page = await visit('app.acme.example', '/login?x=1');
    expect(page.location).toMatch(/^http:\/\/a\.localhost(:\d+)?\/login\?x=1$/);
    expect((await visit('app.acme.example', '//evil.example/x')).location).toMatch(/^http:\/\/a\.localhost(:\d+)?\/\/evil\.example\/x$/);
    expect(await addresses(a.owner)).toMatchObject({ domain: 'www.acme.example', state: 'pending' });
    await app.kernel
      .platform('core_host')
      .where({ host: 'app.acme.example' })
      .update({ leaves_at: new Date(Date.now() - 1000) });
    await look();
    expect(await ask('app.acme.example')).toBe(404);
    await claim(b.owner, 'app.acme.example');
    await prove(b.owner, 'app.acme.example');
    dns.set('CNAME', 'app.acme.example', 'b.localhost');
    await look();
    expect(await addresses(b.owner)).toMatchObject({ state: 'verified' });
  });

  test('a name server that is silent changes nothing that was proven', async () => {
    dns.silent = true;
    const answer = await app.call('POST', '/api/configuration/check-custom-domain', app.fixtures.b.owner);
    dns.silent = false;
    expect(answer.body).toMatchObject({ result: 'failed', state: 'verified' });
  });

  test.each([
    'localhost',
    'app',
    'app.localhost',
    'shop.a.localhost',
    '127.0.0.1',
    '10.0.0.1',
    '[::1]',
    'app.internal',
    'mail.acme.example',
    'autodiscover.acme.example',
    'xn--pple-43d.example',
    'аpple.example',
    '*.acme.example',
    'a..b.example',
    '-a.example',
    'a.example:8080@x',
    `${'a'.repeat(64)}.example`,
    'app.acme.example\n',
  ])('%j cannot be claimed', async (name) => {
    const answer = await claim(app.fixtures.a.admin, name.endsWith('\n') ? `x y${name}` : name);
    expect(answer.status).toBe(422);
  });
});

describe('a subdomain', () => {
  const put = (person: Person, DownlineSubDomain: string) =>
    app.call('PUT', '/api/configuration/subdomain', person, { body: { DownlineSubDomain } });

  const leave = (host: string, daysAgo: number) =>
    app.kernel
      .platform('core_host')
      .where({ host })
      .update({ leaves_at: new Date(Date.now() - daysAgo * DAY_MS) });

  test('is changed by the agency itself; the former one redirects for as long as the root says', async () => {
    const { a, operator } = app.fixtures;
    const days = (n: number, as = operator) => app.call('PUT', '/api/configuration/former-addresses', as, { body: { days: n } });
    expect((await days(30, a.owner)).status).toBe(403);
    expect((await days(0)).status).toBe(422);
    expect((await days(30)).status).toBe(200);
    const saved = await put(a.owner, 'Bright-2');
    expect(saved).toMatchObject({ status: 200, body: { message: expect.stringContaining('30 days') } });
    expect(await addresses(a.owner)).toMatchObject({ subdomain: 'bright-2' });
    for (const host of ['bright-2.localhost', 'a.localhost']) expect(await ask(host)).toBe(200);
    await expect.poll(async () => (await visit('a.localhost', '/login')).location).toMatch(/^http:\/\/bright-2\.localhost(:\d+)?\/login$/);
    const former = await app.kernel.platform('core_host').where({ host: 'a.localhost' }).first();
    expect(Math.round((former.leaves_at.getTime() - Date.now()) / DAY_MS)).toBe(30);
  });

  test('that was given up is nobody’s after that, comes back to its company alone, and is free after ninety days', async () => {
    const { a, b } = app.fixtures;
    await leave('a.localhost', 1);
    expect(await ask('a.localhost')).toBe(404);
    await expect.poll(async () => (await visit('a.localhost', '/login')).location).toBe(undefined);
    expect((await app.call('GET', `/api/agencies/${a.tenant.id}/overview`, app.fixtures.operator)).body.hosts).toEqual([
      'bright-2.localhost',
    ]);
    expect((await put(b.owner, 'a')).body.errors[0].message).toContain('taken');
    expect((await put(a.owner, 'a')).status).toBe(200);
    expect(await ask('a.localhost')).toBe(200);
    expect((await put(a.owner, 'bright-2')).status).toBe(200);
    await leave('a.localhost', 89);
    expect((await put(b.owner, 'a')).status).toBe(422);
    await leave('a.localhost', 91);
    expect((await put(b.owner, 'a')).status).toBe(200);
    await leave('b.localhost', 91); // and b's own first name falls free with its next change
    expect((await put(b.owner, 'b')).status).toBe(200);
    await leave('a.localhost', 91);
    expect((await put(a.owner, 'a')).status).toBe(200);
  });

  test('is one company’s, even when many ask at once', async () => {
    const { a, b } = app.fixtures;
    const answers = await Promise.all([a.owner, b.owner].flatMap((p) => Array.from({ length: 5 }, () => put(p, 'wanted'))));
    expect(answers.filter((x) => x.status === 200)).toHaveLength(5);
  });

  test('that can be taken for another company’s is for the root to give, whatever signs it is written with', async () => {
    const { a, b, operator } = app.fixtures;
    expect((await put(a.owner, 'brilliant-home')).status).toBe(200);
    for (const label of ['bri11iant-home', 'brilliant-horne', 'briiliant-home', 'brillianthome', 'brilliant--home', 'brilliant-h0me']) {
      const answer = await put(b.owner, label);
      expect([label, answer.body.errors?.[0]]).toEqual([
        label,
        { field: 'DownlineSubDomain', message: expect.stringContaining('too close') },
      ]);
    }
    expect((await put(b.owner, 'brilliant-home')).body.errors[0].message).toContain('taken');
    expect((await claim(b.owner, 'bri11iant-home.example')).body.errors[0]).toMatchObject({ field: 'DownlineDomain' });
    const give = (label: string) =>
      app.inside(app.fixtures.root, 'white-label', (ctx) => ctx.use(Domains).giveSubdomain(b.tenant.id, label, 'x'));
    expect(operator.tenant.kind).toBe('root');
    expect(await give('bri11iant-home')).toBe('bri11iant-home');
  });

  test('or a domain that imitates another company’s own domain is for the root to give too', async () => {
    const { a, b, root } = app.fixtures;
    const host = (tenant_id: number, name: string) =>
      app.kernel.platform('core_host').insert({ host: name, tenant_id, verified_at: new Date(), is_custom: true });
    await host(a.tenant.id, 'leads.goldenmile.co.uk');
    for (const name of [
      'goldenmile.example',
      'app.go1denmile.co.uk',
      'goldenmile.co.uk.evil.example',
      'golden-mile.co.uk',
      'goldenrnile.co.uk',
    ])
      expect([name, (await claim(b.owner, name)).body.errors?.[0]]).toEqual([
        name,
        { field: 'DownlineDomain', message: expect.stringContaining('too close') },
      ]);
    expect((await put(b.owner, 'goldenmile')).body.errors[0].message).toContain('too close');
    // The name of a department below it is no company's, and what stands below the same registered domain is for its owner to prove.
    for (const name of ['leads.harbour.example', 'shop.goldenmile.co.uk'])
      expect([name, (await claim(b.owner, name)).status]).toEqual([name, 200]);
    await app.inside(root, 'white-label', (ctx) => ctx.use(Domains).claimDomain(b.tenant, 'goldenmile.example', 'x'));
    expect(await addresses(b.owner)).toMatchObject({ domain: 'goldenmile.example', state: 'pending' });
    await claim(b.owner, '');
    await app.kernel.platform('core_host').where({ is_custom: true }).delete();
  });

  test('comes in a limited number for each company, the earlier ones counted', async () => {
    const { b } = app.fixtures;
    const own = async () => (await app.kernel.platform('core_host').where({ tenant_id: b.tenant.id })).length;
    for (let n = 0; n < 15; n += 1) await put(b.owner, `many-names-${n}`);
    expect(await own()).toBe(10);
    const refused = await put(b.owner, 'one-more-name');
    expect(refused.body.errors).toMatchObject([{ field: 'DownlineSubDomain', message: expect.stringContaining('limit of 10') }]);
    expect((await claim(b.owner, 'one-more.example')).status).toBe(422);
    expect((await put(b.owner, 'b')).status).toBe(200); // an own one again
  });

  test.each(['www', 'mail', 'api', 'xn--abc', '-a', 'a.b', 'a b', ' '])('%j is refused', async (label) =>
    expect((await put(app.fixtures.a.owner, label)).status).toBe(422),
  );

  test('is not for clients, sales people or the root', async () => {
    const { a, operator, sales } = app.fixtures;
    for (const person of [a.clients[0]!.user, operator, sales]) expect((await put(person, 'mine')).status).toBe(403);
    const other = await app.call('PUT', '/api/configuration/subdomain', a.owner, {
      body: { companyID: app.fixtures.b.tenant.id, DownlineSubDomain: 'x' },
    });
    expect(other.status).toBe(404);
  });
});

test('no certificate for a thousand unknown names', async () => {
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => ask(`unknown-${n}.example`)));
  expect(new Set(answers)).toEqual(new Set([404]));
});
