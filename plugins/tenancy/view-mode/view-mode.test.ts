import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHash } from 'node:crypto';
import { definePlugin, defineRoute, T } from '../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import { addPerson, type Person } from '../../../core/testing/fixtures.ts';
import viewMode from './index.ts';

conformance(viewMode);

const term = (id: string, method: 'GET' | 'POST', more: object = {}) =>
  defineRoute({
    id: `terms.${id}`,
    method,
    path: `/terms/${id}`,
    summary: 'Tries a term of view mode',
    ability: 'signed-in',
    response: T.Object({}),
    ...more,
    handler: async () => ({}),
  });
/** Routes with each of the terms that view mode looks at. */
const terms = definePlugin({
  manifest: { id: 'terms', version: '1.0.0', core: '^1', level: 'platform' },
  routes: [
    term('write', 'POST'),
    term('shut', 'GET', { viewMode: 'deny' }),
    term('fresh', 'GET', { stepUp: true }),
    term('leads', 'GET', { exportsData: true, stepUp: true }),
  ],
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [terms] });
});
afterAll(() => app.close());

const REASON = 'Ticket 7: no leads';
const start = (target: { id: number }, as: Person | string = app.fixtures.operator, reason: string | undefined = REASON) =>
  app.call('POST', '/api/user/switch', as, { body: { usrID: target.id, ...(reason ? { reason } : {}) } });
const enter = async (target: { id: number }, as: Person | string = app.fixtures.operator): Promise<string> => {
  const answer = await start(target, as);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.access_token as string;
};
const freshOperator = (): Promise<string> =>
  app.kernel.sessions.open({ accountId: app.fixtures.operator.id, ip: '', agent: '', aal: 1, aalNeeded: 1 });
const me = (token: string) => app.call('GET', '/api/user', token);
const audit = (action: string) => app.kernel.platform('core_audit').where({ action }).orderBy('id', 'desc').first();
const row = (token: string) => app.kernel.platform('core_session').where({ token_hash: createHash('sha256').update(token).digest() });

describe('who into whom', () => {
  test('an operator into an agency and into a client, with the fields of the specification alone', async () => {
    const { a } = app.fixtures;
    for (const person of [a.owner, a.admin, a.clients[0]!.user]) {
      const answer = await start(person, app.fixtures.operator, undefined);
      expect(answer.body).toMatchObject({ result: 'success', isViewMode: true });
      expect((await me(answer.body.access_token)).body).toMatchObject({ email: person.email, isViewMode: true });
    }
  });

  test('nobody else switches', async () => {
    const { a, sales } = app.fixtures;
    for (const who of [a.owner, a.admin, a.clients[0]!.user, sales]) expect((await start(a.clients[1]!.user, who)).status).toBe(403);
  });

  test('not into root, neither a peer nor a sales person, nor into nobody', async () => {
    const peer = await addPerson(app.kernel, app.fixtures.root, 'user', 'peer@test.example', true);
    for (const who of [peer, app.fixtures.sales, app.fixtures.operator]) {
      const answer = await start(who);
      expect([answer.status, answer.body.code]).toEqual([403, 'view-mode.problem.rank']);
    }
    expect((await start({ id: 2_000_000_000 })).status).toBe(404);
  });

  test('never nested: inside of a look there is no way into another', async () => {
    const token = await enter(app.fixtures.a.owner);
    expect((await start(app.fixtures.a.clients[0]!.user, token)).status).toBe(403);
  });

  test('not into a suspended account; an invited one may be looked through', async () => {
    const person = await addPerson(app.kernel, app.fixtures.b.tenant, 'administrator', 'late@test.example');
    await app.kernel.platform('core_account').where({ id: person.id }).update({ status: 'suspended' });
    expect((await start(person)).status).toBe(409);
    await app.kernel.platform('core_account').where({ id: person.id }).update({ status: 'invited' });
    expect((await me(await enter(person))).status).toBe(200);
  });

  test('a reason of blanks is refused', async () =>
    expect((await start(app.fixtures.a.owner, app.fixtures.operator, '    ')).status).toBe(422));
});

describe('the session', () => {
  test('lasts an hour, is not rotated and not renewed', async () => {
    const token = await enter(app.fixtures.a.owner);
    const [{ minutes }] = await row(token).select(app.kernel.platform.raw(`extract(epoch from expires_at - now()) / 60 as minutes`));
    expect(Number(minutes)).toBeGreaterThan(59);
    expect(Number(minutes)).toBeLessThanOrEqual(60);
    const before = (await row(token).first('expires_at')).expires_at as Date;
    await row(token).update({ rotated_at: app.kernel.platform.raw(`now() - interval '50 minutes'`) });
    expect((await me(token)).headers.get('x-session-token')).toBeNull();
    expect((await row(token).first('expires_at')).expires_at).toEqual(before);
    await row(token).update({ expires_at: app.kernel.platform.raw('now()') });
    expect((await me(token)).status).toBe(401);
  });

  test.for([
    ['the operator logs out', (parent: string) => app.call('POST', '/api/logout', parent)],
    ["the operator's session runs out", (parent: string) => row(parent).update({ expires_at: app.kernel.platform.raw('now()') })],
    ['all their sessions are ended', () => app.kernel.sessions.endAll(app.fixtures.operator.id)],
  ] as const)('ends when %s', async ([, end]) => {
    const parent = await freshOperator();
    const token = await enter(app.fixtures.a.owner, parent);
    await end(parent);
    expect((await me(token)).status).toBe(401);
    delete app.fixtures.operator.token;
  });

  test('ends when the operator is none any more', async () => {
    const was = await addPerson(app.kernel, app.fixtures.root, 'user', 'was@test.example', true);
    const token = await enter(app.fixtures.a.owner, was);
    await app.kernel.platform('core_account').where({ id: was.id }).update({ is_system: false });
    expect((await me(token)).status).toBe(401);
  });

  test('works while the session it was opened from sleeps, and keeps that awake', async () => {
    const parent = await freshOperator();
    const token = await enter(app.fixtures.a.owner, parent);
    for (const t of [parent, token]) await row(t).update({ seen_at: app.kernel.platform.raw(`now() - interval '50 minutes'`) });
    expect((await me(token)).status).toBe(200);
    const [{ fresh }] = await row(parent).select(app.kernel.platform.raw(`seen_at > now() - interval '1 minute' as fresh`));
    expect(fresh).toBe(true);
  });

  test('the way back ends it for good, whatever was sent along, and the operator is themselves again', async () => {
    const parent = await freshOperator();
    const token = await enter(app.fixtures.a.owner, parent);
    const answer = await app.call('POST', '/api/user/switch-back', token);
    expect(answer.body).toEqual({ result: 'success', go: '/configuration/agency-list/', access_token: expect.any(String) });
    expect((await me(token)).status).toBe(401);
    // The operator's session goes on with another token; the one from before the look is void.
    expect((await me(parent)).status).toBe(401);
    const own = answer.body.access_token as string;
    expect((await me(own)).body).toMatchObject({ email: app.fixtures.operator.email, isViewMode: false });
    expect((await app.call('POST', '/api/user/switch-back', own)).status).toBe(409);
    expect((await app.call('POST', '/api/user/switch-back', token)).status).toBe(401);
  });

  test('the way back is gone with the session it leads to, and two clicks on it lead back once', async () => {
    const gone = await freshOperator();
    const left = await enter(app.fixtures.a.owner, gone);
    await row(gone).update({ expires_at: app.kernel.platform.raw('now()') });
    expect((await app.call('POST', '/api/user/switch-back', left)).status).toBe(401);
    const token = await enter(app.fixtures.a.owner, await freshOperator());
    const clicks = await Promise.all([1, 2, 3].map(() => app.call('POST', '/api/user/switch-back', token)));
    expect(clicks.filter((click) => click.status === 200)).toHaveLength(1);
  });

  test('logging out of a look ends the session it was opened from as well', async () => {
    const parent = await freshOperator();
    const other = await freshOperator();
    const token = await enter(app.fixtures.a.owner, parent);
    expect((await app.call('POST', '/api/logout', token)).status).toBe(200);
    expect([(await me(token)).status, (await me(parent)).status, (await me(other)).status]).toEqual([401, 401, 200]);
  });

  test('an operator ends the look of another within a second', async () => {
    const token = await enter(app.fixtures.b.owner);
    const list = await app.call('GET', '/api/view-mode/visits', app.fixtures.operator);
    const visit = list.body.data.find((v: any) => v.state === 'open' && v.account_name === 'owner-b');
    expect(visit).toMatchObject({ reason: REASON, company_name: 'Agency B' });
    expect((await app.call('DELETE', `/api/view-mode/visits/${visit.id}`, app.fixtures.a.owner)).status).toBe(403);
    expect((await app.call('DELETE', `/api/view-mode/visits/${visit.id}`, app.fixtures.operator)).status).toBe(200);
    expect((await me(token)).status).toBe(401);
    expect((await app.call('DELETE', `/api/view-mode/visits/${visit.id}`, app.fixtures.operator)).status).toBe(409);
  });
});

describe('what is shut', () => {
  test('writes, denied reads, what asks for the password again, and carrying leads away', async () => {
    const token = await enter(app.fixtures.a.owner);
    for (const [method, path] of [
      ['POST', 'write'],
      ['GET', 'shut'],
      ['GET', 'fresh'],
      ['GET', 'leads'],
    ] as const) {
      const answer = await app.call(method, `/api/terms/${path}`, token);
      expect([answer.status, answer.body.code], path).toEqual([403, 'core.problem.view-mode']);
    }
  });

  test('everything that writes, but for campaigns, the way out and reading by POST', () => {
    const open = [...app.kernel.registry.routes.values()]
      .map((r) => r.def)
      .filter((r) => r.method !== 'GET' && r.viewMode === 'allow' && r.ability !== 'public');
    const unlike = open.filter(
      (r) =>
        !r.unlogged &&
        ![
          'campaigns.update',
          'campaigns.update-local',
          'campaigns.update-locator',
          'search-id.apply-keywords',
          'search-id.set-stop-words',
          'campaigns.active-pause',
          'site-id.allow-host',
          'site-id.remove-host',
          'site-id.embed-check',
          'accounts.logout',
          'view-mode.end',
        ].includes(r.id),
    );
    // Reading by POST says that it leaves nothing in the log.
    expect(unlike.map((r) => r.id)).toEqual([]);
  });

  test('rights are those of the account and of the operator together, and change at once', async () => {
    const who = await addPerson(app.kernel, app.fixtures.root, 'user', 'narrow@test.example', true);
    const token = await enter(app.fixtures.a.owner, who);
    const allow = (flags: object) =>
      app.call('PUT', `/api/view-mode/operators/${who.id}`, app.fixtures.operator, {
        body: { see_ads: 'T', see_campaigns: 'T', see_leads: 'T', see_settings: 'T', campaign_edit: 'T', lead_export: 'F', ...flags },
      });
    const can = async (...right: [string, string]) => {
      const session = (await app.kernel.sessions.find(token))!;
      return session.rights[right[0] as 'LeadsPeek'][right[1] as 'update'];
    };
    expect([await can('LeadsPeek', 'update'), await can('LeadsPeek', 'create'), await can('Settings', 'update')]).toEqual([
      true,
      false,
      false,
    ]);
    expect((await allow({ campaign_edit: 'F' })).status).toBe(200);
    expect([await can('LeadsPeek', 'enable'), await can('LeadsPeek', 'update')]).toEqual([true, false]);
    expect((await allow({ lead_export: 'T' })).status).toBe(200);
    expect((await app.call('GET', '/api/terms/leads', token)).status).toBe(200);
    expect((await allow({ see_leads: 'F', lead_export: 'T' })).status).toBe(200);
    expect([await can('LeadsPeek', 'enable'), await can('LeadsPeek', 'update')]).toEqual([false, false]);
    expect((await app.call('GET', '/api/terms/leads', token)).status).toBe(403);
    expect((await app.call('GET', '/api/user', who)).body.user_permissions_view_mode).toContain('"see_leads":"F"');
    expect((await app.call('PUT', `/api/view-mode/operators/${app.fixtures.a.owner.id}`, app.fixtures.operator, { body: {} })).status).toBe(
      422,
    );
  });

  test('an account without a right has it neither in view mode', async () => {
    const { admin } = app.fixtures.b;
    const none = { enable: true, create: false, update: false, delete: false };
    await app.kernel
      .platform('core_account')
      .where({ id: admin.id })
      .update({ rights: JSON.stringify({ AdsDesign: none, Campaign: none, LeadsPeek: none, Settings: none }) });
    expect((await app.kernel.sessions.find(await enter(admin)))!.rights.LeadsPeek).toEqual(none);
  });
});

describe('the log', () => {
  test('names both, with the reason, at the start and at the end', async () => {
    const { a, operator } = app.fixtures;
    const token = await enter(a.owner, await freshOperator());
    expect(await audit('view-mode.started')).toMatchObject({
      company_id: a.tenant.id,
      actor_id: operator.id,
      target: String(a.owner.id),
      description: 'Support viewed your account',
      detail: { reason: REASON },
    });
    await app.call('POST', '/api/terms/write', token);
    expect(await audit('core.refused')).toMatchObject({ actor_id: a.owner.id, viewed_by: operator.id, company_id: a.tenant.id });
    await app.call('POST', '/api/user/switch-back', token);
    expect(await audit('view-mode.ended')).toMatchObject({ actor_id: a.owner.id, viewed_by: operator.id, detail: { how: 'back' } });
  });

  test('also says when time ended it, once', async () => {
    const token = await enter(app.fixtures.a.clients[1]!.user);
    const [{ id }] = await row(token).select('id');
    await app.kernel
      .platform('view_mode_visit')
      .where({ id })
      .update({
        started_at: app.kernel.platform.raw(`now() - interval '61 minutes'`),
        ends_at: app.kernel.platform.raw(`now() - interval '1 minute'`),
      });
    await row(token).update({ expires_at: app.kernel.platform.raw('now()') });
    const job = viewMode.jobs![0]!;
    for (let n = 0; n < 2; n += 1) await app.inside({ ...app.fixtures.root }, 'view-mode', (ctx) => job.run(ctx, {}));
    const rows = await app.kernel
      .platform('core_audit')
      .where({ action: 'view-mode.ended', target: String(app.fixtures.a.clients[1]!.user.id) });
    expect(rows.map((r) => r.detail.how)).toEqual(['time']);
  });
});

test('people to switch to are those of the company and its clients, nobody of root', async () => {
  const { a, b, operator, root } = app.fixtures;
  const people = (id: number) => app.call('GET', `/api/view-mode/people/${id}?PerPage=100`, operator);
  const found = (await people(a.tenant.id)).body.data.map((p: any) => p.email);
  expect(found).toEqual(expect.arrayContaining([a.owner.email, a.admin.email, a.clients[0]!.user.email]));
  expect(found).not.toContain(b.owner.email);
  expect((await people(root.id)).body.data).toEqual([]);
  expect((await app.call('GET', `/api/view-mode/people/${a.tenant.id}`, a.owner)).status).toBe(403);
});
