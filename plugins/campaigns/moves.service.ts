import { conflict, type Ctx, notFound, Problem } from '../../core/contract.ts';
import { type CampaignRow, campaignOf, lockCampaign } from './campaign.store.ts';
import { ActivationGuards, CampaignChanged, CampaignTypes, type GuardFailure, type PauseReason, type Status } from './contract.ts';
import { mayClear, mayMove, type Mover } from './states.ts';

export const moverOf = (ctx: Ctx): Mover => (ctx.actor.kind === 'system' ? 'system' : ctx.tenant.kind);

/** Moves a campaign by the state machine: the row, its history and the event in one transaction. */
export async function moveTo(ctx: Ctx, row: CampaignRow, to: Status, reason: PauseReason | null, further: object = {}): Promise<CampaignRow> {
  if (!mayMove(row.status, to)) throw conflict('campaigns.problem.move', { params: { from: ctx.t(`campaigns.status.${row.status}`), to: ctx.t(`campaigns.status.${to}`) } });
  const [moved] = (await ctx.db('campaigns_campaign').where({ id: row.id, status: row.status })
    .update({ status: to, pause_reason: to === 'paused' ? reason : null, ...further }).returning('*')) as CampaignRow[];
  if (!moved) throw conflict('campaigns.problem.changed-meanwhile');
  await ctx.db('campaigns_move').insert({
    campaign_id: row.id, company_id: row.company_id, from_status: row.status, to_status: to, reason, actor_id: ctx.actor.id, viewed_by: ctx.viewedBy?.id ?? null,
  });
  await announce(ctx, moved);
  return moved;
}

/** Tells the other plugins and the open screens that a campaign is as it is now. */
export async function announce(ctx: Ctx, row: CampaignRow): Promise<void> {
  const company = await ctx.company(row.company_id);
  if (!company) return;
  await ctx.as(company, (inner) => inner.emit(CampaignChanged, { campaignId: row.id, companyId: row.company_id, product: row.product, status: row.status }));
  await ctx.live('campaigns', company);
}

/** Activates or pauses, as asked; asking for what already is changes nothing. Refused with all that stands in the way. */
export async function setActive(ctx: Ctx, id: number, wanted: 'active' | 'paused'): Promise<CampaignRow> {
  const row = await lockCampaign(ctx, id);
  if (!row) throw notFound();
  const mover = moverOf(ctx);
  if (wanted === 'paused') return row.status === 'paused' ? row : moveTo(ctx, row, 'paused', mover === 'client' ? 'user' : 'agency');
  if (row.status === 'active' || row.status === 'scheduled') return row;
  if (row.status === 'paused' && !mayClear(row.pause_reason, mover)) {
    throw conflict('campaigns.problem.pause-not-yours', { params: { reason: ctx.t(`campaigns.reason.${row.pause_reason}`) } });
  }
  const failures = await failuresOf(ctx, row);
  if (failures.length > 0) {
    throw new Problem(409, 'campaigns.problem.guards', { params: { list: failures.map((f) => ctx.t(f.code)).join(' ') }, extra: { guards: failures.map((f) => ({ code: f.code, message: ctx.t(f.code) })) } });
  }
  const later = row.starts_at !== null && row.starts_at > ctx.now;
  return moveTo(ctx, row, later ? 'scheduled' : 'active', null, { active_retail_cents: row.retail_cents, paused_from: null });
}

/** What stands in the way of activation; the agency may pass what its own people could settle. */
async function failuresOf(ctx: Ctx, row: CampaignRow): Promise<GuardFailure[]> {
  const campaign = campaignOf(row);
  const type = ctx.slot(CampaignTypes).find((t) => t.product === row.product);
  const failures: GuardFailure[] = [];
  if (!type) failures.push({ code: 'campaigns.guard.module' });
  if (row.ends_at !== null && row.ends_at <= ctx.now) failures.push({ code: 'campaigns.guard.end' });
  if (row.name.trim() === '') failures.push({ code: 'campaigns.guard.name' });
  for (const guard of ctx.slot(ActivationGuards)) failures.push(...(await guard(ctx, campaign)));
  if (type) failures.push(...(await type.guards(ctx, campaign)));
  return ctx.tenant.kind === 'client' ? failures : failures.filter((f) => !f.overridable);
}
