import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { definePlugin } from '../../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../../core/testing/app.ts';

/** Requires what is not there, so it is off. */
const lost = definePlugin({ manifest: { id: 'lost', version: '1.0.0', core: '^1', level: 'platform', requires: { nowhere: '^1' } } });

let app: TestApp;
const answering = createServer((request, response) => void response.writeHead(request.url === '/broken' ? 503 : 200).end('secret answer'));
let host = '';
beforeAll(async () => {
  await new Promise<void>((done) => answering.listen(0, '127.0.0.1', done));
  host = `127.0.0.1:${(answering.address() as AddressInfo).port}`;
  app = await startTestApp({ plugins: [lost], withFaults: true, config: { egressAllow: [host] } });
});
afterAll(async () => {
  await app.close();
  answering.close();
});

const ask = (path: string, as = app.fixtures.operator) => app.call('GET', `/api/operations${path}`, as);

test('each process tells of its versions, migrations and plugins; what is off says why', async () => {
  const { data } = (await ask('/processes')).body;
  expect(data[0]).toMatchObject({ state: 'running', off: 1, node: process.version, product: '1.0.0' });
  expect(data[0].on).toBeGreaterThan(40);
  const plugins = (await ask(`/processes/${data[0].id}/plugins`)).body.data;
  expect(plugins[0]).toMatchObject({ id: 'lost', state: 'off', code: 'requires', faults: expect.stringContaining('nowhere') });
  expect((await ask(`/processes/${data[0].id}/plugins?state=on`)).body.data.every(({ state }: { state: string }) => state === 'on')).toBe(
    true,
  );
  expect((await ask(`/processes/${crypto.randomUUID()}`)).status).toBe(404);
});

test('a process that stopped says so, one that fell silent is told of, and both are forgotten after a week', async () => {
  const { platform } = app.kernel;
  const old = { host: 'old', pid: 1, roles: ['web'], versions: '{"product":"1","core":"1","node":"v24","database":"15"}', plugins: '[]' };
  const row = (seen: number, stopped: number | null) => ({
    ...old,
    id: crypto.randomUUID(),
    migrations: '{"ran":[],"ahead":[],"missing":[]}',
    seen_at: new Date(Date.now() - seen),
    stopped_at: stopped === null ? null : new Date(Date.now() - stopped),
  });
  await platform('core_process').insert([row(10 * 60_000, null), row(60_000, 60_000), row(8 * 86_400_000, null)]);
  const states = async () =>
    (await ask('/processes?search=old')).body.data.map(({ state }: { state: string }) => state).toSorted() as string[];
  expect(await states()).toEqual(['silent', 'silent', 'stopped']);
  await app.tick('core.retention');
  expect(await states()).toEqual(['silent', 'stopped']);
});

test('outgoing calls are counted by host, with failures and refusals, and nothing of what was said', async () => {
  const { egress, egressLog, platform } = app.kernel;
  for (const path of ['fine?token=1234', 'fine', 'broken'])
    await egress.fetch({ method: 'POST', url: `http://${host}/${path}`, body: 'a lead' });
  const refuses = (url: string) => expect(egress.fetch({ method: 'GET', url })).rejects.toMatchObject({ code: 'core.problem.egress' });
  await refuses('http://10.0.0.1/');
  await refuses('ftp://files.example.com/');
  const { data } = (await ask('/calls')).body;
  expect(data.find((row: { host: string }) => row.host === host)).toMatchObject({ calls: 3, failures: 1, failure: '503', refusals: 0 });
  expect(data.find((row: { host: string }) => row.host === host).p95).toMatch(/^\d+(\.\d)? (ms|sec)$/);
  expect(data.find((row: { host: string }) => row.host === '10.0.0.1')).toMatchObject({
    calls: 0,
    refusals: 1,
    refusal: 'Internal address',
  });
  expect((await ask('/calls?show=refused')).body.data.map((row: { host: string }) => row.host).toSorted()).toEqual([
    '10.0.0.1',
    'files.example.com',
  ]);
  const stored = JSON.stringify(await platform('core_egress_hour'));
  expect(stored).not.toMatch(/1234|a lead|secret answer|fine/);

  // A second process adds to what is there.
  egressLog.answered(host, 20, 200);
  await egressLog.keep();
  expect((await ask('/calls')).body.data.find((row: { host: string }) => row.host === host).calls).toBe(4);
  await platform.raw(`update core_egress_hour set hour = hour - interval '31 days'`);
  await app.tick('core.retention');
  expect(await platform('core_egress_hour')).toEqual([]);
});

test('many hosts of one hour are counted together', async () => {
  const { egressLog } = app.kernel;
  for (let n = 0; n < 600; n++) egressLog.answered(`host-${n}.example`, 5, 200);
  const { data } = (await ask('/calls?search=other')).body;
  expect(data).toMatchObject([{ host: 'Other hosts', calls: 100 }]);
});

test('only operators see any of it', async () => {
  const { a, sales } = app.fixtures;
  for (const who of [a.owner, a.admin, a.clients[0]!.user, sales])
    for (const path of ['/processes', '/calls']) expect((await ask(path, who)).status).toBe(403);
});
