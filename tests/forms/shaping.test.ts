import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defineForm, definePage, definePlugin, defineRoute, type FormDef, type Plugin, T } from '../../core/contract.ts';
import type { EditedForm, FormPreview, WireFormBody } from '../../core/contract/wire.ts';
import { type Answer, startTestApp, type TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { grant } from '../support/switching.ts';

const Thing = {
  name: T.String({ minLength: 1, maxLength: 40 }),
  kind: T.Optional(T.Enum(['note', 'call'], { default: 'note' })),
  number: T.Optional(T.String({ maxLength: 20 })),
  size: T.Optional(T.Integer({ minimum: 0, maximum: 100 })),
};
const all = ['title', 'help', 'order', 'hide', 'require', 'enum', 'default'] as const;
const opened: FormDef['open'] = { name: ['title', 'order'], kind: all, number: all, size: all };

/** A form for adding and one for editing the same thing. */
const things = definePlugin({
  manifest: { id: 'things', version: '1.0.0', core: '^1', level: 'platform' },
  actions: { Thing: ['write'] },
  abilities: ({ can }) => can('write', 'Thing'),
  routes: (['add', 'edit'] as const).map((what) =>
    defineRoute({
      id: `things.${what}`,
      method: what === 'add' ? 'POST' : 'PUT',
      path: `/things/${what}`,
      summary: 'Write it down',
      ability: ['write', 'Thing'],
      // A call that changes something has no defaults: what is not sent stays.
      body: T.Object(what === 'add' ? Thing : { ...Thing, kind: T.Optional(T.String()), note: T.Optional(T.String({ maxLength: 50 })) }),
      response: T.Object({ body: T.Unknown(), extra: T.Unknown() }),
      handler: async (_ctx, { body, extra }) => ({ body, extra }),
    }),
  ),
  forms: (['add', 'edit'] as const).map((what) =>
    defineForm({
      id: `things.${what}-form`,
      version: 1,
      title: `things.${what}`,
      submit: `things.${what}`,
      ability: ['write', 'Thing'],
      keepsExtra: true,
      schema: T.Object(what === 'add' ? Thing : { ...Thing, note: T.Optional(T.String({ maxLength: 50 })) }),
      open: what === 'add' ? opened : { ...opened, note: ['hide'] },
      ...(what === 'edit' ? { changesWith: 'things.add-form' as const } : {}),
    }),
  ),
  pages: [
    definePage({
      id: 'things.page',
      path: '/things',
      title: 'things.add',
      ability: ['write', 'Thing'],
      blocks: [
        { as: 'form', form: 'things.add-form' },
        { as: 'form', form: 'things.edit-form' },
      ],
    }),
  ],
} satisfies Plugin);

let app: TestApp;
let operator: Person;
let owner: Person;
let client: Person;
beforeAll(async () => {
  app = await startTestApp({ plugins: [things], config: { roles: ['web', 'worker'] } });
  ({ operator } = app.fixtures);
  ({ owner } = app.fixtures.a);
  client = app.fixtures.a.clients[0]!.user;
});
beforeEach(async () => {
  await app.kernel.platform('core_form_layer').delete();
  await grant(app, app.fixtures.a.tenant, 'core.agency_forms', true);
  // Of layers that are gone the process hears as well, maybe before it hears of what was granted.
  await expect.poll(async () => (await app.call('GET', '/api/forms', owner)).status).toBe(200);
});
afterAll(() => app.close());

const FORM = 'things.add-form';
const at = (what: string, query = '', form = FORM): string => `/api/forms/${form}/${what}${query}`;
const editor = async (who: Person, query = ''): Promise<EditedForm> => (await app.call('GET', at('editor', query), who)).body as EditedForm;
const save = async (who: Person, ops: object[], { extra = {}, query = '' }: { extra?: object; query?: string } = {}): Promise<Answer> =>
  app.call('PUT', at('draft', query), who, { body: { revision: (await editor(who, query)).revision, ops, extra } });
const publish = (who: Person, query = ''): Promise<Answer> => app.call('POST', at('publish', query), who);
const put = async (who: Person, ops: object[], more: { extra?: object; query?: string } = {}): Promise<void> => {
  expect((await save(who, ops, more)).status).toBe(200);
  expect((await publish(who, more.query)).status).toBe(200);
};
const drawn = async (who: Person, id = FORM, headers: Record<string, string> = {}): Promise<WireFormBody> =>
  (await app.call('GET', `/api/ui/forms/${id}`, who, { headers })).body as WireFormBody;
const titleOf = async (who: Person, field: string, id = FORM, headers = {}): Promise<unknown> =>
  ((await drawn(who, id, headers)).schema['properties'] as Record<string, { title: string }>)[field]?.title;
const submit = async (who: Person, body: object, id = FORM): Promise<Answer> =>
  app.call(id === FORM ? 'POST' : 'PUT', id === FORM ? '/api/things/add' : '/api/things/edit', who, {
    body,
    headers: { 'x-form': `${id}@${(await drawn(who, id)).etag}` },
  });
const wrong = ({ status, body }: Answer): unknown => [status, ...((body.errors ?? []) as { field: string }[]).map(({ field }) => field)];

describe('who may shape forms', () => {
  test('operators may for everybody and for one agency; an agency where it is let, and no client', async () => {
    await put(operator, [{ field: 'number', set: 'title', value: { en: 'Of all' } }]);
    expect(await titleOf(client, 'number')).toBe('Of all');
    await put(operator, [{ field: 'number', set: 'title', value: { en: 'Of A' } }], { query: `?agency=${owner.tenant.id}` });
    expect([await titleOf(client, 'number'), await titleOf(app.fixtures.b.owner, 'number')]).toEqual(['Of A', 'Of all']);
    expect((await editor(owner)).ops).toEqual([{ field: 'number', set: 'title', value: { en: 'Of A' } }]);
    expect((await app.call('GET', at('editor'), client)).status).toBe(403);
    await grant(app, app.fixtures.a.tenant, 'core.agency_forms', null);
    await expect.poll(async () => (await app.call('GET', '/api/forms', owner)).status).toBe(403);
    for (const path of ['/api/forms', '/api/forms/unfit', at('editor'), at('layer')])
      expect((await app.call('GET', path, owner)).status, path).toBe(403);
    expect((await publish(owner)).status).toBe(403);
    expect((await app.call('GET', '/api/ui/pages/form-editor.list', owner)).status).toBe(404);
  });

  test("an agency reaches no other's forms, and an operator no client's", async () => {
    const other = app.fixtures.b.tenant.id;
    expect((await app.call('GET', at('editor', `?agency=${other}`), owner)).status).toBe(404);
    expect((await app.call('PUT', at('draft', `?agency=${other}`), owner, { body: { revision: 0, ops: [] } })).status).toBe(404);
    expect((await app.call('GET', at('editor', `?agency=${client.tenant.id}`), operator)).status).toBe(404);
  });

  test('sales people of the root shape nothing', async () =>
    expect((await app.call('GET', '/api/forms', app.fixtures.sales)).status).toBe(403));
});

describe('the list', () => {
  test('holds each form once with what may be changed, and forms that are changed as one in one line', async () => {
    await save(operator, [{ field: 'kind', set: 'hide', value: true }]);
    const { data } = (await app.call('GET', '/api/forms?search=things&PerPage=100', operator)).body as { data: object[] };
    expect(data).toEqual([expect.objectContaining({ id: FORM, fields: 5, changeable: 5, state: 'draft', stale: 0, pages: 'things.add' })]);
    const open = (await app.call('GET', '/api/forms?PerPage=100&show=open', operator)).body.total as number;
    const every = (await app.call('GET', '/api/forms?PerPage=100', operator)).body.total as number;
    expect(open).toBeGreaterThan(10);
    expect(every).toBeGreaterThan(open + 30);
  });
});

describe('changes', () => {
  test('of texts hold by language; where one is missing the own text of the form stands', async () => {
    await put(operator, [
      { field: 'number', set: 'title', value: { en: 'Phone', ar: 'هاتف' } },
      { field: 'number', set: 'group', value: { en: 'Contact' } },
    ]);
    expect(await titleOf(client, 'number', FORM, { 'accept-language': 'ar' })).toBe('هاتف');
    const { ui } = await drawn(client);
    expect([await titleOf(client, 'number'), ui['number']!.group]).toEqual(['Phone', 'Contact']);
    expect((await drawn(client, FORM, { 'accept-language': 'ar' })).ui['number']!.group).toBeUndefined();
  });

  test('of a form hold in the one that is changed with it, as far as it has the field', async () => {
    await put(operator, [
      { field: 'size', set: 'limits', value: { maximum: 10 } },
      { field: 'note', set: 'hide', value: true },
    ]);
    for (const id of [FORM, 'things.edit-form']) {
      expect(wrong(await submit(client, { name: 'a', size: 11 }, id)), id).toEqual([422, 'size']);
      expect((await submit(client, { name: 'a', size: 10 }, id)).status, id).toBe(200);
    }
    expect((await drawn(client, 'things.edit-form')).order).not.toContain('note');
    // The form that the changes are stored with may be named by either.
    expect((await app.call('GET', at('editor', '', 'things.edit-form'), operator)).body).toMatchObject({ id: FORM, state: 'published' });
  });

  test('a hidden field is drawn for nobody, refused when it is sent, and stands at its default where something new is made', async () => {
    await put(operator, [
      { field: 'kind', set: 'default', value: 'call' },
      { field: 'kind', set: 'hide', value: true },
    ]);
    expect((await drawn(client)).order).not.toContain('kind');
    expect(wrong(await submit(client, { name: 'a', kind: 'note' }))).toEqual([422, 'kind']);
    expect((await submit(client, { name: 'a' })).body.body).toEqual({ name: 'a', kind: 'call' });
    // A thing that is changed keeps what it has.
    expect((await submit(client, { name: 'a' }, 'things.edit-form')).body.body).toEqual({ name: 'a' });
    expect(wrong(await app.call('POST', '/api/things/add', client, { body: { name: 'a', kind: 'note' } }))).toEqual([422, 'kind']);
  });

  test('a condition shows a field for one value of another, and refuses it for the others', async () => {
    await put(operator, [
      { field: 'number', set: 'require', value: true },
      { field: 'number', set: 'when', value: { field: 'kind', is: 'call' } },
    ]);
    expect((await drawn(client)).ui['number']!.when).toEqual({ field: 'kind', is: 'call' });
    expect((await submit(client, { name: 'a' })).status).toBe(200);
    expect(wrong(await submit(client, { name: 'a', kind: 'call' }))).toEqual([422, 'number']);
    expect((await submit(client, { name: 'a', kind: 'call', number: '1' })).status).toBe(200);
    expect(wrong(await submit(client, { name: 'a', kind: 'note', number: '1' }))).toEqual([422, 'number']);
    expect(wrong(await app.call('POST', '/api/things/add', client, { body: { name: 'a', number: '1' } }))).toEqual([422, 'number']);
  });

  test.for([
    ['a condition on itself', { field: 'number', set: 'when', value: { field: 'number', is: 'a' } }],
    ['a condition on a field that is not there', { field: 'number', set: 'when', value: { field: 'fax', is: 'a' } }],
    ['a condition on a value that cannot be', { field: 'number', set: 'when', value: { field: 'kind', is: 'fax' } }],
    ['a condition of a required field', { field: 'name', set: 'when', value: { field: 'kind', is: 'call' } }],
    ['a limit that is wider', { field: 'size', set: 'limits', value: { maximum: 101 } }],
    ['limits that leave nothing', { field: 'size', set: 'limits', value: { minimum: 5, maximum: 4 } }],
    ['a limit of another kind', { field: 'size', set: 'limits', value: { maxLength: 4 } }],
    ['a text in a language that there is not', { field: 'number', set: 'title', value: { de: 'Nummer' } }],
    ['labels of a choice of the product', { field: 'kind', set: 'labels', value: { note: 'Note' } }],
  ] as const)('%s is refused, and previewed as impossible', async ([, op]) => {
    expect(wrong(await save(operator, [op]))).toEqual([422, 'ops.0']);
    const preview = (await app.call('POST', at('preview'), operator, { body: { ops: [op], locale: 'en' } })).body as FormPreview;
    expect(preview.unfit).toEqual([{ at: 0, why: expect.stringMatching(/^[A-Z].*\.$/) }]);
  });

  test('conditions that lead in a circle are refused, and so is hiding what others depend on', async () => {
    const on = (field: string, other: string, is: unknown) => ({ field, set: 'when', value: { field: other, is } });
    expect(wrong(await save(operator, [on('number', 'kind', 'call'), on('kind', 'number', '1')]))).toEqual([422, 'ops.1']);
    expect(wrong(await save(operator, [on('number', 'kind', 'call'), { field: 'kind', set: 'hide', value: true }]))).toEqual([
      422,
      'ops.1',
    ]);
  });

  test('own fields have titles and choices by language, and reach the route', async () => {
    await put(
      operator,
      [
        { field: 'x_color', set: 'title', value: { en: 'Color', ar: 'لون' } },
        { field: 'x_color', set: 'labels', value: { choice_1: { en: 'Red', ar: 'أحمر' } } },
      ],
      { extra: { x_color: { type: 'string', enum: ['choice_1', 'choice_2'] } } },
    );
    const { ui } = await drawn(client, FORM, { 'accept-language': 'ar' });
    expect(ui['x_color']).toMatchObject({ widget: 'select', labels: { choice_1: 'أحمر', choice_2: 'choice_2' } });
    expect((await submit(client, { name: 'a', x_color: 'choice_1' })).body.extra).toEqual({ x_color: 'choice_1' });
  });

  test('a preview is the form in the language asked for, and changes nothing', async () => {
    const body = { ops: [{ field: 'number', set: 'title', value: { en: 'Phone', ar: 'هاتف' } }], locale: 'ar' };
    const { forms, unfit } = (await app.call('POST', at('preview'), operator, { body })).body as FormPreview;
    expect([forms.map(({ id }) => id), unfit]).toEqual([[FORM, 'things.edit-form'], []]);
    expect(forms[0]!.schema).toMatchObject({ properties: { number: { title: 'هاتف' } } });
    expect(await titleOf(client, 'number')).not.toBe('هاتف');
  });
});

describe('publishing', () => {
  const renamed = (en: string) => [{ field: 'number', set: 'title', value: { en } }];
  const schedule = (ms: number) => app.call('POST', at('schedule'), operator, { body: { at: new Date(Date.now() + ms).toISOString() } });

  test('is told to browsers, and drafts are not', async () => {
    const version = () => app.kernel.features.versionFor(client.tenant);
    const before = version();
    await save(operator, renamed('Phone'));
    const drafted = version();
    await publish(operator);
    await expect.poll(version).toBeGreaterThan(before);
    expect(drafted).toBe(before);
  });

  test('happens by itself at its moment; until then the draft is held', async () => {
    await save(operator, renamed('Later'));
    expect((await schedule(1_500)).status).toBe(200);
    const held = await editor(operator);
    expect(held.publishAt).not.toBeNull();
    const again = await app.call('PUT', at('draft'), operator, { body: { revision: held.revision, ops: [] } });
    expect([again.status, again.body.code]).toEqual([409, 'core.forms.scheduled']);
    expect(await titleOf(client, 'number')).not.toBe('Later');
    await expect.poll(async () => (await app.settle(), titleOf(client, 'number')), { timeout: 20_000 }).toBe('Later');
    expect((await editor(operator)).state).toBe('published');
  });

  test('does not happen once it was cancelled, nor at a moment that is gone', async () => {
    await save(operator, renamed('Never'));
    expect((await schedule(-1_000)).status).toBe(422);
    expect((await schedule(700)).status).toBe(200);
    expect((await app.call('DELETE', at('schedule'), operator)).status).toBe(200);
    const waiting = async () => (
      await app.settle(),
      app.kernel.platform('core_job_run').where({ job: 'core.form-publication', state: 'pending' })
    );
    await expect.poll(waiting, { timeout: 20_000 }).toEqual([]);
    expect([(await editor(operator)).state, await titleOf(client, 'number')]).toEqual(['draft', expect.not.stringContaining('Never')]);
  });

  test('is undone, and what was published can be taken up again', async () => {
    await put(operator, renamed('First'));
    await put(operator, renamed('Second'));
    expect((await app.call('POST', at('undo'), operator)).status).toBe(200);
    expect(await titleOf(client, 'number')).toBe('First');
    const { history } = await editor(operator);
    expect(history.map(({ state, ops, by }) => [state, ops[0]?.value, by])).toEqual([
      ['undone', { en: 'Second' }, 'operator'],
      ['published', { en: 'First' }, 'operator'],
    ]);
  });

  test('each step stands in the log of the company whose form it is', async () => {
    await put(operator, renamed('Of A'), { query: `?agency=${owner.tenant.id}` });
    await app.call('DELETE', at('draft'), operator);
    const rows = (await app.kernel
      .platform('core_audit')
      .where({ company_id: owner.tenant.id, target: FORM })
      .orderBy('id')
      .select('action')) as { action: string }[];
    expect(rows.slice(-2).map(({ action }) => action)).toEqual(['core.form-drafted', 'core.form-published']);
  });
});

describe('after an upgrade', () => {
  /** What the product had as `phone` before. */
  const stored = (ops: object[], form = FORM) =>
    app.kernel.platform('core_form_layer').insert({
      company_id: app.fixtures.root.id,
      form_id: form,
      revision: 1,
      state: 'published',
      base_version: 1,
      ops: JSON.stringify(ops),
      published_at: new Date(),
    });
  const unfit = async () => (await app.call('GET', '/api/forms/unfit', operator)).body.data as Record<string, unknown>[];

  test('changes of a field with another name are listed, attended to, and moved to it', async () => {
    await stored([
      { field: 'phone', set: 'title', value: { en: 'Phone' } },
      { field: 'kind', set: 'title', value: { en: 'Sort' } },
    ]);
    expect(await unfit()).toEqual([
      expect.objectContaining({ form: FORM, field: 'phone', set: 'title', change: 'Title', why: 'This field no longer exists.' }),
    ]);
    expect((await app.call('GET', '/api/attention', operator)).text).toContain('1 form change no longer fits');
    const body = { revision: 1, field: 'phone', set: 'title' };
    expect(wrong(await app.call('POST', at('resolve'), operator, { body: { ...body, to: 'fax' } }))).toEqual([422, 'to']);
    expect((await app.call('POST', at('resolve'), operator, { body: { ...body, to: 'number' } })).status).toBe(200);
    expect([await unfit(), await titleOf(client, 'number'), await titleOf(client, 'kind')]).toEqual([[], 'Phone', 'Sort']);
    expect((await app.call('POST', at('resolve'), operator, { body })).status).toBe(409);
  });

  test('a change is removed, and so are those of a form that is gone', async () => {
    await stored([{ field: 'phone', set: 'hide', value: true }]);
    await stored([{ field: 'a', set: 'title', value: 'b' }], 'things.gone-form');
    expect((await unfit()).map(({ form: id, why }) => [id, why])).toEqual([
      [FORM, 'This field no longer exists.'],
      ['things.gone-form', 'This form no longer exists.'],
    ]);
    const resolve = (id: string, body: object) => app.call('POST', at('resolve', '', id), operator, { body: { revision: 1, ...body } });
    expect((await resolve(FORM, { field: 'phone', set: 'hide' })).status).toBe(200);
    expect((await resolve('things.gone-form', { field: '', set: '' })).status).toBe(200);
    expect(await unfit()).toEqual([]);
  });
});
