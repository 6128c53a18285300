import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('rows of clients and agencies name the role of their person', async () => {
  const { a, root, operator } = app.fixtures;
  const { user, tenant } = a.clients[0]!;
  const made = await app.call('POST', '/api/configuration/role-module/create', a.owner, {
    body: { roleName: 'Readers', roleIcon: 'user', roledata: { LeadsPeek: { enable: 'T' } } },
  });
  const rows = async (type: string, as = a.owner) => {
    const company = as === operator ? root.id : a.tenant.id;
    const { body } = await app.call('GET', `/api/configuration/user/${company}/-/-/${type}/-/company_name/asc`, as);
    return new Map((body.data as { company_id: number; role_id: number | null }[]).map((row) => [row.company_id, row.role_id]));
  };
  expect((await rows('client')).get(tenant.id)).toBeNull();
  const given = await app.call('PUT', `/api/roles/people/${user.id}`, a.owner, { body: { roleID: made.body.roleID } });
  expect(given.status, given.text).toBe(200);
  expect((await rows('client')).get(tenant.id)).toBe(made.body.roleID);
  // Owners of agencies have all rights and no role.
  expect((await rows('userdownline', operator)).get(a.tenant.id)).toBeNull();
});
