import type { Knex } from 'knex';
import type { Ctx } from '../../../core/contract.ts';
import type { Product, ProductUse } from '../../foundation/companies/contract.ts';

/** Connections in use that send leads of any of the products. */
const fed = (ctx: Ctx, products: readonly Product[], agencyIds: readonly number[]): Knex.QueryBuilder =>
  ctx
    .db('integrations_connection as c')
    .whereRaw('c.agency_id = any(?)', [agencyIds as never])
    .where('c.enabled', true)
    .whereRaw(`(c.rules -> 'products' is null or jsonb_exists_any(c.rules -> 'products', ?::text[]))`, [products as never]);

const counted = async (query: Knex.QueryBuilder): Promise<ReadonlyMap<number, number>> => {
  const rows = (await query.groupBy('c.agency_id').select('c.agency_id').count({ count: '*' })) as { agency_id: number; count: string }[];
  return new Map(rows.map(({ agency_id, count }) => [agency_id, Number(count)]));
};

export const fedConnections: ProductUse = {
  id: 'integrations.fed',
  order: 20,
  text: 'integrations.product-use.connections',
  of: (ctx, products, agencyIds) => counted(fed(ctx, products, agencyIds)),
};

/** Leads on their way to these connections: they were collected, so they arrive whatever becomes of the product. */
export const waitingDeliveries: ProductUse = {
  id: 'integrations.waiting',
  order: 30,
  text: 'integrations.product-use.deliveries',
  of: (ctx, products, agencyIds) =>
    counted(
      fed(ctx, products, agencyIds)
        .join('integrations_delivery as d', 'd.connection_id', 'c.id')
        .whereIn('d.state', ['pending', 'failed', 'held']),
    ),
};
