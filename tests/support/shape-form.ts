import { expect } from 'vitest';
import type { WireFormBody } from '../../core/contract/wire.ts';
import type { TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';

/** Publishes somebody's changes to a form, in place of their earlier ones. */
export async function shapeForm(app: TestApp, who: Person, form: string, ops: object[], extra: object = {}, role = ''): Promise<void> {
  const at = (what: string): string => `/api/forms/${form}/${what}?role=${role}`;
  const { revision } = (await app.call('GET', at('layer'), who)).body as { revision: number };
  const draft = await app.call('PUT', at('draft'), who, { body: { revision, ops, extra } });
  expect(draft.status, draft.text).toBe(200);
  expect((await app.call('POST', at('publish'), who)).status).toBe(200);
}

/** Asks for one more field in a form, without which it is not taken. */
export const demandField = (app: TestApp, who: Person, form: string, field: `x_${string}`): Promise<void> =>
  shapeForm(app, who, form, [{ field, set: 'require', value: true }], { [field]: { type: 'string', title: field } });

/** The header that names a form as it stands for somebody. */
export async function named(
  app: TestApp,
  who: Person | null,
  form: string,
  headers: Record<string, string> = {},
): Promise<{ 'x-form': string }> {
  const { id, etag } = (await app.call('GET', `/api/ui/forms/${form}`, who, { headers })).body as WireFormBody;
  return { 'x-form': `${id}@${etag}` };
}
