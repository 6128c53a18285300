import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { definePlugin, defineRoute, T } from '../../core/contract.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { type Caller, everybody, type Findings, ONLY_READS, runCampaign, type Tried } from '../support/campaign.ts';
import { reader, shelf } from '../support/shelf/index.ts';
import { knownValues, seedRows, spreadIds } from '../support/seed-rows.ts';

/** Words that stand in every text of an agency and its first client, and nowhere else; and those of its second client. */
const WORDS = { a: 'aardvark', b: 'zebrafish' } as const;
const SIBLINGS = { a: 'numbat', b: 'quagga' } as const;

/** A plugin with every mistake that the campaign is there to find; RLS does not hold a platform connection. */
const leaky = definePlugin({
  manifest: { id: 'leaky', version: '1.0.0', core: '^1', level: 'platform' },
  rates: [{ id: 'leaky.calls', points: 100_000, seconds: 60, by: 'ip' }],
  routes: [
    defineRoute({
      id: 'leaky.read',
      method: 'GET',
      path: '/leaky/:companyId',
      summary: 'Reads past RLS',
      ability: 'signed-in',
      params: T.Object({ companyId: T.Integer() }),
      response: T.Object({ name: T.Union([T.String(), T.Null()]) }),
      handler: async (_ctx, { params }) => ({
        name: (await app.kernel.platform('core_tenant').where({ id: params.companyId }).first('name'))?.name ?? null,
      }),
    }),
    defineRoute({
      id: 'leaky.write',
      method: 'POST',
      path: '/leaky',
      summary: 'Writes, then refuses',
      ability: 'public',
      spends: ['rows'],
      rate: 'leaky.calls',
      response: T.Object({}),
      async handler() {
        await app.kernel
          .platform('core_account')
          .where({ id: app.fixtures.b.owner.id })
          .update({ name: `${WORDS.b} ${Math.random()}` });
        throw new Error('too late');
      },
    }),
  ],
});

/** Calls that whoever may only read makes all the same. */
const WITHOUT_WRITING: Record<string, string> = {
  'profile.answer': 'one’s own set-up, which everybody is asked for',
  'profile.save-company': 'a client’s own set-up, which everybody is asked for',
  'user-log.search': 'reads; the specification asks by POST',
  'user-log.category': 'reads; the specification asks by POST',
  'user-log.begin-export': 'reads into a file',
  'reports.selection-csv': 'keeps for a moment which leads a file is to hold',
  'user-log.claim': 'says in the own log what was clicked',
};

let app: TestApp;
let real: Findings;
let caught: Findings;
const say = (t: Tried): string =>
  `${t.caller.name}: ${t.method} ${t.route} with ${t.relation} answers ${t.status} ${t.text.replace(/^.*"requestId":"[^"]*"/, '').slice(0, 200)}`;

beforeAll(async () => {
  app = await startTestApp({ plugins: [shelf, reader, leaky], config: { roles: ['web', 'collect'] } }); // a worker would change rows on its own
  await spreadIds(app.databaseUrl);
  for (const side of ['a', 'b'] as const) {
    const { tenant, clients } = app.fixtures[side];
    await app.kernel
      .platform('core_tenant')
      .where({ agency_id: tenant.id })
      .update({ name: app.kernel.platform.raw(`? || id`, [`${WORDS[side]} `]) });
    await app.kernel
      .platform('core_account')
      .where({ agency_id: tenant.id })
      .update({ name: WORDS[side], email: app.kernel.platform.raw(`? || id || '@test.example'`, [`${WORDS[side]}-`]) });
    const sibling = clients[1]!;
    await app.kernel.platform('core_tenant').where({ id: sibling.tenant.id }).update({ name: SIBLINGS[side] });
    await app.kernel
      .platform('core_account')
      .where({ id: sibling.user.id })
      .update({ name: SIBLINGS[side], email: `${SIBLINGS[side]}@test.example` });
    const unseeded = await seedRows(
      app.kernel.platform,
      [tenant, clients[0]!.tenant, sibling.tenant].map(({ id }) => ({ id, word: id === sibling.tenant.id ? SIBLINGS[side] : WORDS[side] })),
      knownValues(app.kernel.registry),
    );
    if (side === 'a' && unseeded.length > 0) console.warn(`Tables without rows in the campaign: ${unseeded.join(', ')}`);
  }
  const callers = await everybody(app);
  const routes = [...app.kernel.registry.routes.values()];
  const began = performance.now();
  real = await runCampaign(
    app,
    callers,
    routes.filter((r) => r.plugin !== 'leaky'),
  );
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const naming = real.tried.filter((t) => t.namesRow).length;
  console.log(
    `Tried ${real.tried.length} pairs of caller and relation over ${routes.length - 2} routes by ${real.requests} requests in ${seconds} s; ${naming} of them named a stored row.`,
  );
  const answered = new Set(real.tried.filter((t) => t.status < 300).map((t) => t.route));
  const never = routes.map((r) => r.def.id).filter((id) => !answered.has(id) && !id.startsWith('leaky.'));
  if (never.length > 0) console.log(`Made-up input never got a good answer of: ${never.join(', ')}`);
  caught = await runCampaign(
    app,
    callers.filter((c) => c.name === 'agency owner'),
    routes.filter((r) => r.plugin === 'leaky'),
  );
}, 1_800_000);
afterAll(() => app.close());

const broken = ({ tried }: Findings): string[] => tried.filter((t) => t.status >= 500).map(say);
function foreignWords({ anonymous, side, ofClient }: Caller): string[] {
  if (anonymous) return [...Object.values(WORDS), ...Object.values(SIBLINGS)];
  if (side === null) return [];
  const other = side === 'a' ? 'b' : 'a';
  return [WORDS[other], SIBLINGS[other], ...(ofClient ? [SIBLINGS[side]] : [])];
}
const leaks = ({ tried }: Findings): string[] =>
  tried
    .filter((t) => {
      const text = t.text.toLowerCase();
      return foreignWords(t.caller).some((word) => text.includes(word));
    })
    .map(say);

const isForeign = ({ relation, caller }: Tried): boolean =>
  relation.startsWith('other') || (caller.ofClient && relation === 'sibling client');

/** A foreign thing must answer like a missing one, or asking tells whether it exists. */
function tells({ tried }: Findings): string[] {
  // Such a file says when it was made; the same report as CSV is compared word for word.
  const plain = (t: Tried): string => /^(?:PK|%PDF-)/.exec(t.text)?.[0] ?? t.text.replace(/"requestId":"[^"]*"/, '');
  const missing = new Map(tried.filter((t) => t.relation === 'missing').map((t) => [`${t.caller.name} ${t.route}`, t]));
  return tried
    .filter((t) => t.caller.side !== null && t.namesIds && isForeign(t))
    .filter((t) => {
      const like = missing.get(`${t.caller.name} ${t.route}`)!;
      return t.status !== like.status || ((t.status >= 400 || t.method === 'GET') && plain(t) !== plain(like));
    })
    .map((t) => `${say(t)} but a missing one ${missing.get(`${t.caller.name} ${t.route}`)!.status}`);
}

describe('every route, by everybody, with the ids of everybody', () => {
  test('no call breaks the server', () => expect(broken(real)).toEqual([]));
  test('a visitor without a living session gets 401 wherever a session is asked for', () => {
    expect(real.tried.filter((t) => t.caller.anonymous && !t.public && t.status !== 401).map(say)).toEqual([]);
  });
  test("no answer holds a word of an agency that is not the caller's", () => expect(leaks(real)).toEqual([]));
  test('a foreign id answers like a missing one', () => expect(tells(real)).toEqual([]));
  test('a refused call changes nothing, and nobody changes a foreign agency', () => expect(real.changes).toEqual([]));
  test('whoever may only read writes nothing but what is their own', () => {
    const own = new Set(
      app.kernel.registry.plugins
        .flatMap((p) => p.routes ?? [])
        .filter((r) => !Array.isArray(r.ability))
        .map((r): string => r.id),
    );
    const wrote = real.tried.filter((t) => ONLY_READS.includes(t.caller.name) && t.method !== 'GET' && t.status < 300 && !own.has(t.route));
    expect(wrote.filter((t) => !(t.route in WITHOUT_WRITING) && !t.route.startsWith('shelf.')).map(say)).toEqual([]);
  });
  test('the campaign gets through: people reach their own things', () => {
    const reached = new Set(real.tried.filter((t) => t.status < 300 && !t.public).map((t) => t.caller.name));
    expect([...reached]).toEqual(
      expect.arrayContaining(['client', 'client of the other agency', 'view mode', 'administrator', 'agency owner', 'sales', 'operator']),
    );
  });
});

describe('the campaign itself', () => {
  test('notices a route that reads past RLS', () => {
    expect(leaks(caught)).not.toEqual([]);
    expect(tells(caught)).not.toEqual([]);
  });
  test('notices a route that writes before it refuses', () => {
    expect(broken(caught)).not.toEqual([]);
    expect(caught.changes.join()).toMatch(/refused, yet changed/);
  });
});
