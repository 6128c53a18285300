import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { today } from '../../../tests/support/day-counts.ts';

/** What each of the three finds on the page that all of them call Dashboard. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Wired = { as: string; source?: { call: { path: string } }; blocks?: unknown };
const callsOf = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const path = (value as { call?: { path?: unknown } }).call?.path;
  return [...(typeof path === 'string' ? [path] : []), ...Object.values(value).flatMap(callsOf)];
};
const home = async (who: Person) => {
  const { status, body } = await app.call('GET', '/api/ui/pages/products.dashboard', who);
  return status === 200 ? { blocks: body.blocks as Wired[], calls: new Set(callsOf(body.blocks)) } : null;
};
const get = (path: string, who: Person) => app.call('GET', `/api${path}`, who);

const AGENCY = ['/api/reports/clients/most', '/api/wallet/shares'];
const CLIENT = ['/api/reports/budgets', '/api/integrations/health'];
const ROOT = ['trends', 'agencies/leads', 'agencies/margin', 'suppliers'].map((part) => `/api/reports/platform/${part}`);

describe('the home', () => {
  test('of an agency has its clients, of a client its budget and deliveries, of the root its agencies, and nobody has another one’s', async () => {
    const { a, operator } = app.fixtures;
    const [agency, client, root] = [await home(a.owner), await home(a.clients[0]!.user), await home(operator)];
    for (const { blocks } of [agency!, client!, root!]) expect(blocks[0]).toMatchObject({ as: 'health', title: 'Needs attention' });
    expect(agency!.calls).toContain(AGENCY[0]);
    for (const path of CLIENT) expect(client!.calls).toContain(path);
    expect(client!.calls).not.toContain(AGENCY[0]);
    expect(agency!.calls).not.toContain('/api/reports/budgets');
    for (const path of [...ROOT, '/api/agencies/comings']) {
      expect(root!.calls).toContain(path);
      for (const { calls } of [agency!, client!]) expect(calls).not.toContain(path);
    }
    for (const path of ['/api/reports/trends', '/api/reports/leads', '/api/launch/steps']) expect(root!.calls).not.toContain(path);
  });

  test('of sales people has the agencies that they look after, without figures', async () => {
    const { sales } = app.fixtures;
    const { calls } = (await home(sales))!;
    expect(calls).toContain('/api/agencies/comings');
    for (const path of ROOT) expect(calls).not.toContain(path);
    for (const path of ROOT) expect((await get(path.slice(4), sales)).status).toBe(403);
    expect((await get('/agencies/comings?period=90d', sales)).body.data).toEqual([]);
    await app.kernel.platform('agencies_profile').where({ company_id: app.fixtures.b.tenant.id }).update({ sales_rep_id: sales.id });
    expect((await get('/agencies/comings?period=90d', sales)).body.data).toMatchObject([
      { heading: app.fixtures.b.tenant.name, text: 'Joined' },
    ]);
  });

  test('tells an agency nothing of the platform, and a client nothing of its agency', async () => {
    const { a } = app.fixtures;
    for (const who of [a.owner, a.clients[0]!.user]) {
      for (const path of [...ROOT.map((one) => one.slice(4)), '/agencies/comings']) expect((await get(path, who)).status).toBe(403);
    }
    expect((await get('/reports/clients/most', a.clients[0]!.user)).status).toBe(403);
    expect((await get('/wallet/pace', a.clients[0]!.user)).status).toBe(404); // a beta feature that is not on
    const trends = (await get('/reports/trends', a.clients[0]!.user)).body;
    expect(trends).toMatchObject({ revenue: null, cost: null, margin: null });
    expect((await get('/reports/budgets', a.owner)).status).toBe(403);
  });

  test('of an empty account leads to its first lead, and its figures come with the first that is counted', async () => {
    const { a, b } = app.fixtures;
    expect((await get('/reports/begun', b.owner)).body).toEqual({ begun: false });
    expect((await home(b.owner))!.calls).toContain('/api/launch/steps');
    await app.kernel.platform('leads_day').insert({
      campaign_id: 1,
      company_id: a.clients[0]!.tenant.id,
      product: 'local',
      day: today(),
      outcome: 'lead',
      observations: 3,
      retail_cents: 900,
      wholesale_cents: 300,
    });
    expect((await get('/reports/begun', a.owner)).body).toEqual({ begun: true });
    expect((await get('/reports/begun', b.owner)).body).toEqual({ begun: false });
    const days = (await get('/reports/product-days?period=today', a.owner)).body.data;
    expect(days).toMatchObject([{ local: 3, locator: 0 }]);
    // Enhance and B2B have no name here, so that they are not offered.
    expect(days[0]).not.toHaveProperty('enhance');
    expect(days[0]).not.toHaveProperty('before');
    expect((await get('/reports/product-days?period=today&compare=1', a.owner)).body.data).toMatchObject([{ local: 3, before: 0 }]);
  });

  test('of the root ranks agencies by volume and by what they leave, with what suppliers cost', async () => {
    const { a, operator } = app.fixtures;
    await app.kernel
      .platform('capture_lookup_day')
      .insert({ company_id: a.tenant.id, day: today(), asked: 10, found: 4, failed: 1, cost_cents: 120 });
    const [leads] = (await get('/reports/platform/agencies/leads?period=7d', operator)).body.data;
    expect(leads).toMatchObject({ name: a.tenant.name, leads: 3, revenue: 300, margin: 180 });
    expect(leads.line).toHaveLength(7);
    expect((await get('/reports/platform/trends?period=7d', operator)).body).toMatchObject({
      granted: true,
      agencies: { value: 1, before: 0 },
      retail: { value: 900 },
      revenue: { value: 300 },
      suppliers: { value: 120 },
      margin: { value: 180 },
    });
    expect((await get('/reports/platform/suppliers?period=7d', operator)).body.data).toMatchObject([
      { id: 'capture', asked: 10, rate: 40, cost: 120, each: 30, note: '1 failed' },
    ]);
    expect((await get('/reports/platform/trends?period=nonsense', operator)).status).toBe(422);
  });
});
