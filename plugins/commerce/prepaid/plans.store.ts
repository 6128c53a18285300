import type { Knex } from 'knex';
import type { PlanRow } from './rows.gen.ts';

/** How a campaign buys its packs. */
export interface Plan {
  campaignId: number;
  companyId: number;
  topUp: 'onetime' | 'continual';
  duration: 'weekly' | 'monthly';
  leadsBuy: number;
  stopped: 'person' | 'failures' | null;
  failures: number;
  retryAt: Date | null;
}
export type PlanChange = Partial<Omit<PlanRow, 'campaign_id' | 'company_id' | 'agency_id' | 'root_id'>>;

const TABLE = 'prepaid_plan';

export async function findPlan(db: Knex, campaignId: number): Promise<Plan | null> {
  const row = (await db(TABLE).where({ campaign_id: campaignId }).first()) as PlanRow | undefined;
  return row ? planOf(row) : null;
}

/** Plans of campaigns that say how many leads are bought, by campaign. */
export async function plansOf(db: Knex, campaignIds: readonly number[]): Promise<Map<number, Plan>> {
  const rows = (await db(TABLE).whereIn('campaign_id', campaignIds).where('leads_buy', '>', 0)) as PlanRow[];
  return new Map(rows.map((row) => [row.campaign_id, planOf(row)]));
}

/** Changes a campaign's plan, which begins with this if there is none. */
export async function savePlan(db: Knex, campaign: { id: number; companyId: number }, change: PlanChange): Promise<Plan> {
  const [row] = (await db(TABLE)
    .insert({ campaign_id: campaign.id, company_id: campaign.companyId, ...change })
    .onConflict(['company_id', 'campaign_id'])
    .merge(change)
    .returning('*')) as [PlanRow];
  return planOf(row);
}

/** Notes that a campaign is to be looked at. */
export const lookAt = (db: Knex, campaign: { id: number; companyId: number }): Promise<Plan> => savePlan(db, campaign, { look: true });

/** The same for a campaign that has a plan already; answers whether it has. */
export const lookAgain = async (db: Knex, campaignId: number): Promise<boolean> =>
  (await db(TABLE).where({ campaign_id: campaignId }).update({ look: true })) === 1;

/** Takes the note off; answers the plan if there was one. */
export async function takeLook(db: Knex, campaignId: number): Promise<Plan | null> {
  const [row] = (await db(TABLE).where({ campaign_id: campaignId, look: true }).update({ look: false }).returning('*')) as (
    | PlanRow
    | undefined
  )[];
  return row ? planOf(row) : null;
}

/** Campaigns of an agency to be looked at. */
export const campaignsToLookAt = async (db: Knex, agencyId: number): Promise<number[]> =>
  (await db(TABLE).where({ agency_id: agencyId, look: true }).orderBy('campaign_id').limit(50).pluck('campaign_id')) as number[];

export const agenciesToLookAt = async (platform: Knex): Promise<number[]> =>
  (await platform(TABLE).whereRaw('look').distinct('agency_id').pluck('agency_id')) as number[];

/** Notes the plans whose next try is due. Answers how many. */
export const lookAtDue = (db: Knex, now: Date): Promise<number> =>
  db(TABLE).where('retry_at', '<=', now).update({ look: true, retry_at: null });

const failing = (db: Knex, companyId: number) =>
  db(TABLE)
    .where({ company_id: companyId })
    .where((q) => void q.where('failures', '>', 0).orWhere({ stopped: 'failures' }));

/** Campaigns of a company whose continual top-up waits for another card. */
export const failedPlans = async (db: Knex, companyId: number): Promise<number[]> =>
  (await failing(db, companyId).where({ top_up: 'continual' }).orderBy('campaign_id').pluck('campaign_id')) as number[];

/** A company has another card: what failed for the old one is tried anew. Answers how many plans that concerns. */
export const forgetFailures = (db: Knex, companyId: number): Promise<number> =>
  failing(db, companyId).update({ failures: 0, retry_at: null, look: true, stopped: db.raw(`nullif(stopped, 'failures')`) });

const planOf = (row: PlanRow): Plan => ({
  campaignId: row.campaign_id,
  companyId: row.company_id,
  topUp: row.top_up,
  duration: row.duration,
  leadsBuy: row.leads_buy,
  stopped: row.stopped,
  failures: row.failures,
  retryAt: row.retry_at,
});
