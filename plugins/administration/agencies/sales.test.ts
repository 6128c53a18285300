import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('sales people see the agencies they are assigned to, and change none', async () => {
  const { operator, sales, a, b } = app.fixtures;
  const seen = async () => (await app.call('GET', '/api/agencies', sales)).body.data as { company_id: number; sales: string[] }[];
  const assign = (body: object, as = operator) => app.call('PUT', '/api/configuration/sales', as, { body });
  expect(await seen()).toEqual([]);

  expect((await app.call('GET', '/api/configuration/sales/list', operator)).body.options).toEqual([{ value: sales.id, label: 'sales' }]);
  expect((await assign({ companyID: a.tenant.id, salesAE: sales.id })).status).toBe(200);
  expect(await seen()).toMatchObject([{ company_id: a.tenant.id, sales: ['sales'] }]);
  expect((await app.call('GET', `/api/agencies/${a.tenant.id}/overview`, sales)).status).toBe(200);
  expect((await app.call('GET', `/api/agencies/${b.tenant.id}/overview`, sales)).status).toBe(404);
  expect((await app.call('GET', `/api/agencies/${a.tenant.id}`, sales)).status).toBe(403);
  expect((await assign({ companyID: a.tenant.id, salesAE: null }, sales)).status).toBe(403);

  expect((await app.call('GET', `/api/agencies/${a.tenant.id}/sales`, operator)).body).toEqual({
    salesRep: null,
    salesAE: sales.id,
    salesRef: null,
  });
  expect((await assign({ companyID: a.tenant.id, salesRep: a.owner.id })).body.errors).toMatchObject([{ field: 'salesRep' }]);
  expect((await assign({ companyID: a.clients[0]!.tenant.id, salesRep: sales.id })).status).toBe(404);
  expect((await assign({ companyID: a.tenant.id, salesAE: null })).status).toBe(200);
  expect(await seen()).toEqual([]);
});
