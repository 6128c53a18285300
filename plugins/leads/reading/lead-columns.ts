import type { Knex } from 'knex';
import type { Evidence, Lead, LeadPlace, LeadQuery } from '../contract.ts';
import type { LeadRow } from '../rows.gen.ts';

export const COLUMNS = [
  'id',
  'campaign_id',
  'company_id',
  'product',
  'first_name',
  'last_name',
  'email',
  'phone',
  'address',
  'city',
  'state',
  'zip',
  'company',
  'source',
  'evidence',
  'created_at',
  'last_seen_at',
  'observations',
  'is_test',
  'retail_cents',
] as const;
export type LeadRecord = Pick<LeadRow, (typeof COLUMNS)[number]> & { evidence: Evidence };
export const leadOf = (r: LeadRecord): Lead => ({
  id: r.id,
  campaignId: r.campaign_id,
  companyId: r.company_id,
  product: r.product,
  firstName: r.first_name,
  lastName: r.last_name,
  email: r.email,
  phone: r.phone,
  address: r.address,
  city: r.city,
  state: r.state,
  zip: r.zip,
  company: r.company,
  source: r.source,
  evidence: r.evidence,
  createdAt: r.created_at,
  lastSeenAt: r.last_seen_at,
  observations: r.observations,
  isTest: r.is_test,
  retailCents: Number(r.retail_cents),
});

/** As the indexes are ordered; `turned` columns go the other way. */
const ORDERS: Record<LeadQuery['sort'], readonly [column: string, turned?: true][]> = {
  created: [['created_at'], ['id', true]],
  name: [['family_key'], ['id']],
  email: [['email_key'], ['id']],
  campaign: [['campaign_id'], ['created_at', true], ['id']],
};
/** Columns that an order looks at. */
export const ORDERED_BY = ['id', 'created_at', 'family_key', 'email_key', 'campaign_id'] as const;

export function inOrder<Q extends Knex.QueryBuilder>(rows: Q, { sort, order }: Pick<LeadQuery, 'sort' | 'order'>): Q {
  for (const [column, turned] of ORDERS[sort]) void rows.orderBy(column, (order === 'desc') === !turned ? 'desc' : 'asc');
  return rows;
}

/** Those behind a place in the order of the newest first. Written so that the index finds the place. */
export const behind = <Q extends Knex.QueryBuilder>(rows: Q, place: LeadPlace | null): Q =>
  place ? (rows.whereRaw('created_at <= ? and (created_at < ? or id > ?)', [place.at, place.at, place.id]) as Q) : rows;

export const offsetOf = ({ page, perPage }: Pick<LeadQuery, 'page' | 'perPage'>): number => (page - 1) * perPage;

export type LeadFilter = Pick<LeadQuery, 'campaignId' | 'companyId' | 'product'>;

export function filtered<Q extends Knex.QueryBuilder>(query: Q, { campaignId, companyId, product }: LeadFilter): Q {
  if (campaignId !== undefined) void query.where('campaign_id', campaignId);
  if (companyId !== undefined) void query.where('company_id', companyId);
  if (product !== undefined) void query.where('product', product);
  return query;
}

/** Narrowed to a period as well. */
export function within<Q extends Knex.QueryBuilder>(query: Q, filter: LeadFilter & Pick<LeadQuery, 'from' | 'to'>): Q {
  if (filter.from) void query.where('created_at', '>=', filter.from);
  if (filter.to) void query.where('created_at', '<', filter.to);
  return filtered(query, filter);
}
