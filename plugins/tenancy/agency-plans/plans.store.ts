import type { Ctx } from '../../../core/contract.ts';

/** What is kept of an agency. */
export interface AgencyPlan {
  company_id: number;
  package_id: string | null;
  exclude_minimum_spend: boolean;
  /** US cents. */
  onboard_cents: number;
  onboard_coupon: boolean;
  exclude_onboard_charge: boolean;
  is_onboard_charged: boolean;
}
const NOTHING: Omit<AgencyPlan, 'company_id'> = {
  package_id: null,
  exclude_minimum_spend: false,
  onboard_cents: 0,
  onboard_coupon: false,
  exclude_onboard_charge: false,
  is_onboard_charged: false,
};

export const planRows = (ctx: Ctx, agencyIds: readonly number[]) =>
  ctx
    .db('agency_plans_agency')
    .whereIn('company_id', [...agencyIds])
    .select('company_id', ...Object.keys(NOTHING));

/** What is kept of these agencies; those with which nothing was agreed are left out. */
export async function plansOf(ctx: Ctx, agencyIds: readonly number[]): Promise<Map<number, AgencyPlan>> {
  const rows = (await planRows(ctx, agencyIds)) as (Omit<AgencyPlan, 'onboard_cents'> & { onboard_cents: string })[];
  return new Map(rows.map((row) => [row.company_id, { ...row, onboard_cents: Number(row.onboard_cents) }]));
}

export async function planOf(ctx: Ctx, agencyId: number): Promise<AgencyPlan> {
  return (await plansOf(ctx, [agencyId])).get(agencyId) ?? { company_id: agencyId, ...NOTHING };
}

/** Stores what is given; the rest stays as it is. */
export async function savePlan(ctx: Ctx, agencyId: number, change: Partial<Omit<AgencyPlan, 'company_id'>>): Promise<void> {
  await ctx
    .db('agency_plans_agency')
    .insert({ company_id: agencyId, ...change })
    .onConflict('company_id')
    .merge(change);
}

/** The row, locked until the transaction ends, so that two clicks are two turns. */
export async function lockPlan(ctx: Ctx, agencyId: number): Promise<AgencyPlan> {
  await ctx.db('agency_plans_agency').insert({ company_id: agencyId }).onConflict('company_id').ignore();
  await ctx.db('agency_plans_agency').where({ company_id: agencyId }).forUpdate().first('company_id');
  return planOf(ctx, agencyId);
}
