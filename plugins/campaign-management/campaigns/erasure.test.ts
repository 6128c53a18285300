import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { PageViews } from '../../lead-intake/capture/shared.ts';
import { Leads } from '../../lead-intake/leads/contract.ts';
import { eraseCampaigns } from './erasure.job.ts';

const DAY = 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { roles: ['web'] } }); // a worker would deliver the test lead
});
afterAll(() => app.close());

async function night(days: number): Promise<void> {
  app.clockOffset = days * DAY;
  const run = { company_id: app.fixtures.root.id, job: eraseCampaigns.id, run_key: `night ${days}`, payload: '{}' };
  await app.kernel.platform('core_job_run').insert(run);
  await app.settle();
  app.clockOffset = 0;
}

test('30 days after its removal the people of a campaign are gone; its price, its moves and the other campaigns stay', async () => {
  const { user, tenant } = app.fixtures.a.clients[0]!;
  const db = app.kernel.platform;
  const made = async (): Promise<number> =>
    app
      .call('POST', '/api/leadspeek/client/create', user, {
        body: {
          leadspeekType: 'local',
          campaignName: 'Jane Doe Dental',
          reportSentTo: 'jane@doe.example',
          urlCode: 'https://doe.example/',
        },
      })
      .then(({ body }) => body.leadspeek_api_id as number);
  const [gone, kept] = [await made(), await made()];
  for (const id of [gone, kept]) await app.inside(tenant, 'site-id', (ctx) => ctx.use(Leads).test(id, PageViews));
  expect((await app.call('PUT', '/api/leadspeek/client/remove', user, { body: { leadspeek_api_id: gone } })).status).toBe(200);

  const leads = async (id: number): Promise<unknown[]> => db('leads_lead').where({ campaign_id: id });
  await night(29);
  expect(await leads(gone)).toHaveLength(1);
  await night(31);
  expect(await leads(gone)).toEqual([]);
  expect(await leads(kept)).toHaveLength(1);
  const totals = await db('leads_total').whereIn('campaign_id', [gone, kept]).orderBy('campaign_id').pluck('leads');
  expect(totals).toEqual([0, 1]);
  expect(await db('leads_claim').where({ claimant: `test ${gone}` })).toEqual([]);
  const row = await db('campaigns_campaign').where({ id: gone }).first();
  expect(row).toMatchObject({ name: `#${gone}`, report_sent_to: [], retail_cents: '150', status: 'removed' });
  expect(row.erased_at).not.toBeNull();
  expect(await db('site_id_campaign').whereIn('campaign_id', [gone, kept]).pluck('campaign_id')).toEqual([kept]);
  expect(((await db('campaigns_move').where({ campaign_id: gone })) as unknown[]).length).toBe(1);
  expect(await db('campaigns_campaign').where({ id: kept }).first('name')).toEqual({ name: 'Jane Doe Dental' });
});
