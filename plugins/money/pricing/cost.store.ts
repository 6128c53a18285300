import type { Knex } from 'knex';
import { type Ctx, rowsAndTotal } from '../../../core/contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import type { PricedCost, ProductCost, Term } from './contract.ts';
import type { CostRow } from './rows.gen.ts';

export type Versions = Map<string, PricedCost>;
export const keyOf = (product: Product, term: Term): string => `${product} ${term}`;

const costOf = (row: CostRow): PricedCost => ({
  versionId: Number(row.id),
  platformFeeCents: Number(row.platform_fee_cents),
  costPerLeadCents: Number(row.cost_per_lead_cents),
  costPerLeadAdvancedCents: Number(row.cost_per_lead_advanced_cents),
  minCostMonthCents: Number(row.min_cost_month_cents),
});

/** Prices of a company in force at a moment, by `keyOf`; also of one above the caller. */
export async function costsAt(db: Knex, companyId: number, at: Date): Promise<Versions> {
  const { rows } = (await db.raw('select * from pricing_costs(?, ?)', [companyId, at])) as { rows: CostRow[] };
  return new Map(rows.map((row) => [keyOf(row.product, row.term), costOf(row)]));
}

/** Prices that are or will be in force: the last version of each. */
export const latestCosts = (db: Knex, companyId: number): Promise<Versions> => costsAt(db, companyId, new Date('9999-12-31T00:00:00Z'));

export async function insertCosts(
  ctx: Ctx,
  companyId: number,
  validFrom: Date,
  costs: readonly (ProductCost & { product: Product; term: Term })[],
): Promise<void> {
  if (costs.length === 0) return;
  await ctx.db('pricing_cost').insert(
    costs.map((cost) => ({
      company_id: companyId,
      product: cost.product,
      term: cost.term,
      platform_fee_cents: cost.platformFeeCents,
      cost_per_lead_cents: cost.costPerLeadCents,
      cost_per_lead_advanced_cents: cost.costPerLeadAdvancedCents,
      min_cost_month_cents: cost.minCostMonthCents,
      valid_from: validFrom,
      created_by: ctx.actor.id,
      viewed_by: ctx.viewedBy?.id ?? null,
    })),
  );
}

export interface CostVersion extends PricedCost {
  product: Product;
  term: Term;
  validFrom: Date;
  createdAt: Date;
  by: string;
}

/** Earlier and coming prices of a company, newest first, and how many there are. */
export async function historyOf(
  ctx: Ctx,
  companyId: number,
  at: { perPage: number; offset: number },
): Promise<{ rows: CostVersion[]; total: number }> {
  const { rows, total } = await rowsAndTotal<CostRow & { by: string | null }>(
    ctx,
    ctx.db('pricing_cost as c').where('c.company_id', companyId),
    (found) => found.leftJoin('core_public_account as a', 'a.id', 'c.created_by').select('c.*', 'a.name as by').orderBy('c.id', 'desc'),
    at,
  );
  return {
    total,
    rows: rows.map((row) => ({
      ...costOf(row),
      product: row.product,
      term: row.term,
      validFrom: row.valid_from,
      createdAt: row.created_at,
      by: row.by ?? '',
    })),
  };
}

/** One at a time changes the prices of a company, so that no change is lost; held until the transaction ends. */
export const holdPrices = async (db: Knex, companyId: number): Promise<void> =>
  void (await db.raw(`select pg_advisory_xact_lock(hashtext('pricing'), ?)`, [companyId]));
