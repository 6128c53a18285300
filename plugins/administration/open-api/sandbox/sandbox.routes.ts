import { randomUUID } from 'node:crypto';
import { type Ctx, defineRoute, denied, T } from '../../../../core/contract.ts';
import { record } from '../events/record.ts';
import { openFeed } from '../events/feed.store.ts';
import { type CampaignOut, Id, LeadShape } from '../shapes.ts';
import { sampleLead } from './samples.ts';
import { keep, reset, sandboxOne } from './sandbox.store.ts';

const group = 'Sandbox';
const onlySandbox = async (): Promise<never> => {
  throw denied('open-api.problem.sandbox-only');
};

/** A lead comes, as it would from a campaign that runs. */
async function arrive(ctx: Ctx, campaignId: number) {
  const campaign = await sandboxOne<CampaignOut>(ctx, 'campaign', campaignId);
  const lead = await keep(ctx, 'lead', sampleLead(randomUUID(), campaign, 'Taylor', 'Sample', ctx.now.toISOString()));
  const { client_id, product, is_test } = lead;
  const data = { lead_id: lead.id, campaign_id: campaign.id, client_id, product, is_test };
  await openFeed(ctx);
  await record(ctx, ctx.tenant.id, [{ companyId: ctx.tenant.id, type: 'lead.created', data }], true);
  return lead;
}

const lead = defineRoute({
  id: 'open-api.sandbox-lead',
  method: 'POST',
  path: '/v1/sandbox/leads',
  summary: 'Let a lead arrive',
  ability: ['create', 'SandboxLead'],
  idempotent: true,
  unlogged: 'it changes made-up data alone',
  programs: {
    scope: 'leads:read',
    group,
    description:
      'In the sandbox a lead of a person who does not exist arrives: it stands in the list, in the events, and is sent to webhooks.',
    sandbox: (ctx, { body }) => arrive(ctx, body.campaign_id),
  },
  body: T.Object({ campaign_id: T.Integer({ ...Id, examples: [501] }) }),
  status: 201,
  response: LeadShape,
  handler: onlySandbox,
});

const clear = defineRoute({
  id: 'open-api.sandbox-reset',
  method: 'POST',
  path: '/v1/sandbox/reset',
  summary: 'Reset the sandbox',
  ability: ['delete', 'SandboxLead'],
  idempotent: true,
  unlogged: 'it changes made-up data alone',
  programs: {
    scope: null,
    group,
    description: 'The sandbox holds what it held at first. Events stay.',
    async sandbox(ctx) {
      await reset(ctx);
      return { result: 'success' as const };
    },
  },
  response: T.Object({ result: T.Literal('success') }),
  handler: onlySandbox,
});

export const sandboxRoutes = [lead, clear];
