import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteDef } from '../../core/contract.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { everybody, runCampaign, type Tried } from '../support/campaign.ts';
import { knownValues, seedRows, spreadIds } from '../support/seed-rows.ts';

/** Calls of visitors have no actor; they log what matters by themselves, such as a sign-in. */
const isPublic = (route: RouteDef): boolean => route.ability === 'public';

interface Row {
  action: string;
  actor_id: number;
  company_id: number;
  viewed_by: number | null;
  ip: string;
  user_type: string;
}

let app: TestApp;
let tried: Tried[];
let routes: Map<string, RouteDef>;
let rows: Map<string, Row[]>;

beforeAll(async () => {
  app = await startTestApp({ config: { roles: ['web', 'collect'] } });
  await spreadIds(app.databaseUrl);
  const { a, b } = app.fixtures;
  for (const side of [a, b])
    await seedRows(
      app.kernel.platform,
      [side.tenant, side.clients[0]!.tenant].map(({ id }) => ({ id, word: 'walrus' })),
      knownValues(app.kernel.registry),
    );
  const callers = (await everybody(app)).filter((c) => ['client', 'view mode', 'agency owner', 'operator'].includes(c.name));
  const mutating = [...app.kernel.registry.routes.values()].filter((r) => r.def.method !== 'GET' && !isPublic(r.def));
  routes = new Map(mutating.map((r) => [r.def.id, r.def]));
  ({ tried } = await runCampaign(app, callers, mutating));
  const found = (await app.kernel.platform('core_audit').select('*')) as (Row & { request_id: string })[];
  rows = new Map();
  // What the campaign rightly removed or suspended comes back for the calls below.
  await app.kernel.platform('core_tenant').update({ removed_at: null });
  await app.kernel.platform('core_account').update({ removed_at: null, status: 'active' });
  for (const row of found) rows.set(row.request_id, [...(rows.get(row.request_id) ?? []), row]);
}, 900_000);
afterAll(() => app.close());

const rowsOf = (t: Tried): Row[] => rows.get(t.requestId) ?? [];
const say = (t: Tried): string =>
  `${t.caller.name}: ${t.route} (${t.relation}) left ${
    rowsOf(t)
      .map((r) => r.action)
      .join(', ') || 'nothing'
  }`;
const once = (sentences: string[]): string[] => [...new Set(sentences)];

describe('every call that changes something', () => {
  // A call that is to leave none says why in its declaration (`unlogged`); the kernel sees to all others.
  test('leaves one row of each plugin that did something when it succeeds', () => {
    const done = tried.filter((t) => t.status < 300 && !routes.get(t.route)!.unlogged);
    expect(done.length).toBeGreaterThan(50);
    const plugins = (t: Tried): Set<string> => new Set(rowsOf(t).map((row) => row.action.split('.')[0]!));
    expect(once(done.filter((t) => rowsOf(t).length === 0 || rowsOf(t).length > plugins(t).size).map(say))).toEqual([]);
  });

  test('leaves none when it says that it leaves none, and its reason is one', () => {
    const quiet = [...routes.values()].filter((r) => r.unlogged !== undefined);
    expect(quiet.filter((r) => r.unlogged!.length < 15 || r.audit).map((r) => r.id)).toEqual([]);
    const loud = tried.filter((t) => t.status < 300 && routes.get(t.route)!.unlogged && rowsOf(t).length > 0);
    expect(once(loud.map(say))).toEqual([]);
  });

  test('names who did it, through whom, in which company, from where', () => {
    const { a, operator } = app.fixtures;
    const people: Record<string, { id: number; viewed: number | null }> = {
      client: { id: a.clients[0]!.user.id, viewed: null },
      'view mode': { id: a.owner.id, viewed: operator.id },
      'agency owner': { id: a.owner.id, viewed: null },
      operator: { id: operator.id, viewed: null },
    };
    const wrong = tried.flatMap((t) => {
      const who = people[t.caller.name]!;
      return rowsOf(t)
        .filter(
          (r) => r.actor_id !== who.id || r.viewed_by !== who.viewed || !r.company_id || !/^(::1|127\.0\.0\.1)$/.test(r.ip) || !r.user_type,
        )
        .map((r) => `${t.caller.name}: ${t.route}: ${JSON.stringify(r)}`);
    });
    expect(once(wrong)).toEqual([]);
  });
});

describe('a refusal', () => {
  const isDenial = (t: Tried): boolean => t.status === 403 && /"core\.problem\.(denied|view-mode|second-factor)"/.test(t.text);

  test('leaves one row, unless somebody knocks too often', () => {
    const denied = tried.filter(isDenial);
    expect(denied.length).toBeGreaterThan(50);
    expect(once(denied.filter((t) => rowsOf(t).length > 1).map(say))).toEqual([]);
    const logged = denied.filter((t) => rowsOf(t).length === 1);
    expect(logged.length).toBeGreaterThan(20);
    expect(once(logged.flatMap(rowsOf).map((r) => r.action))).toEqual(['core.refused']);
  });

  test('is logged each time, up to twenty in a minute', async () => {
    await app.kernel.platform('core_rate').delete();
    const token = await app.kernel.sessions.open({
      accountId: app.fixtures.b.clients[0]!.user.id,
      ip: '',
      agent: '',
      aal: 1,
      aalNeeded: 1,
    });
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => app.call('POST', '/api/user/switch', token, { body: { usrID: app.fixtures.operator.id } })),
    );
    expect(answers.map((a) => a.status)).toEqual(Array.from({ length: 25 }, () => 403));
    const ids = answers.map((a) => a.headers.get('x-request-id')!);
    const logged = (await app.kernel.platform('core_audit').whereIn('request_id', ids)) as (Row & { target: string; detail: object })[];
    expect(logged).toHaveLength(20);
    expect(logged[0]).toMatchObject({
      action: 'core.refused',
      target: 'view-mode.start',
      actor_id: app.fixtures.b.clients[0]!.user.id,
      company_id: app.fixtures.b.clients[0]!.tenant.id,
      detail: { code: 'core.problem.denied' },
    });
  });

  test('of a reader, of a visitor or of bad input leaves none', async () => {
    const before = await app.kernel.platform('core_audit').count('* as n').first();
    const { owner } = app.fixtures.b;
    expect((await app.call('GET', '/api/view-mode/visits', owner)).status).toBe(403);
    expect((await app.call('POST', '/api/user/switch', null, { body: { usrID: 1 } })).status).toBe(401);
    expect((await app.call('POST', '/api/user/switch', app.fixtures.operator, { body: {} })).status).toBe(422);
    expect(await app.kernel.platform('core_audit').count('* as n').first()).toEqual(before);
  });
});
