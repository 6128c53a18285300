import type { Fixture } from '../../../core/testing/fixture.ts';

/** An agency with two groups: one of a client with its campaign, one still empty. */
export default {
  as: (fixtures) => fixtures.a.owner,
  async fill(app) {
    const { tenant, owner, clients } = app.fixtures.a;
    const add = async (companyGroupName: string): Promise<number> =>
      (await app.call('POST', '/api/company/group/create', owner, { body: { companyID: tenant.id, companyGroupName } })).body
        .companyGroupID;
    const bakeries = await add('Bakeries');
    await add('Coffee shops');
    const client = clients[0]!.tenant;
    const campaign = { companyID: client.id, leadspeekType: 'local', campaignName: 'Spring rolls', companyGroupID: bakeries };
    const made = await app.call('POST', '/api/leadspeek/client/create', owner, { body: campaign });
    const members = { companyGroupName: 'Bakeries', clients: [client.id], campaigns: [made.body.leadspeek_api_id] };
    await app.call('PUT', `/api/company-groups/${bakeries}`, owner, { body: members });
  },
} satisfies Fixture;
