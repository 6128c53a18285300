import type { Ctx } from '../../core/contract.ts';
import { campaignOf, type CampaignRow, rowsById, rulesOf } from './campaign.store.ts';
import type { CampaignsApi, PauseReason, Product } from './contract.ts';
import { moveTo } from './moves.service.ts';
import { takePlaces } from './places.store.ts';
import { dateIn } from './windows.ts';

interface Scope {
  companyId?: number;
  agencyId?: number;
  product?: Product;
}

/** The port's implementation for one call; it sees what its caller's walls show. */
export function campaignsOf(ctx: Ctx): CampaignsApi {
  const within = (scope: Scope) =>
    ctx.db('campaigns_campaign').modify((q) => {
      if (scope.companyId !== undefined) void q.where({ company_id: scope.companyId });
      if (scope.agencyId !== undefined) void q.where({ agency_id: scope.agencyId });
      if (scope.product !== undefined) void q.where({ product: scope.product });
    });
  const each = async (rows: CampaignRow[], work: (row: CampaignRow) => Promise<unknown>): Promise<number> => {
    for (const row of rows) await work(row);
    return rows.length;
  };
  return {
    async find(id) {
      const [row] = await rowsById(ctx.db, [id]);
      return row && row.status !== 'removed' ? campaignOf(row) : null;
    },
    async rules(ids) {
      return new Map((await rowsById(ctx.db, ids)).map((row) => [row.id, rulesOf(row)]));
    },
    async takePlaces(id, want, at) {
      const [row] = await rowsById(ctx.db, [id]);
      if (!row) return 0;
      const day = dateIn(at, row.timezone);
      if ((row.limit_start && day < row.limit_start) || (row.limit_end && day > row.limit_end)) return 0;
      return takePlaces(ctx.db, {
        campaign_id: row.id, company_id: row.company_id, timezone: row.timezone, lead_limit: row.lead_limit, limit_frequency: row.limit_frequency,
        cost_limit_cents: Number(row.cost_limit_cents), cents_each: rulesOf(row).retailCents,
      }, want, at);
    },
    pauseAll: async (scope, reason: PauseReason) =>
      each((await within(scope).where({ status: 'active' }).orderBy('id').forUpdate()) as CampaignRow[], (row) => moveTo(ctx, row, 'paused', reason, { paused_from: row.status })),
    resumeAll: async (scope, reason: PauseReason) =>
      each((await within(scope).where({ status: 'paused', pause_reason: reason }).orderBy('id').forUpdate()) as CampaignRow[], (row) =>
        row.ends_at !== null && row.ends_at <= ctx.now ? moveTo(ctx, row, 'ended', null) : moveTo(ctx, row, row.paused_from === 'scheduled' ? 'scheduled' : 'active', null, { paused_from: null })),
    open: async (scope) => ((await within(scope).whereIn('status', ['active', 'paused']).orderBy('id').select('id')) as { id: number }[]).map((r) => r.id),
    options: async (product) =>
      ((await within(product ? { product } : {}).whereNot({ status: 'removed' }).orderBy('name').limit(1000).select('id', 'name')) as { id: number; name: string }[]).map((r) => ({ value: r.id, label: r.name })),
  };
}
