import type { Knex } from 'knex';
import type { Ctx } from '../../../core/contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import type { ClientCost, VersionedClientCost } from './contract.ts';
import type { ClientCostRow } from './rows.gen.ts';

/** With the days of the limit as text. */
interface Row extends ClientCostRow {
  limit_start: string | null;
  limit_end: string | null;
}

const daysOf = (db: Knex) => ['start', 'end'].map((day) => db.raw(`to_char(limit_lead_${day}, 'YYYY-MM-DD') as limit_${day}`));

/** Module cost of a client in force at a moment; with null the last one set, whenever it begins to count. */
export async function findClientCost(db: Knex, companyId: number, product: Product, at: Date | null): Promise<VersionedClientCost | null> {
  const row = (await db('pricing_client_cost')
    .where({ company_id: companyId, product })
    .modify((q) => void (at && q.where('valid_from', '<=', at)))
    .orderBy('id', 'desc')
    .first('*', ...daysOf(db))) as Row | undefined;
  return row ? costOf(row) : null;
}

/** Module costs last set for clients, by company and product. */
export async function latestClientCosts(db: Knex, companyIds: readonly number[]): Promise<Map<number, Map<Product, VersionedClientCost>>> {
  const rows = (await db('pricing_client_cost')
    .whereIn('company_id', companyIds)
    .distinctOn('company_id', 'product')
    .orderBy(['company_id', 'product', { column: 'id', order: 'desc' }])
    .select('*', ...daysOf(db))) as Row[];
  const costs = new Map<number, Map<Product, VersionedClientCost>>(companyIds.map((id) => [id, new Map()]));
  for (const row of rows) costs.get(row.company_id)!.set(row.product, costOf(row));
  return costs;
}

export async function insertClientCost(ctx: Ctx, companyId: number, product: Product, cost: ClientCost, validFrom: Date): Promise<void> {
  await ctx.db('pricing_client_cost').insert({
    company_id: companyId,
    product,
    cost_set_cents: cost.costSetCents,
    cost_set_advanced_cents: cost.costSetAdvancedCents,
    cost_set_b2b_cents: cost.costSetB2bCents,
    cost_month_cents: cost.costMonthCents,
    cost_max_lead_cents: cost.costMaxLeadCents,
    platform_fee_cents: cost.platformFeeCents,
    limit_lead: cost.limitLead,
    limit_lead_freq: cost.limitLeadFreq,
    limit_lead_start: cost.limitLeadStart,
    limit_lead_end: cost.limitLeadEnd,
    payment_term: cost.paymentTerm,
    conti_duration: cost.contiDurationSelection,
    top_up: cost.topupoptions,
    leads_buy: cost.leadsbuy,
    valid_from: validFrom,
    created_by: ctx.actor.id,
    viewed_by: ctx.viewedBy?.id ?? null,
  });
}

const costOf = (row: Row): VersionedClientCost => ({
  versionId: Number(row.id),
  validFrom: row.valid_from,
  costSetCents: Number(row.cost_set_cents),
  costSetAdvancedCents: Number(row.cost_set_advanced_cents),
  costSetB2bCents: Number(row.cost_set_b2b_cents),
  costMonthCents: Number(row.cost_month_cents),
  costMaxLeadCents: Number(row.cost_max_lead_cents),
  platformFeeCents: Number(row.platform_fee_cents),
  limitLead: row.limit_lead,
  limitLeadFreq: row.limit_lead_freq,
  limitLeadStart: row.limit_start,
  limitLeadEnd: row.limit_end,
  paymentTerm: row.payment_term,
  contiDurationSelection: row.conti_duration,
  topupoptions: row.top_up,
  leadsbuy: row.leads_buy,
});
