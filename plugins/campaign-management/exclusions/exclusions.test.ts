import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ctx, definePlugin, defineRoute, T } from '../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { Exclusions } from './contract.ts';
import plugin from './index.ts';

conformance(plugin);

/** Asks the port as its caller, the way the pipeline does. */
const asker = definePlugin({
  manifest: { id: 'asker', version: '1.0.0', core: '^1', level: 'platform', requires: { exclusions: '^1' } },
  routes: [
    defineRoute({
      id: 'asker.screen',
      method: 'POST',
      path: '/asker/screen',
      summary: 'Screen candidates',
      ability: 'signed-in',
      body: T.Object({ candidates: T.Array(T.Object({ companyId: T.Integer(), email: T.String() })) }),
      response: T.Object({ hits: T.Array(T.Integer()) }),
      handler: async (ctx: Ctx, { body }) => ({ hits: [...(await ctx.use(Exclusions).screen(body.candidates))].sort((a, b) => a - b) }),
    }),
  ],
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [plugin, asker] });
});
afterAll(() => app?.close());

/** Bytes that are still needed, once everything else was given back. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

/** What the specification says of a file that cannot be taken. */
const FAILED = 'Whoops that did not work, please check your file for errors and try again';
const hex = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest('hex');
const add = (who: Person, entry: string, more: object = {}) => app.call('POST', '/api/exclusions', who, { body: { entry, ...more } });
const screen = async (who: Person, candidates: { companyId: number; email: string }[]): Promise<number[]> =>
  ((await app.call('POST', '/api/asker/screen', who, { body: { candidates } })).body as { hits: number[] }).hits;
const list = async (who: Person, query = '') => (await app.call('GET', `/api/exclusions${query}`, who)).body;
/** How many entries it has, also where a list does not count them all. */
const lengthOf = async (who: Person): Promise<number> => (await app.call('GET', '/api/exclusions/summary', who)).body.total;

async function upload(who: Person, name: string, text: string | Uint8Array, fields: Record<string, string> = {}) {
  const form = new FormData();
  form.append('file', new Blob([text as BlobPart]), name);
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  const response = await fetch(`${app.url}/api/tools/optout-client/upload`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${await app.tokenOf(who)}` },
  });
  return { status: response.status, body: await response.json() };
}

describe('a list', () => {
  test('keeps hashes and shows addresses masked', async () => {
    const { user } = app.fixtures.a.clients[0]!;
    expect((await add(user, '  Jane.Doe+x@Example.com ')).body).toMatchObject({ result: 'success', message: 'The entry has been added.' });
    expect((await add(user, 'jane.doe+x@example.com')).body.message).toBe('This entry is already on the list.');
    expect((await add(user, hex('md5', 'bob@example.com').toUpperCase())).status).toBe(200);
    const { data, total } = await list(user);
    expect(total).toBe(2);
    expect(data.map((d: { entry: string }) => d.entry)).toEqual([hex('md5', 'bob@example.com'), 'j***@example.com']);
    const dump = JSON.stringify((await app.kernel.platform('exclusions_entry')).map((r: object) => ({ ...r, hash: '' })));
    expect(dump).not.toContain('jane');
  });

  test('is searched by exact address or hash', async () => {
    const { user } = app.fixtures.a.clients[0]!;
    expect((await list(user, '?search=JANE.doe%2Bx@example.com')).total).toBe(1);
    expect((await list(user, '?search=bob@example.com')).total).toBe(1);
    expect((await list(user, `?search=${hex('sha256', 'jane.doe+x@example.com')}`)).total).toBe(1);
    expect((await list(user, '?search=jane')).total).toBe(0);
  });

  test.each([
    '',
    'jane',
    'jane@',
    '@example.com',
    'a@b',
    'a b@example.com',
    'a@exa\u0000mple.com',
    'x'.repeat(33),
    'f'.repeat(31),
    `${'a'.repeat(65)}@example.com`,
  ])('refuses %j', async (entry) => {
    const answer = await add(app.fixtures.a.owner, entry);
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0].field).toBe('entry');
  });

  test('belongs to its company: others see, change and purge nothing', async () => {
    const [one, two] = app.fixtures.a.clients;
    const [row] = (await list(one!.user)).data;
    for (const stranger of [two!.user, app.fixtures.b.owner, app.fixtures.b.clients[0]!.user]) {
      expect((await app.call('DELETE', `/api/exclusions/${row.id}`, stranger)).status).toBe(404);
      expect((await app.call('GET', `/api/exclusions?CompanyID=${one!.tenant.id}`, stranger)).status).toBe(404);
      expect((await add(stranger, 'x@example.com', { CompanyID: one!.tenant.id })).status).toBe(404);
      expect((await app.call('POST', '/api/leadspeek/suppressionlist/purge', stranger, { body: { paramID: one!.tenant.id } })).status).toBe(
        404,
      );
      expect((await upload(stranger, 'a.csv', 'x@example.com', { ClientCompanyID: String(one!.tenant.id) })).status).toBe(404);
      expect((await app.call('GET', `/api/leadspeek/suppressionlist/progress?companyId=${one!.tenant.id}`, stranger)).status).toBe(404);
    }
    for (const above of [app.fixtures.root.id, app.fixtures.a.tenant.id]) {
      expect((await app.call('POST', '/api/leadspeek/suppressionlist/purge', one!.user, { body: { paramID: above } })).status).toBe(404);
    }
    expect((await app.call('GET', '/api/exclusions', app.fixtures.sales)).status).toBe(403);
    expect((await list(one!.user)).total).toBe(2);
  });

  test('may be kept by the agency for its client', async () => {
    const client = app.fixtures.a.clients[1]!;
    expect((await add(app.fixtures.a.owner, 'kept@example.com', { CompanyID: client.tenant.id })).status).toBe(200);
    expect((await list(client.user)).data[0].entry).toBe('k***@example.com');
    expect((await list(app.fixtures.a.owner)).total).toBe(0);
  });
});

describe('screening', () => {
  test('looks at root, agency and client lists from within an agency or client, and at no other', async () => {
    const { a, b } = app.fixtures;
    const c1 = a.clients[0]!.tenant.id;
    const c2 = a.clients[1]!.tenant.id;
    await add(app.fixtures.operator, 'everywhere@example.com');
    await add(a.owner, hex('md5', 'agency@example.com'));
    await add(a.clients[0]!.user, 'client@example.com');
    await add(b.owner, 'other@example.com');
    const candidates = [
      { companyId: c1, email: 'everywhere@example.com' },
      { companyId: c1, email: 'agency@example.com' },
      { companyId: c1, email: 'client@example.com' },
      { companyId: c1, email: 'other@example.com' },
      { companyId: c2, email: 'client@example.com' },
      { companyId: c2, email: 'agency@example.com' },
      { companyId: c2, email: '' },
      { companyId: 999_999, email: 'everywhere@example.com' },
      { companyId: c1, email: 'everywhere@example.com' },
    ];
    expect(await screen(a.owner, candidates)).toEqual([0, 1, 2, 5, 8]);
    expect(await screen(a.clients[0]!.user, candidates)).toEqual([0, 1, 2, 5, 8]);
    expect(await screen(a.owner, [])).toEqual([]);
  });

  test('uses the index on a long list', async () => {
    await app.kernel.platform.raw(
      `insert into exclusions_entry (company_id, kind, hash, source) select ?, 'md5', decode(md5(n::text), 'hex'), 'upload' from generate_series(1, 50000) n`,
      [app.fixtures.b.tenant.id],
    );
    const candidates = Array.from({ length: 500 }, (_, n) => ({ companyId: app.fixtures.b.clients[0]!.tenant.id, email: String(n) }));
    const began = performance.now();
    expect((await screen(app.fixtures.b.owner, candidates)).length).toBe(499);
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});

test('a list that is longer than lists are counted says so, and a shorter one how long it is', async () => {
  const [shorter, longer] = [app.fixtures.b.clients[0]!, app.fixtures.a.clients[1]!];
  await add(shorter.user, 'only@example.com');
  await app.kernel.platform.raw(
    `insert into exclusions_entry (company_id, kind, hash, source) select ?, 'md5', decode(md5(n::text), 'hex'), 'upload' from generate_series(1, 100001) n`,
    [longer.tenant.id],
  );
  const length = async (who: Person) => (await app.call('GET', '/api/exclusions/summary', who)).body.length;
  expect([await length(shorter.user), await length(longer.user)]).toEqual(['1', '100,000 or more']);
  const listed = async (who: Person) => (await app.call('GET', '/api/exclusions', who)).body;
  expect(await listed(longer.user)).toMatchObject({ total: 5_000, total_is_least: true });
  expect((await listed(shorter.user)).total_is_least).toBe(undefined);
});

describe('a file', () => {
  const who = () => app.fixtures.b.clients[1]!;

  test('is merged with progress: heading ignored, doubles merged, hashes taken', async () => {
    const md5 = hex('md5', 'hash@example.com');
    const answer = await upload(
      who().user,
      'My List.CSV',
      `\ufeffEmail,Name\r\nOne@example.com,One\r\n\r\none@example.com,Again\r\n${md5}\r\n"two@example.com"\r\n`,
      {
        ClientCompanyID: String(who().tenant.id),
        campaigntype: 'client',
      },
    );
    expect(answer).toMatchObject({
      status: 200,
      body: { result: 'success', message: 'Your Suppression file has been Submitted, Thank you!', total_row: 3 },
    });
    await app.settle();
    const progress = (
      await app.call('GET', `/api/leadspeek/suppressionlist/progress?companyId=${who().tenant.id}&campaignType=client`, who().user)
    ).body;
    expect(progress).toMatchObject({
      jobDone: true,
      jobProgress: [{ filename: 'my_list.csv', percentage: 100, current_row: 3, total_row: 3, added: 3 }],
    });
    expect((await list(who().user)).total).toBe(3);
    expect(
      await screen(
        app.fixtures.b.owner,
        ['one@example.com', 'two@example.com', 'hash@example.com', 'three@example.com'].map((email) => ({
          companyId: who().tenant.id,
          email,
        })),
      ),
    ).toEqual([0, 1, 2]);
  });

  test('of 10,000 lines is taken, merged in slices and counted once when sent twice', async () => {
    const text = Array.from({ length: 10_000 }, (_, n) => `person${n}@example.com`).join('\n');
    expect((await upload(who().user, 'big.csv', text)).status).toBe(200);
    expect((await upload(who().user, 'big.csv', text)).status).toBe(200);
    await app.settle();
    expect(await lengthOf(who().user)).toBe(10_003);
    const [again, first] = (await app.call('GET', '/api/exclusions/uploads', who().user)).body.data;
    expect([first.added, again.added]).toEqual([10_000, 0]);
    const [kept] = await app.kernel.platform('exclusions_upload').where({ id: first.id });
    expect(kept.hashes).toEqual([]);
  });

  test('of 10,000 lines costs memory only while it is read', { timeout: 60_000 }, async () => {
    const { user } = app.fixtures.a.clients[1]!;
    const files = async (from: number, to: number): Promise<number> => {
      for (let file = from; file < to; file += 1) {
        const text = Array.from({ length: 10_000 }, (_, n) => (n % 100 ? `file${file}-${n}@example.com` : `no address ${n}`)).join('\n');
        expect((await upload(user, 'many.csv', text)).status).toBe(200);
        await app.settle();
      }
      return heapInUse();
    };
    const before = await files(0, 3);
    // Of ten files some 3 MB of text, and many times as much while they are taken apart.
    expect((await files(3, 13)) - before).toBeLessThan(3_000_000);
  });

  test.each([
    ['list.txt', 'a@example.com', 'Invalid file format. This upload only supports CSV files.'],
    ['list.csv.exe', 'a@example.com', 'Invalid file format. This upload only supports CSV files.'],
    [
      'long.csv',
      Array.from({ length: 10_001 }, (_, n) => `p${n}@example.com`).join('\n'),
      `${FAILED}: it has more than 10,000 records. Nothing was added. Split it into smaller files.`,
    ],
    ['bad.csv', 'email\nnobody\nno-one@\n', `${FAILED}: it contains no e-mail addresses or hashes.`],
    ['empty.csv', '\n\n', `${FAILED}: it contains no e-mail addresses or hashes.`],
    ['heading.csv', 'email\n', `${FAILED}: it contains no e-mail addresses or hashes.`],
    ['quote.csv', 'a@example.com\n"b@example.com', FAILED],
    ['nul.csv', 'a@example.com\n\0', FAILED],
    ['wide.csv', ','.repeat(1_000_000), `${FAILED}: it contains no e-mail addresses or hashes.`],
    ['one-line.csv', 'a'.repeat(1_000_000), FAILED],
  ])('%s is refused and changes nothing', async (name, text, message) => {
    const before = await lengthOf(who().user);
    const answer = await upload(who().user, name, text);
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: 'file', message }] } });
    await app.settle();
    expect(await lengthOf(who().user)).toBe(before);
  });

  test('with rows that hold no address gives these back with line, value and reason, to the people of its company alone', async () => {
    const text = `email,name\na@rows.example,Ann\n=nobody,x\n\n"b@rows",Bo\n${'f'.repeat(40)}\nA@Rows.example,again\nc@rows.example`;
    const answer = await upload(who().user, 'Some Rows.csv', text);
    expect(answer).toMatchObject({
      status: 200,
      body: { message: 'Your Suppression file has been Submitted, Thank you!', total_row: 2, refused: 3, notice: { type: 'warning' } },
    });
    expect(answer.body.notice.message).toMatch(
      /^Your Suppression file has been Submitted, Thank you! 3 rows contain no e-mail address or hash/,
    );
    const [shown] = (await app.call('GET', '/api/exclusions/uploads', who().user)).body.data;
    expect(shown).toMatchObject({ filename: 'some_rows.csv', total_row: 2, refused: 3, duplicates: 1 });
    const path = `/api/exclusions/uploads/${shown.id}/rejected.csv`;
    const file = await app.call('GET', path, who().user);
    expect(file.headers.get('content-disposition')).toContain('some_rows-rejected.csv');
    expect(file.text.replace('\ufeff', '').trim().split('\r\n')).toEqual([
      '"Line","Value","Reason"',
      `"3","'=nobody","Neither an e-mail address nor a hash"`,
      '"5","b@rows","Not a valid e-mail address"',
      `"6","${'f'.repeat(40)}","Not an MD5 hash (32 characters) or SHA-256 hash (64 characters)"`,
    ]);
    // What was mistyped lies nowhere in the open.
    expect(JSON.stringify(await app.kernel.platform('exclusions_upload').where({ id: shown.id }))).not.toContain('b@rows');
    for (const stranger of [app.fixtures.a.owner, app.fixtures.b.clients[0]!.user])
      expect((await app.call('GET', path, stranger)).status).toBe(404);
    expect((await app.call('GET', path, app.fixtures.b.owner)).status).toBe(200);
    await app.settle();
    app.clockOffset = 0;
    await app.kernel.platform.raw(`update exclusions_upload set created_at = created_at - interval '25 hours' where id = ?`, [shown.id]);
    await app.tick('exclusions.forget-uploads');
    expect((await app.call('GET', path, who().user)).status).toBe(404);
    expect((await app.call('GET', '/api/exclusions/uploads/7/rejected.csv', who().user)).status).toBe(404);
    for (const { id } of (await list(who().user)).data.slice(0, 2)) await app.call('DELETE', `/api/exclusions/${id}`, who().user);
  });

  test('whose rejected rows were corrected can be sent back as it was downloaded', async () => {
    await upload(who().user, 'twice.csv', 'email\nwho knows\nz@back.example');
    const [shown] = (await app.call('GET', '/api/exclusions/uploads', who().user)).body.data;
    const { text } = await app.call('GET', `/api/exclusions/uploads/${shown.id}/rejected.csv`, who().user);
    const mended = await upload(who().user, 'twice-rejected.csv', text.replace('who knows', 'who@back.example'));
    expect(mended.body).toMatchObject({ total_row: 1, refused: 0 });
    await app.settle();
    for (const { id } of (await list(who().user)).data.slice(0, 2)) await app.call('DELETE', `/api/exclusions/${id}`, who().user);
  });

  test('over two megabytes, or none at all, is refused', async () => {
    expect((await upload(who().user, 'huge.csv', 'a@example.com\n'.repeat(200_000))).status).toBe(413);
    expect((await app.call('POST', '/api/tools/optout-client/upload', who().user, { raw: '' })).status).toBe(422);
    expect((await upload(who().user, 'a.csv', 'a@example.com', { ClientCompanyID: 'x' })).status).toBe(422);
  });

  test('on its way is dropped by a purge, which empties the own list only', async () => {
    await app.kernel
      .platform('exclusions_upload')
      .insert({ company_id: who().tenant.id, filename: 'late.csv', hashes: [Buffer.alloc(16)], masked: [''], total_row: 1 });
    const root = await lengthOf(app.fixtures.operator);
    const answer = await app.call('POST', '/api/leadspeek/suppressionlist/purge', who().user, {
      body: { paramID: who().tenant.id, campaignType: 'client' },
    });
    expect(answer.body).toMatchObject({
      result: 'success',
      title: 'Exclusion List',
      msg: 'Your list has been purged. Entries removed: 10,003.',
    });
    await app.settle();
    expect(await lengthOf(who().user)).toBe(0);
    expect(await lengthOf(app.fixtures.operator)).toBe(root);
    expect(await lengthOf(app.fixtures.b.owner)).toBeGreaterThan(50_000);
  });
});

test('each company finds its own screen, and only that', async () => {
  interface PageShown {
    id: string;
    path: string;
    access: { open: boolean };
  }
  const pathsOf = async (who: Person) =>
    (await app.call('GET', '/api/ui/bootstrap', who)).body.pages
      .filter((p: PageShown) => p.id.startsWith('exclusions.') && p.access.open)
      .map((p: PageShown) => p.path);
  expect(await pathsOf(app.fixtures.operator)).toEqual(['/configuration/opt-out-list']);
  expect(await pathsOf(app.fixtures.a.owner)).toEqual(['/exclusion-list']);
  expect(await pathsOf(app.fixtures.a.clients[0]!.user)).toEqual(['/exclusion-list', '/exclusion-list/client-wide']);
  expect(await pathsOf(app.fixtures.sales)).toEqual([]);
  const page = (await app.call('GET', '/api/ui/pages/exclusions.list-page', app.fixtures.a.clients[0]!.user)).body;
  expect(page.blocks.map((b: { as: string }) => b.as)).toEqual(['notice', 'detail', 'table', 'table']);
  expect(page.blocks[1].actions).toHaveLength(2);
});

test('a client whose agency adds the campaigns still keeps the own list', async () => {
  const { b } = app.fixtures;
  const { tenant, user } = b.clients[1]!;
  const now = (await app.call('GET', `/api/clients/${tenant.id}`, b.owner)).body as Record<string, unknown>;
  const body = { ...now, ClientPhone: '+13125550123', disabledaddcampaign: 'T' };
  const saved = await app.call('PUT', `/api/clients/${tenant.id}`, b.owner, { body });
  expect(saved.status, saved.text).toBe(200);
  const campaign = { leadspeekType: 'local', campaignName: 'Mine' };
  expect((await app.call('POST', '/api/leadspeek/client/create', user, { body: campaign })).status).toBe(403);
  expect((await add(user, 'kept-out@example.com')).status).toBe(200);
  expect((await upload(user, 'list.csv', 'also-kept-out@example.com\n')).status).toBe(200);
  await app.settle();
  expect((await list(user)).total).toBe(2);
  const [{ id }] = (await list(user)).data;
  expect((await app.call('DELETE', `/api/exclusions/${id}`, user)).status).toBe(200);
  expect((await app.call('POST', '/api/leadspeek/suppressionlist/purge', user, { body: { paramID: tenant.id } })).status).toBe(200);
  expect((await app.call('POST', '/api/exclusions', user, { body: { entry: 'x@example.com', CompanyID: b.tenant.id } })).status).toBe(404);
});
