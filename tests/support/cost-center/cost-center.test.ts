import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import plugin from './index.ts';

/** A field of every campaign is one folder and one line. */
conformance(plugin);

let app: TestApp;
let owner: Person;
beforeAll(async () => {
  app = await startTestApp({ plugins: [plugin] });
  owner = app.fixtures.a.owner;
});
afterAll(() => app.close());

const create = (leadspeekType: string, costCenter: string) =>
  app.call('POST', '/api/leadspeek/client/create', owner, {
    body: { companyID: app.fixtures.a.clients[0]!.tenant.id, leadspeekType, campaignName: 'Booked', costCenter },
  });
const get = async (path: string, as = owner) => (await app.call('GET', `/api${path}`, as)).body;

test.for(['local', 'locator'])('stands in the calls, the list and the form of a campaign of %s, and is kept with it', async (product) => {
  const { status, body } = await create(product, 'MKT-7');
  expect(status).toBe(200);
  const id = body.leadspeek_api_id as number;
  expect(await get(`/leadspeek/getcampaign/${id}`)).toMatchObject({ costCenter: 'MKT-7' });
  const changed = await app.call('PUT', '/api/leadspeek/client/update', owner, { body: { leadspeekID: id, costCenter: 'MKT-8' } });
  expect(changed.status).toBe(200);
  const listed = (await get('/leadspeek/client/-/-/-')).data as { leadspeek_api_id: number }[];
  expect(listed.find((row) => row.leadspeek_api_id === id)).toMatchObject({ costCenter: 'MKT-8' });
  const form = await get(`/ui/forms/${product === 'local' ? 'site-id' : 'search-id'}.campaign`);
  expect(form.schema.properties.costCenter).toMatchObject({ title: 'Cost center', maxLength: 20 });
});

test('is refused where it is wrong, and nothing is made of it', async () => {
  const { body } = await create('local', 'x'.repeat(21));
  expect(body.errors).toEqual([expect.objectContaining({ field: 'costCenter' })]);
  const { rows } = (await app.kernel.platform.raw('select count(*)::int as n from cost_center_campaign where length(code) > 20')) as {
    rows: { n: number }[];
  };
  expect(rows).toEqual([{ n: 0 }]);
});

test('of another agency is nowhere to be seen', async () => {
  const { body } = await create('local', 'SECRET-1');
  expect((await app.call('GET', `/api/leadspeek/getcampaign/${body.leadspeek_api_id}`, app.fixtures.b.owner)).status).toBe(404);
  expect(JSON.stringify(await get('/leadspeek/client/-/-/-', app.fixtures.b.owner))).not.toContain('SECRET-1');
});
