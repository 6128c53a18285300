import type { Knex } from 'knex';
import type { Ctx } from '../../../../core/contract.ts';
import type { HeldFor } from './newcomers.store.ts';

/** Held visits of one campaign with one reason, network, page and minute, as people are shown them: nothing of a visitor. */
export interface HeldGroup {
  id: string;
  campaign_id: number;
  company_id: number;
  reason: HeldFor;
  network: string;
  page: string;
  minute: Date;
  visits: number;
}
export interface HeldVisit {
  slot: number;
  fingerprint: string;
  at: Date;
  campaign_id: number;
  company_id: number;
  visitor: string;
  email_hash: Buffer | null;
  ip: string;
  url: string;
}

const GROUP = `md5(concat_ws(' ', campaign_id, held_for, held_network, date_trunc('minute', at), url))`;

/** Held visits within the caller's sight; the index leads from the agency to them. */
function held(ctx: Ctx, action: 'read' | 'update'): Knex.QueryBuilder {
  const query = ctx.query('HeldVisit', action).where({ state: 'review' });
  return ctx.tenant.kind === 'root' ? query : query.where({ agency_id: ctx.tenant.agencyId });
}

/** A page of groups, the largest first. */
export async function heldGroups(
  ctx: Ctx,
  { offset, perPage, reason }: { offset: number; perPage: number; reason?: HeldFor | undefined },
): Promise<{ rows: HeldGroup[]; total: number }> {
  const query = held(ctx, 'read')
    .select('campaign_id', 'company_id')
    .select(ctx.db.raw(`${GROUP} as id, held_for as reason, held_network as network, url as page, date_trunc('minute', at) as minute`))
    .select(ctx.db.raw('count(*)::int as visits, count(*) over ()::int as total'))
    .groupByRaw(`campaign_id, company_id, held_for, held_network, url, date_trunc('minute', at)`)
    .orderByRaw('count(*) desc, id')
    .limit(perPage)
    .offset(offset);
  if (reason) void query.where({ held_for: reason });
  const rows = (await query) as (HeldGroup & { total: number })[];
  return { rows, total: rows[0]?.total ?? 0 };
}

export const totalsRow = (ctx: Ctx): Knex.QueryBuilder =>
  held(ctx, 'read').select(ctx.db.raw('count(*)::int as visits, count(distinct campaign_id)::int as campaigns')).first();

/** How many visits of how many campaigns are held. */
export const heldTotals = async (ctx: Ctx): Promise<{ visits: number; campaigns: number }> =>
  (await totalsRow(ctx)) as { visits: number; campaigns: number };

/** Locks held visits that the caller may decide on: those of a group, or all; the oldest so many. */
export async function lockHeld(ctx: Ctx, group: string | null, most: number): Promise<HeldVisit[]> {
  const query = held(ctx, 'update')
    .select('slot', 'fingerprint', 'at', 'campaign_id', 'company_id', 'visitor', 'email_hash', 'ip', 'url')
    .orderBy(['slot', 'fingerprint'])
    .limit(most)
    .forUpdate();
  if (group !== null) void query.whereRaw(`${GROUP} = ?`, [group]);
  return (await query) as HeldVisit[];
}

/** Gives the visits back to the pipeline, which identifies them as of their own time. */
export const releaseVisits = (db: Knex, visits: readonly HeldVisit[]): Promise<unknown> =>
  db.raw(
    `update capture_visit v set state = 'pending', released = true, held_network = null
     from unnest(?::int[], ?::bigint[]) as f (slot, fingerprint) where v.slot = f.slot and v.fingerprint = f.fingerprint and v.state = 'review'`,
    [visits.map((v) => v.slot), visits.map((v) => v.fingerprint)] as unknown as Knex.RawBinding[],
  );

/** Gives up what nobody looked at in time, and ends the episodes of which nothing is left. */
export async function expireHeld(db: Knex, now: Date, days: number): Promise<void> {
  await db.raw(
    `update capture_visit set state = 'done', outcome = 'review', visitor = null, email_hash = null, ip = null, details = null, held_network = null,
       url = case when url !~* '@|%40' then url end
     where state = 'review' and at < ?::timestamptz - make_interval(days => ?)`,
    [now, days],
  );
  await db.raw(
    `update capture_episode e set ended_at = ? where ended_at is null
     and not exists (select 1 from capture_visit v where v.agency_id = e.agency_id and v.state = 'review' and v.campaign_id = e.campaign_id)`,
    [now],
  );
}
