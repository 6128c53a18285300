import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FormOp } from '../../core/contract.ts';
import type { EditedForm, WireFormBody } from '../../core/contract/wire.ts';
import { type Answer, startTestApp, type TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { shelf } from '../support/shelf/index.ts';
import { grant } from '../support/switching.ts';

let app: TestApp;
let owner: Person;
let client: Person;
beforeAll(async () => {
  app = await startTestApp({ plugins: [shelf], config: { roles: ['web'] } });
  owner = app.fixtures.a.owner;
  client = app.fixtures.a.clients[0]!.user;
  for (const agency of [app.fixtures.a, app.fixtures.b]) await grant(app, agency.tenant, 'core.agency_forms', true);
});
beforeEach(() => app.kernel.platform('core_form_layer').delete());
afterAll(() => app.close());

const at = (what: string, role?: string): string => `/api/forms/shelf.item-form/${what}${role ? `?role=${role}` : ''}`;
const layer = async (who: Person, role?: string) =>
  (await app.call('GET', at('layer', role), who)).body as { revision: number; state: string; ops: FormOp[]; stale: unknown[] };
const save = (who: Person, revision: number, ops: object[], extra: object = {}, role?: string) =>
  app.call('PUT', at('draft', role), who, { body: { revision, ops, extra } });
const publish = (who: Person, role?: string) => app.call('POST', at('publish', role), who);
const undo = (who: Person) => app.call('POST', at('undo'), who);
const form = async (who: Person): Promise<WireFormBody> =>
  (await app.call('GET', '/api/ui/forms/shelf.item-form', who)).body as WireFormBody;
const submit = (who: Person, body: object, etag?: string) =>
  app.call('POST', '/api/shelf', who, { body, headers: etag ? { 'x-form': `shelf.item-form@${etag}` } : {} });
const titled = (title: string) => [{ field: 'title', set: 'title', value: title }];
const shown = async (who: Person): Promise<unknown> =>
  ((await form(who)).schema['properties'] as Record<string, { title: string }>)['title']!.title;
const put = async (who: Person, ops: object[], extra: object = {}, role?: string): Promise<void> => {
  expect((await save(who, (await layer(who, role)).revision, ops, extra, role)).status).toBe(200);
  expect((await publish(who, role)).status).toBe(200);
};
const wrong = (answer: Answer): unknown => [
  answer.status,
  answer.body.code,
  ...((answer.body.errors ?? []) as { field: string }[]).map((e) => e.field),
];

describe('drafts', () => {
  test('nobody sees a draft; published, everybody of the agency does, and nobody else', async () => {
    await save(owner, 0, titled('Name of the thing'));
    expect([await shown(owner), await shown(client)]).toEqual(['Title', 'Title']);
    await publish(owner);
    expect([await shown(owner), await shown(client), await shown(app.fixtures.b.owner)]).toEqual([
      'Name of the thing',
      'Name of the thing',
      'Title',
    ]);
  });

  test('of two editors who began alike, the second is told, and loses nothing of the first', async () => {
    const { revision } = await layer(owner);
    expect((await save(owner, revision, titled('mine'))).status).toBe(200);
    expect(wrong(await save(app.fixtures.a.admin, revision, titled('yours')))).toEqual([409, 'core.forms.changed-meanwhile']);
    expect((await layer(app.fixtures.a.admin)).ops).toEqual(titled('mine'));
  });

  test('of two who save in the same moment, one wins', async () => {
    const answers = await Promise.all(
      [owner, app.fixtures.a.admin, owner, app.fixtures.a.admin].map((who, i) => save(who, 0, titled(`number ${i}`))),
    );
    expect(answers.map((a) => a.status).sort()).toEqual([200, 409, 409, 409]);
  });

  test('taking back a publishing brings the published one before it, not a draft that nobody saw', async () => {
    await put(owner, titled('first'));
    const { revision } = await layer(owner);
    const draft = (await save(owner, revision, titled('never shown'))).body.revision as number;
    await save(owner, draft, titled('second'));
    await publish(owner);
    expect(await shown(client)).toBe('second');
    await undo(owner);
    expect(await shown(client)).toBe('first');
    await undo(owner);
    expect(await shown(client)).toBe('Title');
    expect((await undo(owner)).status).toBe(404);
  });

  test("a first publishing taken back leaves the plugin's own form, although it went through drafts", async () => {
    const draft = (await save(owner, 0, titled('never shown'))).body.revision as number;
    await save(owner, draft, titled('shown'));
    await publish(owner);
    await undo(owner);
    expect(await shown(client)).toBe('Title');
  });

  test('there is nothing to publish without a draft', async () => expect((await publish(owner)).status).toBe(404));

  test('every step stands in the audit, and no revision is lost', async () => {
    await put(owner, titled('first'));
    await put(owner, titled('second'));
    expect(await app.kernel.platform('core_form_layer').orderBy('revision').select('revision', 'state')).toEqual([
      { revision: 1, state: 'replaced' },
      { revision: 2, state: 'published' },
    ]);
    const audit = (await app.kernel
      .platform('core_audit')
      .where({ action: 'core.form-published', company_id: owner.tenant.id })) as unknown[];
    expect(audit.length).toBeGreaterThanOrEqual(2);
  });
});

describe('what may be changed', () => {
  test.for([
    ['a field that is not there', { field: 'fax', set: 'title', value: 'Fax' }],
    ['a word that every object knows', { field: 'constructor', set: 'title', value: 'x' }],
    ['the hidden root of objects', { field: '__proto__', set: 'title', value: 'x' }],
    ['a property that the plugin keeps', { field: 'title', set: 'hide', value: true }],
    ['one choice more', { field: 'color', set: 'enum', value: ['red', 'black'] }],
    ['a value of another kind', { field: 'color', set: 'default', value: 'black' }],
  ] as const)('%s is refused', async ([, op]) => {
    expect(wrong(await save(owner, 0, [op]))).toEqual([422, 'core.problem.invalid', 'ops.0']);
  });

  test('two changes that are wrong together are refused together', async () => {
    expect(
      wrong(
        await save(owner, 0, [
          { field: 'note', set: 'hide', value: true },
          { field: 'note', set: 'require', value: true },
        ]),
      ),
    ).toEqual([422, 'core.problem.invalid', 'ops.1']);
  });

  test('a client shapes nothing', async () => {
    expect((await save(client, 0, [])).status).toBe(403);
    expect((await app.call('GET', at('layer'), client)).status).toBe(403);
  });
});

describe('submitting', () => {
  test("a client meets the agency's tightening, on the screen and on the server", async () => {
    await put(owner, [
      { field: 'color', set: 'enum', value: ['red', 'blue'] },
      { field: 'color', set: 'require', value: true },
    ]);
    const { schema } = await form(client);
    expect(schema).toMatchObject({ required: expect.arrayContaining(['color']), properties: { color: { enum: ['red', 'blue'] } } });
    expect(wrong(await submit(client, { title: 'x' }))).toEqual([422, 'core.problem.invalid', 'color']);
    expect(wrong(await submit(client, { title: 'x', color: 'green' }))).toEqual([422, 'core.problem.invalid', 'color']);
    expect((await submit(client, { title: 'x', color: 'red' })).status).toBe(200);
    expect((await submit(app.fixtures.b.owner, { title: 'x', color: 'green' })).status).toBe(200);
  });

  test("the agency's own fields reach the handler, checked", async () => {
    await put(owner, [{ field: 'x_shelf', set: 'require', value: true }], {
      x_shelf: { type: 'string', maxLength: 5, title: 'Which shelf' },
    });
    expect((await submit(client, { title: 'x', x_shelf: 'top' })).body.extra).toEqual({ x_shelf: 'top' });
    expect(wrong(await submit(client, { title: 'x', x_shelf: 'the topmost' }))).toEqual([422, 'core.problem.invalid', 'x_shelf']);
    expect(wrong(await submit(client, { title: 'x' }))).toEqual([422, 'core.problem.invalid', 'x_shelf']);
    expect(wrong(await submit(client, { title: 'x', x_shelf: 'top', x_other: 1 }))).toEqual([422, 'core.problem.invalid', 'x_other']);
    expect(wrong(await submit(app.fixtures.b.owner, { title: 'x', x_shelf: 'top' }))).toEqual([422, 'core.problem.invalid', 'x_shelf']);
  });

  test('what root asks for, an agency cannot take back or redefine', async () => {
    const { operator } = app.fixtures;
    await put(operator, [{ field: 'x_code', set: 'require', value: true }], { x_code: { type: 'string', enum: ['a', 'b'] } });
    expect(wrong(await save(owner, 0, [{ field: 'x_code', set: 'require', value: false }]))).toEqual([
      422,
      'core.problem.invalid',
      'ops.0',
    ]);
    expect(wrong(await save(owner, 0, [], { x_code: { type: 'string' } }))).toEqual([422, 'core.problem.invalid', 'extra.x_code']);
    expect((await submit(client, { title: 'x', x_code: 'c' })).status).toBe(422);
    expect((await submit(client, { title: 'x', x_code: 'a' })).status).toBe(200);
  });

  test("an override that root's later change makes impossible is reported, and the form still works", async () => {
    await put(owner, [{ field: 'color', set: 'enum', value: ['red', 'green'] }]);
    await put(app.fixtures.operator, [{ field: 'color', set: 'enum', value: ['red', 'blue'] }]);
    expect((await layer(owner)).stale).toMatchObject([{ level: 'agency', why: 'Choices can be removed, not added.' }]);
    expect((await form(client)).schema).toMatchObject({ properties: { color: { enum: ['red', 'blue'] } } });
  });

  test('a form that changed while it was filled in answers 409, and a fresh one goes through', async () => {
    const { etag } = await form(client);
    expect((await submit(client, { title: 'x' }, etag)).status).toBe(200);
    await put(owner, titled('new'));
    expect(wrong(await submit(client, { title: 'x' }, etag))).toEqual([409, 'core.problem.form-changed']);
    expect((await submit(client, { title: 'x' }, (await form(client)).etag)).status).toBe(200);
  });

  test('a layer for one role reaches that role alone', async () => {
    await put(owner, [{ field: 'note', set: 'require', value: true }], {}, 'client');
    expect((await submit(client, { title: 'x' })).status).toBe(422);
    expect((await submit(owner, { title: 'x' })).status).toBe(200);
  });
});

test('what a flag may be is read in words', async () => {
  const { fields } = (await app.call('GET', '/api/forms/clients.add/editor', app.fixtures.operator)).body as EditedForm;
  expect(fields.find(({ name }) => name === 'twoFactorAuth')?.choices).toEqual([
    { value: 'T', en: 'Yes', ar: 'نعم' },
    { value: 'F', en: 'No', ar: 'لا' },
  ]);
});
