import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireBlock, WireFormBody, WirePageBody } from '../../core/contract/wire.ts';
import { checkSubmission, formIdOf } from '../../core/forms/submission.ts';
import { wireForm } from '../../core/forms/wire-form.ts';
import { desk } from '../support/desk.ts';
import { demandField, shapeForm } from '../support/shape-form.ts';
import { grant } from '../support/switching.ts';
import { type Schema, validValue } from '../support/valid-values.ts';
import { openStage, type Stage } from './support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({}, [desk]);
  await grant(stage.app, stage.app.fixtures.a.tenant, 'core.agency_forms', true);
});
afterAll(() => stage.close());

/** Every form of the product as somebody sees it who may do everything. */
async function allForms(): Promise<WireFormBody[]> {
  const { kernel, fixtures } = stage.app;
  const forms: WireFormBody[] = [];
  for (const { plugin, def } of kernel.registry.forms.values()) {
    if (plugin === desk.manifest.id) continue;
    const form = await stage.app.inside(fixtures.root, plugin, (ctx) => wireForm(kernel, ctx, def));
    forms.push(form.submit.path ? form : { ...form, submit: { method: 'POST', path: '/api/switched-off' } });
  }
  return forms;
}

const SECURE = 'https://hooks.zapier.com/hooks/catch/1/a/';
const SERVICES = 'https://hooks.slack.com/services/T0/B0/x';

/** A value for each field, so that nothing keeps the form from being sent. */
function valuesOf({ schema }: WireFormBody): Record<string, unknown> {
  const fields = Object.entries(schema['properties'] as Record<string, Schema>);
  return Object.fromEntries(
    fields.map(([name, field]) => {
      const type = [field.type ?? []].flat().find((one) => one !== 'null');
      return [
        name,
        field.format === 'uri'
          ? field.pattern?.includes('services')
            ? SERVICES
            : SECURE
          : validValue({ ...field, ...(type ? { type } : {}) }, undefined, name),
      ];
    }),
  );
}

/** What a page was seen to send. */
interface Sent {
  form: string | undefined;
  body: object | null;
}

/** A page that shows these forms, filled in. What it sends is kept, and refused: nothing on it needs to be read again. */
async function showing(forms: readonly WireFormBody[], sent: Sent[], values = valuesOf): Promise<Page> {
  const page = await stage.open('/', stage.app.fixtures.a.owner);
  const blocks = forms.map(({ id }): WireBlock => ({
    as: 'form',
    form: id as `${string}.${string}`,
    prefill: { call: { method: 'GET', path: `/api/values/${id}` } },
  }));
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    const form = forms.find(({ id }) => id === pathname.split('/').at(-1));
    if (pathname === '/api/ui/pages/desk.page')
      return route.fulfill({
        json: { id: 'desk.page', title: 'All forms', blocks, help: [], tour: [], variants: [] } satisfies WirePageBody,
      });
    if (form && pathname.startsWith('/api/ui/forms/')) return route.fulfill({ json: form });
    if (form && pathname.startsWith('/api/values/')) return route.fulfill({ json: values(form) });
    if (/^\/api\/(ui|user|live)\b/.test(pathname) && request.method() === 'GET') return route.continue();
    if (request.method() === 'GET') return route.fulfill({ json: { options: [] } });
    if (pathname.endsWith('/question')) return route.fulfill({ json: { question: null } });
    if (pathname === '/api/connector-documents/check') return route.fulfill({ json: { faults: [] } });
    if (pathname.endsWith('/preview')) return route.fulfill({ json: { text: '', fault: '', unsent: [], places: [] } });
    const { 'x-form': name, 'content-type': type = '' } = request.headers();
    sent.push({ form: name, body: type.includes('json') ? (request.postDataJSON() as object) : null });
    return route.fulfill({ status: 422, json: { status: 422, code: 'test.seen', detail: 'Seen.' } });
  });
  await stage.go(page, '/desk');
  await page.waitForFunction((count) => document.querySelectorAll('main form').length === count, forms.length);
  return page;
}

test('every form of the product says which one it is, and sends what the server takes from it', async () => {
  const forms = await allForms();
  expect(forms.length).toBeGreaterThan(90);
  const sent: Sent[] = [];
  for (let at = 0; at < forms.length; at += 26) {
    const some = forms.slice(at, at + 26);
    const page = await showing(some, sent);
    // A plugin's widget of a file is loaded when it is first drawn.
    const files = some.filter(({ ui }) => Object.values(ui).some(({ widget, isFile }) => widget === 'file' || isFile)).length;
    await page.waitForFunction((count) => document.querySelectorAll('main input[type=file]').length >= count, files);
    for (const input of await page.locator('main input[type=file]').all())
      await input.setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from('picture') });
    await page.evaluate(() => document.querySelectorAll<HTMLFormElement>('main form').forEach((form) => form.requestSubmit()));
    // A refused form says so; one that its own check holds back marks the field.
    await page.waitForFunction(() =>
      [...document.querySelectorAll('main form')].every((form) => form.querySelector('[role=alert], [aria-invalid=true]')),
    );
    await stage.leave(page);
  }
  const names = forms.map(({ id, etag }) => `${id}@${etag}`);
  expect(sent.map(({ form }) => form).sort()).toEqual(names.sort());
  const { kernel, fixtures } = stage.app;
  for (const { form, body } of sent) {
    const { plugin, def } = kernel.registry.forms.get(formIdOf(form!))!;
    const route = kernel.registry.routes.get(def.submit)!.def;
    await stage.app.inside(fixtures.root, plugin, (ctx) => checkSubmission(kernel, ctx, route, body, form!));
  }
});

test('a list that wants entries begins without any, and asks for them when it is sent', async () => {
  const [some] = await allForms();
  const words = { type: 'array', title: 'Words', items: { type: 'string' }, minItems: 1 };
  const form: WireFormBody = {
    ...some!,
    schema: { type: 'object', required: ['words'], properties: { words } },
    ui: { words: { widget: 'tags' } },
  };
  const sent: Sent[] = [];
  const page = await showing([form], sent, () => ({}));
  await page
    .getByRole('main')
    .getByLabel(/^Words/)
    .waitFor();
  expect(await page.locator('main form').innerText()).not.toContain('undefined');
  await page.locator('main form').evaluate((element: HTMLFormElement) => element.requestSubmit());
  await page.locator('main form [aria-invalid=true], main form [role=alert]').first().waitFor();
  expect(sent).toEqual([]);
});

test('a form that changed while it was filled in is drawn anew around what was typed', async () => {
  const { a } = stage.app.fixtures;
  const page = await stage.open('/leads', a.clients[0]!.user);
  // A browser that hears of no news meets the change when it sends.
  await page.route('**/api/live**', (route) => route.abort());
  await page.goto(`${stage.app.url}/desk`);
  const name = page.getByLabel('desk.only.name');
  await name.fill('typed before');
  await shapeForm(stage.app, a.owner, 'desk.only', [{ field: 'kind', set: 'title', value: 'What kind' }]);
  await demandField(stage.app, a.owner, 'desk.only', 'x_reason');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This form has changed since you opened it.').waitFor();
  expect(await name.inputValue()).toBe('typed before');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByLabel('x_reason').fill('asked since');
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/desk/alone'));
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await (await answer).json()) as object).toMatchObject({ body: { name: 'typed before' }, extra: { x_reason: 'asked since' } });
});
