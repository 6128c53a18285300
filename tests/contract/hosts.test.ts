import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RouteDef } from '../../core/contract.ts';
import { Hosts } from '../../core/http/hosts.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { type Schema, validValue } from '../support/valid-values.ts';

let app: TestApp;
const logged: string[] = [];
beforeAll(async () => {
  app = await startTestApp({ config: { roles: ['web', 'collect'], trustedHops: 1 } });
  const note = (detail: unknown, message?: string): void => void logged.push(`${message ?? ''} ${JSON.stringify(detail)}`);
  app.kernel.log.warn = note;
  app.kernel.log.error = note;
});
afterAll(() => app.close());

async function call(def: RouteDef, host: string, token: string | null, from: string): Promise<{ status: number; body: string }> {
  const params = (def.params ? validValue(def.params as Schema) : {}) as Record<string, unknown>;
  const body = def.body ? (validValue(def.body as Schema) as Record<string, unknown>) : null;
  for (const key of Object.keys(body ?? {})) if (/e?mail/i.test(key)) body![key] = `somebody-${crypto.randomUUID()}@probe.example`;
  if (body && 'password' in body) body['password'] = `correct horse ${crypto.randomUUID()}`;
  const path = `/api${def.path.replace(/\{(\/:[A-Za-z0-9_]+)\}/g, '$1').replace(/:([A-Za-z0-9_]+)/g, (_x, n: string) => String(params[n] ?? '-'))}`;
  const sent = request({
    host: 'localhost',
    port: app.serving.port,
    path,
    method: def.method,
    headers: {
      host,
      'x-forwarded-for': from,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
  });
  sent.end(body ? JSON.stringify(body) : undefined);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode!, body: await text(response) };
}

test('every public route answers on every kind of host, whoever’s token comes along', async () => {
  const { a, b, operator, sales } = app.fixtures;
  const ended = await app.kernel.sessions.open({ accountId: a.owner.id, ip: '', agent: '', aal: 1, aalNeeded: 1 });
  await app.kernel.platform('core_session').update({ expires_at: new Date(0) });
  const tokens: [string, string | null][] = [
    ['nobody', null],
    ['an ended session', ended],
    ['a made-up token', 'x'.repeat(43)],
    ...(await Promise.all(
      (
        [
          ['the operator', operator],
          ['a sales person of the root', sales],
          ['an agency', a.owner],
          ['an administrator', a.admin],
          ['a client', a.clients[0]!.user],
          ['another agency', b.owner],
        ] as const
      ).map(async ([name, person]): Promise<[string, string]> => [
        name,
        await app.kernel.sessions.open({ accountId: person.id, ip: '', agent: '', aal: 1, aalNeeded: 1 }),
      ]),
    )),
  ];
  const hosts = ['localhost', 'a.localhost', 'b.localhost', 'unknown.localhost', '127.0.0.1', 'a.localhost.', 'x'.repeat(300)];
  const faults: string[] = [];
  let tried = 0;
  for (const { def } of app.kernel.registry.routes.values()) {
    if (def.ability !== 'public') continue;
    for (const host of hosts) {
      await app.kernel.platform('core_rate').delete();
      // Together: some answers are held back for a moment. Each comes from elsewhere, so that none uses up another's limit.
      const answers = await Promise.all(
        tokens.map(async ([name, token], n) => ({ name, answer: await call(def, host, token, `198.51.${n}.7`) })),
      );
      tried += answers.length;
      for (const { name, answer } of answers)
        if (answer.status >= 500)
          faults.push(`${def.id} at ${host.slice(0, 20)} with the token of ${name}: ${answer.status} ${answer.body}`);
    }
  }
  console.log(`${tried} calls of public routes`);
  expect(faults).toEqual([]);
  expect(logged).toEqual([]);
}, 1_800_000);

test('a body that breaks off is no error, and is not written down as one', async () => {
  const token = await app.tokenOf(app.fixtures.a.owner);
  const half = (path: string, type: string): string =>
    `POST ${path} HTTP/1.1\r\nhost: a.localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: ${type}\r\nuser-agent: Mozilla/5.0 Firefox/140.0\r\ncontent-length: 500\r\n\r\n{"half`;
  const upload = [...app.kernel.registry.routes.values()].find(({ def }) => def.upload && def.method === 'POST')!.def.path;
  const asked = [half('/collect', 'text/plain'), half('/webhooks/stripe', 'application/json'), half('/api/register', 'application/json')];
  asked.push(half(`/api${upload.replace(/:[a-zA-Z_]+/g, '1')}`, 'multipart/form-data; boundary=x'));
  for (const sent of asked) {
    const socket = connect(app.serving.port, 'localhost');
    await once(socket, 'connect');
    socket.write(sent);
    await sleep(150);
    socket.resetAndDestroy();
  }
  await sleep(300);
  expect(logged).toEqual([]);
});

test('what one company changes has nobody look for the hosts of the others', async () => {
  const { a, b, root } = app.fixtures;
  const { platform } = app.kernel;
  const hosts = new Hosts(platform);
  const asked: string[] = [];
  const note = ({ sql, bindings }: { sql: string; bindings: string[] }): void =>
    void (/from core_host/.test(sql) && asked.push(bindings[0]!));
  const found = async (): Promise<(number | string)[]> => {
    asked.length = 0;
    const names = ['a.localhost', 'b.localhost', 'localhost', 'new.localhost'];
    return Promise.all(names.map(async (name) => (await hosts.movedTo(name)) ?? (await hosts.find(name)).id));
  };
  platform.on('query', note);
  expect(await found()).toEqual([a.tenant.id, b.tenant.id, root.id, 0]);
  expect([await found(), [...asked]]).toEqual([[a.tenant.id, b.tenant.id, root.id, 0], []]);
  await hosts.forget(a.tenant.id);
  expect([await found(), [...asked]]).toEqual([
    [a.tenant.id, b.tenant.id, root.id, 0],
    ['a.localhost', 'new.localhost'],
  ]);
  await platform('core_host').insert({ host: 'new.localhost', tenant_id: b.tenant.id, verified_at: new Date() });
  await platform('core_host')
    .where({ host: 'b.localhost' })
    .update({ leaves_at: new Date(Date.now() + 60_000) });
  await hosts.forget(b.tenant.id);
  expect([await found(), [...asked]]).toEqual([
    [a.tenant.id, 'new.localhost', root.id, b.tenant.id],
    ['b.localhost', 'new.localhost'],
  ]);
  // What is below the root follows from it.
  await hosts.forget(root.id);
  await found();
  expect([...asked].sort()).toEqual(['a.localhost', 'b.localhost', 'localhost', 'new.localhost']);
  platform.removeListener('query', note);
});
