import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { CompanyGroups } from './contract.ts';
import plugin from './index.ts';

conformance(plugin);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [plugin] });
});
afterAll(() => app.close());

const GROUP = '/api/company/group';
const add = async (as: Person, companyGroupName: string): Promise<number> =>
  (await app.call('POST', `${GROUP}/create`, as, { body: { companyID: as.tenant.id, companyGroupName } })).body.companyGroupID;
const groups = async (as: Person) => (await app.call('GET', `${GROUP}?companyID=${as.tenant.id}&userModule=LeadsPeek`, as)).body;

describe('company groups', () => {
  test('are listed, renamed and removed with the fields of the specification', async () => {
    const { a } = app.fixtures;
    const id = await add(a.owner, 'Bakeries');
    expect(await groups(a.owner)).toEqual({
      result: 'success',
      params: [
        {
          id,
          group_name: 'Bakeries',
          companyGroupID: id,
          companyGroupName: 'Bakeries',
          companyID: a.tenant.id,
          moduleID: 'LeadsPeek',
          clients: 0,
          campaigns: 0,
        },
      ],
    });
    const again = await app.call('POST', `${GROUP}/create`, a.owner, { body: { companyGroupName: ' bakeries' } });
    expect(again.body.errors).toEqual([{ field: 'companyGroupName', message: 'A group with this name already exists.' }]);
    expect((await app.call('PUT', `${GROUP}/update`, a.owner, { body: { companyGroupID: id, companyGroupName: 'Bread' } })).status).toBe(
      200,
    );
    expect((await app.call('DELETE', `${GROUP}/remove/${a.tenant.id}/${id}`, a.owner)).body.message).toBe('You deleted Bread');
    expect((await groups(a.owner)).params).toEqual([]);
  });

  test('hold each client and campaign once', async () => {
    const { a } = app.fixtures;
    const [one, two] = [await add(a.owner, 'One'), await add(a.owner, 'Two')];
    const client = a.clients[0]!.tenant;
    const made = await app.call('POST', '/api/leadspeek/client/create', a.owner, {
      body: { companyID: client.id, leadspeekType: 'local', campaignName: 'Grouped', companyGroupID: one },
    });
    const campaign = made.body.leadspeek_api_id as number;
    const save = (id: number, body: object) => app.call('PUT', `/api/company-groups/${id}`, a.owner, { body });
    expect((await save(one, { companyGroupName: 'One', clients: [client.id], campaigns: [campaign] })).status).toBe(200);
    expect((await save(two, { companyGroupName: 'Two', clients: [client.id] })).status).toBe(200);
    expect((await groups(a.owner)).params).toMatchObject([
      { companyGroupID: one, clients: 0, campaigns: 1 },
      { companyGroupID: two, clients: 1, campaigns: 0 },
    ]);
    const update = (companyGroupID: unknown) =>
      app.call('PUT', '/api/leadspeek/client/update', a.owner, { body: { leadspeekID: campaign, companyGroupID } });
    expect((await update(two)).status).toBe(200);
    expect((await app.call('GET', `/api/company-groups/${two}`, a.owner)).body).toMatchObject({
      clients: [client.id],
      campaigns: [campaign],
    });
    expect((await update(999_999)).status).toBe(422);
    expect((await update('')).status).toBe(200);
    expect((await app.call('GET', `/api/company-groups/${two}`, a.owner)).body.campaigns).toEqual([]);
    await app.inside(a.tenant, 'company-groups', (ctx) => ctx.use(CompanyGroups).assignClient(client.id, one));
    expect((await app.call('GET', `/api/company-groups/${one}`, a.owner)).body.clients).toEqual([client.id]);
  });

  test('know nothing of others', async () => {
    const { a, b, operator } = app.fixtures;
    const id = await add(a.owner, 'Mine');
    expect((await app.call('PUT', `${GROUP}/update`, b.owner, { body: { companyGroupID: id, companyGroupName: 'Yours' } })).status).toBe(
      404,
    );
    expect((await app.call('DELETE', `${GROUP}/remove/${b.tenant.id}/${id}`, b.owner)).status).toBe(404);
    expect((await app.call('GET', `${GROUP}?companyID=${a.tenant.id}`, b.owner)).status).toBe(404);
    const foreign = { companyGroupName: 'Mine', clients: [b.clients[0]!.tenant.id] };
    expect((await app.call('PUT', `/api/company-groups/${id}`, a.owner, { body: foreign })).status).toBe(404);
    for (const who of [operator, a.clients[0]!.user, app.fixtures.sales]) expect((await app.call('GET', GROUP, who)).status).toBe(403);
  });
});
