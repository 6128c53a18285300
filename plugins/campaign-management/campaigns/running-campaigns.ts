import type { Knex } from 'knex';
import type { Ctx } from '../../../core/contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import type { FactsRow } from './campaign.store.ts';
import type { RunningCampaigns } from './contract.ts';
import { installedNames } from './products.ts';

const TABLE = 'campaigns_campaign';
const column = {
  id: `${TABLE}.id`,
  companyId: `${TABLE}.company_id`,
  agencyId: `${TABLE}.agency_id`,
  product: `${TABLE}.product`,
  reportType: `${TABLE}.report_type`,
};
type Rows = () => Knex.QueryBuilder;

/** All running campaigns in the caller's sight, of one product or of any. */
export function allRunning(ctx: Ctx, product?: Product): RunningCampaigns & { rows: Rows } {
  // The state is part of the text: a plan for any state has no use for the index of running ones.
  const rows: Rows = () =>
    ctx
      .query('Campaign')
      .whereRaw(`status = 'active'`)
      .modify((q) => product && void q.where({ product }));
  // An agency may run thousands, and sells few products.
  const sold: RunningCampaigns['sold'] = async () =>
    ctx.tenant.kind === 'root'
      ? ((await rows().distinct('agency_id as agencyId', 'product')) as { agencyId: number; product: Product }[])
      : (product ? [product] : installedNames(ctx)).map((one) => ({ agencyId: ctx.tenant.agencyId, product: one }));
  return { ...setOf(ctx, rows, sold), of: (only) => allRunning(ctx, only) };
}

/** The running ones of some campaigns. */
export function runningOf(ctx: Ctx, found: readonly FactsRow[]): RunningCampaigns & { rows: Rows } {
  const running = found.filter(({ status }) => status === 'active');
  const ids = running.map(({ id }) => id);
  const rows: Rows = () => ctx.db(TABLE).whereRaw('id = any(?::int[])', [ids as unknown as Knex.RawBinding]);
  const groups = new Map(running.map(({ agency_id: agencyId, product }) => [`${agencyId} ${product}`, { agencyId, product }]));
  return {
    ...setOf(ctx, rows, async () => [...groups.values()]),
    of: (product) =>
      runningOf(
        ctx,
        running.filter((row) => row.product === product),
      ),
  };
}

function setOf(ctx: Ctx, rows: Rows, sold: RunningCampaigns['sold']): Omit<RunningCampaigns, 'of'> & { rows: Rows } {
  return {
    column,
    rows,
    sold,
    ids: () => rows().select('id'),
    clients: () => ctx.db.raw('array ?', [rows().distinct('company_id')]),
    among: (ids) => (ids.length === 0 ? null : { when: ctx.db.raw('?? = any(?::int[])', [column.id, ids as unknown as Knex.RawBinding]) }),
  };
}
