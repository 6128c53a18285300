import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Problem } from '../contract.ts';
import { isPublicAddress } from './addresses.ts';
import { EgressGuard, type Resolve } from './egress.ts';

/** Counts whoever reaches it; nobody should. */
class Canary {
  readonly servers: Server[] = [];
  calls = 0;

  async listen(host: string, port: number): Promise<number | null> {
    const server = createServer((_request, response) => {
      this.calls += 1;
      response.end('reached');
    });
    server.on('connection', () => (this.calls += 1));
    const open = await new Promise<boolean>((done) => server.once('error', () => done(false)).listen(port, host, () => done(true)));
    if (!open) return null;
    this.servers.push(server);
    return (server.address() as AddressInfo).port;
  }
}

const canary = new Canary();
let port = 0;
const guard = new EgressGuard([]);

beforeAll(async () => {
  port = (await canary.listen('127.0.0.1', 0))!;
  await canary.listen('::1', port);
  // Where the machine allows it, also on the ports that the guard lets through.
  for (const host of ['127.0.0.1', '::1']) for (const open of [80, 443]) await canary.listen(host, open);
});
afterAll(async () => {
  await guard.close();
  for (const server of canary.servers) server.close();
});

const INTERNAL = [
  '127.0.0.1',
  '127.0.0.2',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0x7f.1',
  '017700000001',
  '0177.0.0.1',
  '0177.0.0.01',
  '127.0.0.1.',
  '0',
  '0.0.0.0',
  '１２７.0.0.1',
  '①②⑦.0.0.1',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '100.64.0.1',
  '198.18.0.1',
  '192.0.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:169.254.169.254]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[ff02::1]',
  '[fec0::1]',
  '[2001:db8::1]',
  '[100::1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'printer.local',
  'metadata.google.internal',
  'router.home.arpa',
  'intranet',
  'localhost%00.example.com',
];

describe('the guard', () => {
  test.each(
    INTERNAL.flatMap((host) => [`http://${host}/`, `https://${host}/`, `http://${host}:80/latest/meta-data`, `http://${host}:PORT/`]),
  )('refuses %s', async (form) => {
    await expect(guard.fetch({ method: 'GET', url: form.replace('PORT', String(port)), timeoutMs: 2_000 })).rejects.toMatchObject({
      code: 'core.problem.egress',
      status: 422,
    });
  });

  test.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'data:text/plain,x',
    'javascript:alert(1)',
    '//example.com',
    'example.com',
    '',
    'http://',
    'http:///x',
    'http://user@example.com/',
    'http://user:pass@example.com/',
    'https://example.com@127.0.0.1/',
    'http://example.com:8080/',
    'http://example.com:22/',
    'https://example.com:5432/',
    'http://example.com:0/',
    'http://127.0.0.1#@example.com/',
    'http://127.0.0.1\\@example.com/',
    'http://127.0.0.1?.example.com',
    'http://[::1%25eth0]/',
    'http://[::1',
    'http://exa mple.com/',
    'http://1.2.3.4.5/',
    'http://999.1.1.1/',
  ])('refuses %s', (form) => {
    expect(() => guard.check(form)).toThrow(Problem);
  });

  test.each([
    'https://example.com/',
    'http://example.com/',
    'https://example.com:443/x?y=1',
    'http://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://bücher.example/',
  ])('lets %s through', (form) => {
    expect(guard.check(form)).toBeInstanceOf(URL);
  });

  test('checks what a name resolves to, each time it is dialled, and dials what it checked', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::ffff:127.0.0.1'], ['::1']];
    let asked = 0;
    const resolve: Resolve = (_host, _options, done) =>
      done(
        null,
        answers[asked++]!.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    const rebinding = new EgressGuard([], { resolve });
    for (const _ of answers) {
      await expect(rebinding.fetch({ method: 'GET', url: 'http://rebind.example/', timeoutMs: 2_000 })).rejects.toMatchObject({
        code: 'core.problem.egress',
        extra: { reason: 'internal' },
      });
    }
    expect(asked).toBe(answers.length);
    await rebinding.close();
  });

  test('was reached around by nobody', () => {
    expect(canary.calls).toBe(0);
  });
});

describe('an address', () => {
  test.each(['8.8.8.8', '1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e'])('%s is public', (text) =>
    expect(isPublicAddress(text)).toBe(true),
  );
  test.each([
    '',
    'x',
    '256.1.1.1',
    '127.0.0.1',
    '::1',
    '::',
    '::127.0.0.1',
    '::ffff:10.0.0.1',
    '2002:a00:1::',
    '2001:0:1::',
    '64:ff9b::a00:1',
    'fe80::1',
  ])('%s is not', (text) => expect(isPublicAddress(text)).toBe(false));
});

test('a host is answered by its stand-in, path and all, and no other host is', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end('played');
  });
  await new Promise<void>((done) => server.listen(0, 'localhost', done));
  const standIn = `localhost:${(server.address() as AddressInfo).port}`;
  const nowhere = (_host: string, _options: object, done: (error: Error) => void) => done(new Error('looked up'));
  const played = new EgressGuard([], { resolve: nowhere as never, standIns: { 'api.crm.example': '127.0.0.1:1' } });
  const open = new EgressGuard([], { standIns: { 'api.crm.example': standIn } });
  expect(await open.fetch({ method: 'PUT', url: 'https://api.crm.example/v1/people?x=1' })).toMatchObject({ status: 200, body: 'played' });
  expect(asked).toEqual(['PUT /v1/people?x=1']);
  await expect(played.fetch({ method: 'GET', url: 'https://other.crm.example/' })).rejects.toThrow('looked up');
  await Promise.all([open.close(), played.close()]);
  server.close();
});

describe('an allowed pair', () => {
  test('is reached, redirects are not followed, answers are cut, slow ones given up', async () => {
    let followed = 0;
    const server = createServer((request, response) => {
      if (request.url === '/redirect') return void response.writeHead(302, { location: '/target' }).end();
      if (request.url === '/target') followed += 1;
      if (request.url === '/slow') return;
      if (request.url === '/big') return void response.end('x'.repeat(3 * 1024 * 1024));
      response.end('ok');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const at = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const open = new EgressGuard([at]);
    const get = (path: string) => open.fetch({ method: 'GET', url: `http://${at}${path}`, timeoutMs: 500 });
    expect(await get('/')).toMatchObject({ status: 200, body: 'ok' });
    expect((await get('/redirect')).status).toBe(302);
    expect(followed).toBe(0);
    expect((await get('/big')).body.length).toBe(1024 * 1024);
    await expect(get('/slow')).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect(open.fetch({ method: 'GET', url: `http://127.0.0.1:${port}/` })).rejects.toThrow(Problem);
    expect(canary.calls).toBe(0);
    await open.close();
    server.closeAllConnections();
    server.close();
  });
});
