import type { Knex } from 'knex';
import type { Ctx } from '../../core/contract.ts';
import { campaignOf, type CampaignRow, lockRow, rowsById, rulesOf } from './campaign.store.ts';
import { type CampaignsApi, type CampaignScope, LeadAllowances } from './contract.ts';
import { changeLocked } from './campaigns.service.ts';
import { takeFrom } from './limits.service.ts';
import { moveTo, resume, setActive } from './moves.service.ts';

/** The port's implementation for one call; it sees what its caller's walls show. */
export function campaignsOf(ctx: Ctx): CampaignsApi {
  const within = (scope: CampaignScope) =>
    ctx.db('campaigns_campaign').modify((q) => {
      if (scope.companyId !== undefined) void q.where({ company_id: scope.companyId });
      if (scope.agencyId !== undefined) void q.where({ agency_id: scope.agencyId });
      if (scope.product !== undefined) void q.where({ product: scope.product });
      if (scope.campaignId !== undefined) void q.where({ id: scope.campaignId });
    });
  // Always in the order of their ids, so that two of these never wait for each other.
  const locked = async (rows: Knex.QueryBuilder): Promise<CampaignRow[]> => (await rows.orderBy('id').forUpdate()) as CampaignRow[];
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
      return new Map((await rowsById(ctx.db, ids)).map((row) => [row.id, rulesOf(row, ctx.now)]));
    },
    async takePlaces(id, want, at) {
      // One worker at a time for a campaign: batches of two days could otherwise wait for each other's windows.
      const row = await lockRow(ctx.db, id);
      if (!row) return 0;
      const [allowance] = ctx.slot(LeadAllowances);
      const allowed = allowance ? await allowance.take(ctx, campaignOf(row), want) : want;
      const got = allowed > 0 ? await takeFrom(ctx, row, allowed, at) : 0;
      if (got < allowed) await allowance?.giveBack(ctx, campaignOf(row), allowed - got);
      return got;
    },
    pauseAll: async (scope, reason) =>
      each(await locked(within(scope).where({ status: 'active' })), (row) => moveTo(ctx, row, 'paused', reason)),
    stopAll: async (scope) =>
      each(await locked(within(scope).whereIn('status', ['scheduled', 'active', 'paused'])), (row) => moveTo(ctx, row, 'stopped', null)),
    resumeAll: async (scope, reason) =>
      each(await locked(within(scope).where({ status: 'paused', pause_reason: reason })), (row) => resume(ctx, row)),
    activate: async (id) => void (await setActive(ctx, id, 'active')),
    async end(id) {
      const [row] = await locked(within({ campaignId: id }).whereIn('status', ['active', 'paused']));
      if (row) await moveTo(ctx, row, 'ended', null);
      return row !== undefined;
    },
    open: async (scope) =>
      ((await within(scope).whereIn('status', ['active', 'paused']).orderBy('id').select('id')) as { id: number }[]).map((r) => r.id),
    zones: () => within({}).whereIn('status', ['active', 'paused']).distinct('timezone').pluck('timezone') as Promise<string[]>,
    running: async (agencyId) =>
      (await ctx
        .db('campaigns_campaign')
        .where({ agency_id: agencyId, status: 'active' })
        .distinct('company_id')
        .pluck('company_id')) as number[],
    change: async (id, make) => campaignOf(await changeLocked(ctx, id, make)),
    options: async (product) =>
      (
        (await within(product ? { product } : {})
          .whereNot({ status: 'removed' })
          .orderBy('name')
          .limit(1000)
          .select('id', 'name')) as { id: number; name: string }[]
      ).map((r) => ({ value: r.id, label: r.name })),
  };
}
