import type { Knex } from 'knex';
import type { Ctx } from '../../../../core/contract.ts';
import type { Evidence, Lead, LeadPlace, LeadQuery, ListedLead } from '../contract.ts';
import { PERSON_COLUMNS, personOfRow } from '../person.ts';
import { facetColumns } from './facets.ts';
import type { LeadRow } from '../rows.gen.ts';

export const COLUMNS = [
  'id',
  'campaign_id',
  'company_id',
  'product',
  ...PERSON_COLUMNS,
  'source',
  'evidence',
  'created_at',
  'last_seen_at',
  'observations',
  'is_test',
  'converted_at',
  'retail_cents',
  'erased_at',
] as const;
export type LeadRecord = Pick<LeadRow, (typeof COLUMNS)[number]> & { evidence: Evidence; tags: string[] };
export type ListedRecord = LeadRecord & { client: string | null; facets: Record<string, string | null> };

/** What is read of a lead. */
export const columnsOf = (ctx: Ctx): (string | Knex.Raw)[] => [
  ...COLUMNS,
  ctx.db.raw('array(select t.tag from leads_tag t where t.lead_id = leads_lead.id order by t.tag_key) as tags'),
];
/** And of one in a list. */
export const listedColumnsOf = (ctx: Ctx): (string | Knex.Raw)[] => [
  ...columnsOf(ctx),
  ctx.db.raw('(select c.name from core_public_company c where c.id = leads_lead.company_id) as client'),
  facetColumns(ctx),
];
export const leadOf = (r: LeadRecord): Lead => ({
  id: r.id,
  campaignId: r.campaign_id,
  companyId: r.company_id,
  product: r.product,
  ...personOfRow(r),
  source: r.source,
  evidence: r.evidence,
  createdAt: r.created_at,
  lastSeenAt: r.last_seen_at,
  observations: r.observations,
  isTest: r.is_test,
  converted: r.converted_at !== null,
  retailCents: Number(r.retail_cents),
  ...(r.erased_at && { isErased: true as const }),
  tags: r.tags,
});
export const listedOf = (r: ListedRecord): ListedLead => ({
  ...leadOf(r),
  client: r.client ?? '',
  facets: Object.fromEntries(Object.entries(r.facets).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))),
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
