import type { Knex } from 'knex';
import { type Ctx, rowsAndTotal } from '../../../core/contract.ts';
import type { Cause, Reason } from './terms.ts';
import type { CaseRow } from './rows.gen.ts';

export interface Case extends CaseRow {
  reason: Reason | '';
  evidence: Record<string, unknown>;
}
export interface NewCase {
  leadId: string;
  campaignId: number;
  companyId: number;
  product: string;
  cause: Cause;
  reason?: Reason;
  note?: string;
  evidence?: Record<string, unknown>;
  retailCents: number;
  at: Date;
  askedBy?: number;
}

const rowOf = (of: NewCase) => ({
  lead_id: of.leadId,
  campaign_id: of.campaignId,
  company_id: of.companyId,
  product: of.product,
  cause: of.cause,
  reason: of.reason ?? '',
  note: of.note ?? '',
  evidence: JSON.stringify(of.evidence ?? {}),
  retail_cents: of.retailCents,
  asked_by: of.askedBy ?? 0,
  asked_at: of.at,
});

/** Opens a case for an answer; undefined when the lead has one already. */
export async function openCase(db: Knex, of: NewCase): Promise<Case | undefined> {
  const [row] = (await db('warranty_case')
    .insert({ ...rowOf(of), state: 'open' })
    .onConflict()
    .ignore()
    .returning('*')) as (Case | undefined)[];
  return row;
}

/** Writes a lead down as credited for a cause of our own, also where a return of it waits or was declined. Undefined when it was credited before. */
export async function creditedCase(db: Knex, of: NewCase & { feeCents: number; creditedOn: string }): Promise<Case | undefined> {
  const credited = {
    cause: of.cause,
    evidence: JSON.stringify(of.evidence ?? {}),
    fee_cents: of.feeCents,
    state: 'credited',
    answered_at: of.at,
    credited_on: of.creditedOn,
  };
  const [row] = (await db('warranty_case')
    .insert({ ...rowOf(of), ...credited })
    .onConflict(['company_id', 'lead_id'])
    .merge(credited)
    .whereNot('warranty_case.state', 'credited')
    .returning('*')) as (Case | undefined)[];
  return row;
}

/** Answers an open case, once; undefined when somebody has answered it. */
export async function answerCase(
  ctx: Ctx,
  id: number,
  answer: { state: 'credited' | 'declined'; answer: string; retail_cents?: number; credited_on?: string },
): Promise<Case | undefined> {
  const [row] = (await ctx
    .query('LeadReturn', 'update')
    .where('warranty_case.id', id)
    .where({ state: 'open' })
    .update({ ...answer, answered_by: ctx.actor.id, answered_at: ctx.now })
    .returning('*')) as (Case | undefined)[];
  return row;
}

export async function findCase(ctx: Ctx, id: number): Promise<Case | undefined> {
  return (await ctx.query('LeadReturn').where('warranty_case.id', id).first()) as Case | undefined;
}

/** One page of cases, the newest first, with their clients' names. */
export async function casePage(
  ctx: Ctx,
  query: { state?: string; offset: number; perPage: number },
): Promise<{ rows: (Case & { client: string })[]; total: number }> {
  const found = ctx.query('LeadReturn');
  if (query.state) void found.where({ state: query.state });
  const read = (all: Knex.QueryBuilder): Knex.QueryBuilder =>
    all
      .leftJoin('core_public_company as t', 't.id', 'warranty_case.company_id')
      .select('warranty_case.*', 't.name as client')
      .orderBy('warranty_case.id', 'desc');
  return rowsAndTotal(ctx, found, read, query);
}

/** What is known of one lead, with its client's name. */
export const casesOfLead = async (ctx: Ctx, leadId: string): Promise<(Case & { client: string })[]> =>
  (await ctx
    .query('LeadReturn')
    .where({ lead_id: leadId })
    .leftJoin('core_public_company as t', 't.id', 'warranty_case.company_id')
    .select('warranty_case.*', 't.name as client')
    .orderBy('warranty_case.id', 'desc')) as (Case & { client: string })[];

/** How leads stand that have a case, as the caller's RLS policies show them. */
export async function statesOf(db: Knex, leadIds: readonly string[]): Promise<Map<string, Case['state']>> {
  const rows = (await db('warranty_case')
    .whereRaw('lead_id = any(?::uuid[])', [leadIds as unknown as Knex.RawBinding])
    .select('lead_id', 'state')
    .options({ prepare: true })) as Pick<Case, 'lead_id' | 'state'>[];
  return new Map(rows.map((row) => [row.lead_id, row.state]));
}

export interface CampaignFigures {
  campaignId: number;
  credited: number;
  cents: number;
  open: number;
}
/** What was credited since a moment, and what waits for an answer, of each campaign that has any. */
export async function figuresByCampaign(ctx: Ctx, since: Date): Promise<CampaignFigures[]> {
  const credited = ctx.db.raw(`count(*) filter (where state = 'credited')::int as credited`);
  const cents = ctx.db.raw(`coalesce(sum(retail_cents) filter (where state = 'credited'), 0)::text as cents`);
  const open = ctx.db.raw(`count(*) filter (where state = 'open')::int as open`);
  const rows = (await ctx
    .query('LeadReturn')
    .where((q) => void q.where({ state: 'open' }).orWhere((r) => void r.where({ state: 'credited' }).where('answered_at', '>=', since)))
    .groupBy('campaign_id')
    .select('campaign_id as campaignId', credited, cents, open)) as (Omit<CampaignFigures, 'cents'> & { cents: string })[];
  return rows.map((row) => ({ ...row, cents: Number(row.cents) }));
}

/** Takes returns of an agency of which it was not told yet; answers how many. */
export async function takeUntold(db: Knex, agencyId: number): Promise<number> {
  return db('warranty_case').where({ agency_id: agencyId, state: 'open', told: false }).update({ told: true });
}

export const agenciesUntold = async (platform: Knex): Promise<number[]> =>
  (await platform('warranty_case').whereRaw(`state = 'open' and not told`).distinct('agency_id').pluck('agency_id')) as number[];
