import { type Ctx, defineRoute, notFound, T } from '../../../../core/contract.ts';
import { Campaigns, type CampaignRules } from '../../../campaign-management/campaigns/contract.ts';
import { isNumberPlace, pageFrom, PageOf, CursorQuery, placeOf } from '../cursor.ts';
import { keep, sandboxOne, sandboxPage } from '../sandbox/sandbox.store.ts';
import type { NewEvent } from '../events/feed.store.ts';
import { record } from '../events/record.ts';
import { type CampaignOut, CampaignShape, type EventType, Id } from '../shapes.ts';

const group = 'Campaigns';
export const CampaignId = T.Object({ id: T.Integer({ ...Id, examples: [501] }) });

const campaignOut = (c: CampaignRules): CampaignOut => ({
  id: c.id,
  client_id: c.companyId,
  product: c.product,
  name: c.name,
  status: c.status,
  pause_reason: c.pauseReason,
  timezone: c.timezone,
  starts_at: c.startsAt?.toISOString() ?? null,
  ends_at: c.endsAt?.toISOString() ?? null,
  lead_price_cents: c.retailCents,
});

const seen = (ctx: Ctx, action?: string) => ctx.query('Campaign', action).whereNot('status', 'removed');

/** One campaign that the actor may read; throws 404. */
export async function shown(ctx: Ctx, id: number): Promise<CampaignOut> {
  const found = (await seen(ctx).where({ id }).first('id')) as { id: number } | undefined;
  const campaign = found && (await ctx.use(Campaigns).rules([id])).get(id);
  if (!campaign) throw notFound();
  return campaignOut(campaign);
}

const list = defineRoute({
  id: 'open-api.campaigns',
  method: 'GET',
  path: '/v1/campaigns',
  summary: 'List campaigns',
  ability: ['read', 'Campaign'],
  programs: {
    scope: 'campaigns:read',
    group,
    description: 'The newest first.',
    sandbox: (ctx, { query: { limit = 50, cursor, client_id } }) =>
      sandboxPage<CampaignOut>(ctx, 'campaign', limit, placeOf(cursor, isNumberPlace), client_id ? { client_id } : {}),
  },
  query: T.Object({ ...CursorQuery, client_id: T.Optional(Id) }),
  response: PageOf(CampaignShape),
  async handler(ctx, { query: { limit = 50, cursor, client_id } }) {
    const place = placeOf(cursor, isNumberPlace);
    const rows = (await seen(ctx)
      .modify((q) => void (place && q.where('id', '<', place.id)))
      .modify((q) => void (client_id && q.where('company_id', client_id)))
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .select('id')) as { id: number }[];
    const { data, ...rest } = pageFrom(rows, limit, ({ id }) => ({ id }));
    const campaigns = await ctx.use(Campaigns).rules(data.map(({ id }) => id));
    return { data: data.flatMap(({ id }) => campaigns.get(id) ?? []).map(campaignOut), ...rest };
  },
});

const one = defineRoute({
  id: 'open-api.campaign',
  method: 'GET',
  path: '/v1/campaigns/:id',
  summary: 'Get a campaign',
  ability: ['read', 'Campaign'],
  programs: { scope: 'campaigns:read', group, sandbox: (ctx, { params }) => sandboxOne<CampaignOut>(ctx, 'campaign', params.id) },
  params: CampaignId,
  response: CampaignShape,
  handler: (ctx, { params }) => shown(ctx, params.id),
});

/** Tells the sandbox's feed of a change, and of what happened where that is more. */
export async function recordSandbox(ctx: Ctx, { id, client_id, product, status }: CampaignOut, happened?: EventType): Promise<void> {
  const companyId = ctx.tenant.id;
  const more: NewEvent[] = happened ? [{ companyId, type: happened, data: { campaign_id: id, client_id } }] : [];
  const data = { campaign_id: id, client_id, product, status };
  await record(ctx, companyId, [...more, { companyId, type: 'campaign.updated', data }], true);
}

/** In the sandbox nothing stands in the way. */
async function moved(ctx: Ctx, id: number, status: 'active' | 'paused'): Promise<CampaignOut> {
  const before = await sandboxOne<CampaignOut>(ctx, 'campaign', id);
  const after = await keep(ctx, 'campaign', { ...before, status, pause_reason: status === 'paused' ? 'agency' : null });
  if (before.status === status) return after;
  await recordSandbox(ctx, after, status === 'active' ? 'campaign.activated' : 'campaign.paused');
  return after;
}

const activate = defineRoute({
  id: 'open-api.activate-campaign',
  method: 'POST',
  path: '/v1/campaigns/:id/activate',
  summary: 'Activate a campaign',
  ability: ['update', 'Campaign'],
  audit: 'campaigns.switched',
  idempotent: true,
  programs: {
    scope: 'campaigns:write',
    group,
    description: 'Answers 409 with `guards`, what stands in the way, where it cannot run. From then on its leads are charged.',
    sandbox: (ctx, { params }) => moved(ctx, params.id, 'active'),
  },
  params: CampaignId,
  response: CampaignShape,
  async handler(ctx, { params }) {
    await ctx.use(Campaigns).activate(params.id);
    return shown(ctx, params.id);
  },
});

const pause = defineRoute({
  id: 'open-api.pause-campaign',
  method: 'POST',
  path: '/v1/campaigns/:id/pause',
  summary: 'Pause a campaign',
  ability: ['update', 'Campaign'],
  audit: 'campaigns.switched',
  idempotent: true,
  programs: { scope: 'campaigns:write', group, sandbox: (ctx, { params }) => moved(ctx, params.id, 'paused') },
  params: CampaignId,
  response: CampaignShape,
  async handler(ctx, { params }) {
    if (!(await seen(ctx, 'update').where({ id: params.id }).first('id'))) throw notFound();
    await ctx.use(Campaigns).pauseAll({ campaignId: params.id }, ctx.tenant.kind === 'client' ? 'user' : 'agency');
    return shown(ctx, params.id);
  },
});

export const campaignRoutes = [list, one, activate, pause];
