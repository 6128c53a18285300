import type { Knex } from 'knex';
import { type Ctx, DEFAULT_ZONE, moduleOff, ownedBy } from '../../../core/contract.ts';
import { budgetsOf } from './budget.ts';
import { fieldsOf, type Standing } from './campaign-input.ts';
import { campaignOf, type CampaignRow, factsById, lockRow, rowsById, rulesOf } from './campaign.store.ts';
import { type CampaignsApi, type CampaignFilter, LeadAllowances } from './contract.ts';
import { changeLocked, createCampaign } from './campaigns.service.ts';
import { refuseForeignFields } from './fields.ts';
import { leftOf, takeFrom } from './limits.service.ts';
import { moveTo, resume, setActive } from './moves.service.ts';
import { priceAt } from './price.ts';
import { isInstalled } from './products.ts';
import { zonesOf } from './zones.store.ts';

const UNDATED: Standing = { timezone: DEFAULT_ZONE, start_date: null, end_date: null, limit_start: null, limit_end: null };

/** The port's implementation for one call; it sees what its caller's RLS policies show. */
export function campaignsOf(ctx: Ctx): CampaignsApi {
  const within = (filter: CampaignFilter) =>
    ctx.db('campaigns_campaign').modify((q) => {
      if (filter.companyId !== undefined) void q.where({ company_id: filter.companyId });
      if (filter.agencyId !== undefined) void q.where({ agency_id: filter.agencyId });
      if (filter.product !== undefined) void q.where({ product: filter.product });
      if (filter.campaignId !== undefined) void q.where({ id: filter.campaignId });
    });
  // Always in the order of their ids, so that two of these never wait for each other.
  const locked = async (rows: Knex.QueryBuilder): Promise<CampaignRow[]> => (await rows.orderBy('id').forUpdate()) as CampaignRow[];
  const each = async (rows: CampaignRow[], work: (row: CampaignRow) => Promise<unknown>): Promise<number> => {
    for (const row of rows) await work(row);
    return rows.length;
  };
  return {
    async find(id) {
      const [row] = await factsById(ctx.db, [id]);
      return row && row.status !== 'removed' ? campaignOf(row) : null;
    },
    async byId(ids) {
      return new Map((await factsById(ctx.db, ids)).map((row) => [row.id, campaignOf(row)]));
    },
    async described(id) {
      const [row] = await rowsById(ctx.db, [id]);
      return row && row.status !== 'removed' ? { name: row.name, ownFields: row.extra } : null;
    },
    async reporting(ids) {
      const rows = (await ctx.db('campaigns_campaign').whereIn('id', ids).select('id', 'report_type', 'report_sent_to')) as Pick<
        CampaignRow,
        'id' | 'report_type' | 'report_sent_to'
      >[];
      return new Map(rows.map((row) => [row.id, { type: row.report_type, sentTo: row.report_sent_to }]));
    },
    reported: () => ctx.db('campaigns_campaign').whereNot({ report_sent_to: [] }).select('id'),
    async rules(ids) {
      return new Map((await rowsById(ctx.db, ids)).map((row) => [row.id, rulesOf(row, ctx.now)]));
    },
    hidingPhones: async () =>
      new Set(
        (await ctx
          .db('campaigns_campaign')
          .where({ company_id: ctx.tenant.id })
          .whereRaw('hide_phone')
          .options({ prepare: true })
          .pluck('id')) as number[],
      ),
    async reserveQuota(id, want, at, cents) {
      // One worker at a time for a campaign: batches of two days could otherwise wait for each other's windows.
      const row = await lockRow(ctx.db, id);
      if (!row) return 0;
      const [allowance] = ctx.contributions(LeadAllowances);
      const centsEach = cents ?? priceAt(row, ctx.now);
      const allowed = allowance ? await allowance.take(ctx, campaignOf(row), want, centsEach) : want;
      const got = allowed > 0 ? await takeFrom(ctx, row, allowed, at, centsEach) : 0;
      if (got < allowed) await allowance?.release(ctx, campaignOf(row), allowed - got, centsEach);
      return got;
    },
    async quotaLeft(id, most) {
      const [row] = await rowsById(ctx.db, [id]);
      if (!row) return 0;
      const [allowance] = ctx.contributions(LeadAllowances);
      const allowed = allowance ? await allowance.left(ctx, campaignOf(row), most) : most;
      return allowed > 0 ? leftOf(ctx, row, allowed) : 0;
    },
    pauseAll: async (filter, reason) =>
      each(await locked(within(filter).where({ status: 'active' })), (row) => moveTo(ctx, row, 'paused', reason)),
    stopAll: async (filter) =>
      each(await locked(within(filter).whereIn('status', ['scheduled', 'active', 'paused'])), (row) => moveTo(ctx, row, 'stopped', null)),
    resumeAll: async (filter, reason) =>
      each(await locked(within(filter).where({ status: 'paused', pause_reason: reason })), (row) => resume(ctx, row)),
    activate: async (id) => void (await setActive(ctx, id, 'active')),
    async end(id) {
      const [row] = await locked(within({ campaignId: id }).whereIn('status', ['active', 'paused']));
      if (row) await moveTo(ctx, row, 'ended', null);
      return row !== undefined;
    },
    ids: (filter) => within(filter).select('id'),
    open: async (filter) =>
      ((await within(filter).whereIn('status', ['active', 'paused']).orderBy('id').select('id')) as { id: number }[]).map((r) => r.id),
    openByAgency: async (agencyIds) => {
      const rows = (await within({})
        .whereIn('agency_id', [...agencyIds])
        .whereIn('status', ['active', 'paused'])
        .groupBy('agency_id')
        .select('agency_id', ctx.db.raw('count(*)::int as campaigns'))) as { agency_id: number; campaigns: number }[];
      return new Map(rows.map((row) => [row.agency_id, row.campaigns]));
    },
    zones: () => zonesOf(ctx, ['active', 'paused']),
    everyZone: (campaignId) => (campaignId === undefined ? zonesOf(ctx) : (within({ campaignId }).pluck('timezone') as Promise<string[]>)),
    inZone: (timezone) => within({}).where({ timezone }).select('id'),
    unlisted: () => within({}).where(ownedBy(ctx.tenant)).whereRaw(`status = 'removed'`).select('id'),
    running: async (agencyId) =>
      (await ctx
        .db('campaigns_campaign')
        .where({ agency_id: agencyId, status: 'active' })
        .distinct('company_id')
        .pluck('company_id')) as number[],
    budgets: () => budgetsOf(ctx),
    check(product, sent) {
      if (!isInstalled(ctx, product)) throw moduleOff(product);
      refuseForeignFields(ctx, product, sent);
      const { starts_at, ends_at } = fieldsOf(sent, UNDATED);
      return { ...(starts_at === undefined ? {} : { startsAt: starts_at }), ...(ends_at === undefined ? {} : { endsAt: ends_at }) };
    },
    create: async (product, companyId, sent) => campaignOf(await createCampaign(ctx, product, companyId, sent, {})),
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
