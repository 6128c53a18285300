import { conflict, type Ctx, notFound, Problem } from '../../../core/contract.ts';
import { type CampaignFields, type CampaignRow, campaignOf, lockCampaign } from './campaign.store.ts';
import { ActivationEffects, ActivationGuards, CampaignChanged, type GuardFailure, type PauseReason, type Status } from './contract.ts';
import { hasProduct } from './products.ts';
import { CHOSEN, mayClear, mayMove } from './states.ts';

/** Moves a campaign by the state machine: the row, its history and the event in one transaction. */
export async function moveTo(
  ctx: Ctx,
  row: CampaignRow,
  to: Status,
  reason: PauseReason | null,
  further: CampaignFields & { removed_at?: Date } = {},
): Promise<CampaignRow> {
  refuseUnlessMayMove(ctx, row.status, to);
  const [moved] = (await ctx
    .db('campaigns_campaign')
    .where({ id: row.id, status: row.status })
    .update({ status: to, pause_reason: to === 'paused' ? reason : null, ...further })
    .returning('*')) as CampaignRow[];
  if (!moved) throw conflict('campaigns.problem.changed-meanwhile');
  await ctx.db('campaigns_move').insert({
    campaign_id: row.id,
    company_id: row.company_id,
    from_status: row.status,
    to_status: to,
    reason,
    actor_id: ctx.actor.id,
    viewed_by: ctx.viewedBy?.id ?? null,
  });
  await announce(ctx, moved, row.status);
  return moved;
}

/**
 * Tells the other plugins and the open screens that a campaign is as it is now. `was`: its status before, null of one that is new; left out where it is
 * the same.
 */
export async function announce(ctx: Ctx, row: CampaignRow, was?: Status | null): Promise<void> {
  const company = await ctx.company(row.company_id);
  if (!company) return;
  // Told in the client's name, so that listeners work under its RLS policies.
  const told = {
    campaignId: row.id,
    companyId: row.company_id,
    product: row.product,
    status: row.status,
    at: ctx.now.toISOString(),
    ...(was === undefined ? {} : { was }),
  };
  await ctx.as(company, (inner) => inner.emit(CampaignChanged, told));
  await ctx.live('campaigns', company);
}

/** Moves a campaign that the actor may `action` where a person wants it; being there already changes nothing. Throws 404 for a foreign one. */
export async function shift(ctx: Ctx, id: number, to: Status, action = 'update'): Promise<CampaignRow> {
  const row = await lockCampaign(ctx, id, action);
  if (!row) throw notFound();
  return row.status === to ? row : moveTo(ctx, row, to, null, to === 'removed' ? { removed_at: ctx.now } : {});
}

/** Takes a campaign out of the archive; one that runs must not be stopped by this. Throws 404 for a foreign one, 409 for one that is not there. */
export async function unarchive(ctx: Ctx, id: number): Promise<CampaignRow> {
  const row = await lockCampaign(ctx, id);
  if (!row) throw notFound();
  if (row.status === 'stopped') return row;
  if (row.status !== 'archived') throw conflict('campaigns.problem.not-archived');
  return moveTo(ctx, row, 'stopped', null);
}

/** Activates or pauses, as asked; asking for what already is changes nothing. Refused with all that stands in the way. */
export async function setActive(ctx: Ctx, id: number, wanted: 'active' | 'paused'): Promise<CampaignRow> {
  const row = await lockCampaign(ctx, id);
  if (!row) throw notFound();
  if (wanted === 'paused') return pauseByHand(ctx, row);
  if (row.status === 'active' || row.status === 'scheduled') return row;
  if (row.pause_reason !== null && !mayClear(row.pause_reason, ctx.tenant.kind)) {
    throw conflict('campaigns.problem.pause-not-yours', { params: { reason: ctx.t(`campaigns.reason.${row.pause_reason}`) } });
  }
  const to = isLater(row, ctx.now) ? 'scheduled' : 'active';
  refuseUnlessMayMove(ctx, row.status, to);
  const failures = await failuresOf(ctx, row);
  if (failures.length > 0) {
    const guards = failures.map(({ code }) => ({ code, message: ctx.t(code) }));
    throw new Problem(409, 'campaigns.problem.guards', { params: { list: guards.map((g) => g.message).join(' ') }, extra: { guards } });
  }
  // The price is frozen when the campaign first goes live; later changes keep to their own date.
  const moved = await moveTo(ctx, row, to, null, row.active_retail_cents === null ? frozenPrices(row) : {});
  for (const effect of ctx.contributions(ActivationEffects)) await effect(ctx, campaignOf(moved));
  return moved;
}

const frozenPrices = (row: CampaignRow) => ({
  active_retail_cents: Number(row.retail_cents),
  active_advanced_cents: row.advanced_cents === null ? null : Number(row.advanced_cents),
});

/** A person's pause takes the place of an automatic one, so that the campaign rests on when the cause of that is gone. */
async function pauseByHand(ctx: Ctx, row: CampaignRow): Promise<CampaignRow> {
  if (row.pause_reason !== null && CHOSEN.includes(row.pause_reason)) return row;
  return moveTo(ctx, row, 'paused', ctx.tenant.kind === 'client' ? 'user' : 'agency');
}

/** Takes the automatic cause of a pause away: the campaign is again what it was, or ends if its time has passed meanwhile. */
export function resume(ctx: Ctx, row: CampaignRow): Promise<CampaignRow> {
  if (row.ends_at !== null && row.ends_at <= ctx.now) return moveTo(ctx, row, 'ended', null);
  return moveTo(ctx, row, isLater(row, ctx.now) ? 'scheduled' : 'active', null);
}

const isLater = (row: CampaignRow, now: Date): boolean => row.starts_at !== null && row.starts_at > now;

function refuseUnlessMayMove(ctx: Ctx, from: Status, to: Status): void {
  if (!mayMove(from, to))
    throw conflict('campaigns.problem.move', { params: { from: ctx.t(`campaigns.status.${from}`), to: ctx.t(`campaigns.status.${to}`) } });
}

/** What stands in the way of activation; the agency may pass what its own people could settle. */
async function failuresOf(ctx: Ctx, row: CampaignRow): Promise<GuardFailure[]> {
  const campaign = campaignOf(row);
  const client = await ctx.company(row.company_id);
  const failures: GuardFailure[] = [];
  if (!client) failures.push({ code: 'campaigns.guard.client' });
  else if (!(await hasProduct(ctx, client, row.product))) failures.push({ code: 'campaigns.guard.module' });
  if (row.ends_at !== null && row.ends_at <= ctx.now) failures.push({ code: 'campaigns.guard.end' });
  for (const guard of ctx.contributions(ActivationGuards)) failures.push(...(await guard(ctx, campaign)));
  return ctx.tenant.kind === 'client' ? failures : failures.filter((f) => !f.overridable);
}
