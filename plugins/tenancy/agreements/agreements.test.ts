import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_ZONE, definePage, definePlugin, momentText } from '../../../core/contract.ts';
import { type Answer, startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { agreementsOf } from './agreements.service.ts';
import plugin from './index.ts';

conformance(plugin);

/** Stands in for the B2B module: the guard knows its pages by the feature they name. */
const fakeB2b = definePlugin({
  manifest: {
    id: 'fake-b2b',
    version: '1.0.0',
    core: '^1',
    level: 'platform',
    features: { b2b_module: { title: 'agreements.document.b2b', beta: true, defaultOn: true } },
  },
  pages: [
    definePage({
      id: 'fake-b2b.campaigns',
      path: '/b2bid/campaign-management',
      title: 'agreements.document.b2b',
      ability: 'signed-in',
      feature: 'fake-b2b.b2b_module',
      blocks: [],
    }),
  ],
});

const DAY = 86_400_000;
const DOC = 'marketing-services-agreement-b2b';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [plugin, fakeB2b] });
});
afterAll(() => app.close());

const get = (path: string, as: Person | null = null, locale = 'en') =>
  app.call('GET', `/api${path}`, as, { headers: { 'accept-language': locale } });
const send = (method: string, path: string, as: Person | null, body: unknown = {}) => app.call(method, `/api${path}`, as, { body });
const fresh = async (): Promise<Person> => {
  const person = app.fixtures.operator;
  await app.tokenOf(person);
  await app.kernel
    .platform('core_session')
    .where({ account_id: person.id })
    .update({ fresh_at: new Date(Date.now() + app.clockOffset) });
  return person;
};

test('whether a company accepted is found by reading alone, also before the text that came with the product was ever used', async () => {
  const accepted = await app.inside(app.fixtures.a.tenant, 'agreements', (ctx) => agreementsOf(ctx).accepted(DOC));
  expect(accepted).toBe(false);
  expect(await app.kernel.platform('agreements_document').where({ name: DOC })).toEqual([]);
});

describe('legal documents', () => {
  test.each(['privacy-policy', 'term-of-use', 'service-billing-agreement', 'marketing-services-agreement-developer'])(
    '%s is open to everybody, in both languages, with every name filled in',
    async (name) => {
      const [en, ar] = [await get(`/agreements/document/${name}`), await get(`/agreements/document/${name}`, null, 'ar')];
      for (const { status, body } of [en, ar]) {
        expect(status).toBe(200);
        expect(body.data).toContain('Test Root');
        expect(body.data).not.toMatch(/\{\w+\}/);
        expect(body.sha256).toBe(createHash('sha256').update(body.data).digest('hex'));
      }
      expect(en.body.locale).toBe('en');
      expect(ar.body.data).toMatch(/[؀-ۿ]/);
    },
  );

  test('an unknown one, and one for customers only, are not there', async () => {
    expect((await get('/agreements/document/secret')).status).toBe(404);
    expect((await get(`/agreements/document/${DOC}`)).status).toBe(404);
    expect((await get('/agreements/document/..%2Fetc')).status).toBe(404);
    const own = await get(`/agreements/document/${DOC}`, app.fixtures.a.owner);
    expect(own.body.data).toContain('Agency A');
  });

  test('the hash of each stored text is that of its content', async () => {
    const rows = await app.kernel.platform('agreements_document').select('html', 'sha256');
    expect(rows.length).toBeGreaterThanOrEqual(8);
    for (const row of rows) expect(row.sha256.toString('hex')).toBe(createHash('sha256').update(row.html).digest('hex'));
  });

  test('only operators may see and change them', async () => {
    const path = '/agreements/documents/term-of-use';
    for (const as of [app.fixtures.a.owner, app.fixtures.sales, app.fixtures.a.clients[0]!.user]) {
      expect((await get('/agreements/documents', as)).status).toBe(403);
      expect((await send('PUT', `${path}/draft/en`, as, { html: 'x' })).status).toBe(403);
      expect((await send('POST', `${path}/publish`, as, { effective_date: '2030-01-01', material: 'T' })).status).toBe(403);
    }
  });

  test('are drafted, previewed and published as the next version, which keeps the other language', async () => {
    const path = '/agreements/documents/term-of-use';
    expect((await send('POST', `${path}/publish`, await fresh(), { effective_date: '2030-01-01', material: 'F' })).status).toBe(409);
    const html = '<p onclick="x()">Rules of {operator_name}<script>alert(1)</script> {nobody}</p><table><tr><td>gone</td></tr></table>';
    expect((await send('PUT', `${path}/draft/en`, app.fixtures.operator, { html })).status).toBe(200);
    expect((await get('/agreements/documents', app.fixtures.operator)).body.data.find((d: any) => d.name === 'term-of-use').draft).toBe(
      'open',
    );
    expect((await get(`${path}/preview/en`, app.fixtures.operator)).body.data).toBe('<p>Rules of Test Root {nobody}</p>');
    expect((await get(`${path}/preview/ar`, app.fixtures.operator)).status).toBe(404);
    expect((await send('POST', `${path}/publish`, await fresh(), { effective_date: '2020-01-01', material: 'F' })).status).toBe(422);
    const done = await send('POST', `${path}/publish`, await fresh(), { effective_date: '2030-01-01', material: 'F' });
    expect(done.body).toMatchObject({ result: 'success', version: 2 });
    expect((await get('/agreements/document/term-of-use')).body).toMatchObject({ version: 2, data: '<p>Rules of Test Root {nobody}</p>' });
    expect((await get('/agreements/document/term-of-use', null, 'ar')).body).toMatchObject({ version: 2, locale: 'ar' });
    expect((await get(`${path}/versions`, app.fixtures.operator)).body.data).toHaveLength(4);
    expect((await get(`${path}/versions/1/en`, app.fixtures.operator)).body.data).toContain('Your account');
  });

  test('are uploaded as HTML files only', async () => {
    const upload = async (name: string, content: string): Promise<Answer> => {
      const form = new FormData();
      form.append('file', new Blob([content]), name);
      const body = new Response(form);
      return app.call('POST', '/api/agreements/documents/privacy-policy/draft/en/file', app.fixtures.operator, {
        raw: new Uint8Array(await body.arrayBuffer()),
        headers: { 'content-type': body.headers.get('content-type')! },
      });
    };
    expect((await upload('a.txt', '<p>x</p>')).status).toBe(422);
    expect((await upload('a.html', '  ')).status).toBe(422);
    expect((await upload('a.html', '<p>New</p>')).status).toBe(200);
    expect((await app.call('DELETE', '/api/agreements/documents/privacy-policy/draft', app.fixtures.operator)).status).toBe(200);
    expect((await app.call('DELETE', '/api/agreements/documents/privacy-policy/draft', app.fixtures.operator)).status).toBe(404);
  });

  test('name the operator as they call themselves, as text', async () => {
    const said = await send('PUT', '/agreements/operator', app.fixtures.operator, {
      legal_name: 'R & <b>S</b> Inc.',
      address: '1 Main St',
      email: '',
    });
    expect(said.status).toBe(200);
    const { data } = (await get('/agreements/document/privacy-policy')).body;
    expect(data.replace(/\s+/g, ' ')).toContain('R &amp; &lt;b&gt;S&lt;/b&gt; Inc., 1 Main St');
    await send('PUT', '/agreements/operator', app.fixtures.operator, {});
  });
});

describe('the agreement of a feature', () => {
  const status = async (as: Person) => (await get(`/agreements/feature/${as.id}/b2b_module`, as)).body;
  const record = (as: Person, more: object = {}) => ({
    feature_id: 'b2b_module',
    feature_name: 'B2B',
    user_id: as.id,
    is_marketing_services_agreement_feature: 'T',
    company_name: as.tenant.name,
    company_id: as.tenant.id,
    location_menu: 'B2B campaign management',
    ...more,
  });
  const access = async (as: Person) =>
    (await get('/ui/bootstrap', as)).body.pages.find((p: { id: string }) => p.id === 'fake-b2b.campaigns').access;

  test('is asked for on every page of the feature, until it is accepted', async () => {
    const { owner, admin } = app.fixtures.a;
    expect(await status(owner)).toMatchObject({ status: 'F', accepted_version: null });
    expect(await access(owner)).toMatchObject({ ask: expect.anything() });
    const refused = await send('POST', '/agreements/feature', owner, record(owner, { is_marketing_services_agreement_feature: 'F' }));
    expect(refused.body.errors[0].message).toBe('Please click agree before you continue');
    const done = await send('POST', '/agreements/feature', owner, record(owner));
    expect(done.body).toMatchObject({ result: 'success', status: 'T', version: 1 });
    expect(await status(owner)).toMatchObject({ status: 'T' });
    expect(await status(admin)).toMatchObject({ status: 'T' });
    expect(await access(admin)).toEqual({ open: true });
    expect(await access(app.fixtures.b.owner)).toMatchObject({ ask: expect.anything() });
    expect(await access(app.fixtures.operator)).toEqual({ open: true });
  });

  test('is recorded with who, what, when and from where, and its text is kept as it was', async () => {
    const { owner } = app.fixtures.a;
    const [row] = (await get('/agreements/acceptances', owner)).body.data;
    expect(row).toMatchObject({
      ...record(owner),
      version: 1,
      company_name: 'Agency A',
      signer_name: 'owner-a',
      agent: expect.stringMatching(/./),
      ip: expect.stringMatching(/./),
    });
    const copy = await app.call('GET', `/api/agreements/acceptances/${row.id}/copy`, owner);
    const kept = /<!-- begin -->([\s\S]*)<!-- end -->/.exec(copy.text)![1]!;
    expect(createHash('sha256').update(kept).digest('hex')).toBe(row.sha256);
    expect(copy.headers.get('content-disposition')).toMatch(/attachment/);
    for (const foreign of [app.fixtures.b.owner, app.fixtures.a.clients[0]!.user])
      expect((await app.call('GET', `/api/agreements/acceptances/${row.id}/copy`, foreign)).status).toBe(404);
    await expect(app.kernel.platform('agreements_acceptance').where({ id: row.id }).delete()).rejects.toThrow(
      /append-only|permission denied/,
    );
  });

  test('a hundred clicks at once are one acceptance', async () => {
    const { user } = app.fixtures.a.clients[0]!;
    await app.kernel.platform('core_rate').delete();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('POST', '/agreements/feature', user, record(user))));
    expect(answers.every((a) => a.status === 200)).toBe(true);
    expect((await get('/agreements/acceptances', user)).body.total).toBe(1);
  });

  test('claims about somebody else, another feature or another text change nothing', async () => {
    const { owner, admin } = app.fixtures.b;
    await app.kernel.platform('core_rate').delete();
    for (const [body, expected] of [
      [record(owner, { user_id: admin.id }), 404],
      [record(owner, { company_id: app.fixtures.a.tenant.id }), 404],
      [record(owner, { feature_id: 'other' }), 404],
      [record(owner, { sha256: '0'.repeat(64) }), 409],
      [record(owner, { feature_id: '__proto__' }), 404],
    ] as const)
      expect((await send('POST', '/agreements/feature', owner, body)).status).toBe(expected);
    expect((await get(`/agreements/feature/${admin.id}/b2b_module`, owner)).status).toBe(404);
    expect((await get('/agreements/acceptances', owner)).body.total).toBe(0);
  });

  test('is never accepted by somebody who looks through an account', async () => {
    const { owner } = app.fixtures.b;
    const token = await app.kernel.sessions.open({
      accountId: owner.id,
      ip: '',
      agent: '',
      aal: 1,
      aalNeeded: 1,
      viewedBy: app.fixtures.operator.id,
    });
    expect((await app.call('POST', '/api/agreements/feature', token, { body: record(owner) })).status).toBe(403);
    expect(await status(owner)).toMatchObject({ status: 'F' });
  });

  test('needs the right to change the settings of the company', async () => {
    const { admin } = app.fixtures.b;
    const none = { enable: true, create: false, update: false, delete: false };
    const rights = { AdsDesign: none, Campaign: none, LeadsPeek: none, Settings: none };
    await app.kernel
      .platform('core_account')
      .where({ id: admin.id })
      .update({ rights: JSON.stringify(rights) });
    expect((await send('POST', '/agreements/feature', admin, record(admin))).status).toBe(403);
    await app.kernel.platform('core_account').where({ id: admin.id }).update({ rights: null });
  });

  test('a minor version asks nobody again; a material one gives fourteen days and then closes the feature alone', async () => {
    const { owner } = app.fixtures.a;
    const publish = async (material: string) => {
      await send('PUT', `/agreements/documents/${DOC}/draft/en`, app.fixtures.operator, { html: `<p>Text, ${material}</p>` });
      const day = new Date(Date.now() + app.clockOffset).toISOString().slice(0, 10);
      return send('POST', `/agreements/documents/${DOC}/publish`, await fresh(), { effective_date: day, material });
    };
    expect((await publish('F')).status).toBe(200);
    expect(await status(owner)).toMatchObject({ status: 'T', accepted_version: 1 });
    expect((await publish('T')).body.version).toBe(3);
    expect(await status(owner)).toMatchObject({ status: 'F', version: 3, blocks_at: expect.stringMatching(/^20/) });
    expect(await access(owner)).toEqual({ open: true });
    const { banners } = (await get('/ui/bootstrap', owner)).body;
    const blocksAt = new Date((await status(owner)).blocks_at);
    // Nobody said where the reader is: the moment names the usual zone.
    expect(banners[0]).toMatchObject({
      text: `There is a new version of the Marketing Services Agreement for B2B. Please accept it by ${momentText(blocksAt, DEFAULT_ZONE, 'en')}.`,
    });
    await app.tick('agreements.tell-of-new-versions');
    await app.tick('agreements.tell-of-new-versions');
    const mails = await app.kernel.platform('core_mail').where({ recipient: owner.email }).where('subject', 'like', '%new version%');
    expect(mails).toHaveLength(1);
    app.clockOffset = 14 * DAY + 60_000;
    expect(await access(owner)).toMatchObject({ ask: expect.anything() });
    const done = await send('POST', '/agreements/feature', owner, record(owner));
    expect(done.body).toMatchObject({ version: 3 });
    expect(await access(owner)).toEqual({ open: true });
    expect((await get('/agreements/acceptances', owner)).body.total).toBe(2);
    app.clockOffset = 0;
  });
});
