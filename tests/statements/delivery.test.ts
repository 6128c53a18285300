import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { inputOf } from '../../plugins/connectors/integrations/lead.ts';
import { Leads } from '../../plugins/lead-intake/leads/contract.ts';
import { addCampaign } from '../../scripts/bench/installation.ts';
import { asked } from '../support/asked.ts';
import { putLead } from '../support/put-lead.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { roles: ['web'] } });
});
afterAll(() => app.close());

test('what a delivery says of a campaign, its name and the fields of its own, is read once', async () => {
  const { tenant } = app.fixtures.a.clients[0]!;
  const owner = new pg.Pool({ connectionString: app.databaseUrl, options: '-c app.scope=platform' });
  const campaign = await addCampaign(owner, tenant, 'Spring');
  await owner.query(`update campaigns_campaign set extra = '{"x_reference":"A7"}' where id = $1`, [campaign]);
  await owner.end();
  const id = await putLead(app, { client: tenant, campaign, name: 'ann', cents: 100, at: new Date() });
  await app.inside(tenant, 'integrations', async (ctx) => {
    const [lead] = await ctx.use(Leads).byId([id]);
    let input: Record<string, unknown> = {};
    const texts = await asked(async () => {
      input = await inputOf(ctx, lead!);
    });
    expect(input).toMatchObject({ campaign: 'Spring', campaignFields: '{"x_reference":"A7"}' });
    expect(
      texts.filter((text) => /from "campaigns_campaign"/.test(text)),
      texts.join('\n'),
    ).toHaveLength(1);
  });
});
