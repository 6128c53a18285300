import type { Knex } from 'knex';
import { containing, countUpTo, type Ctx, MOST_COUNTED, ownedBy, type Tenant } from '../../../core/contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import type { CampaignRow } from './campaign.store.ts';
import type { Lacking, ListState } from './contract.ts';
import { isNamed } from './named.store.ts';
import { installedNames } from './products.ts';
import { CHOSEN } from './states.ts';

export interface CampaignQuery {
  product?: Product;
  /** Each must be the campaign's client or stand above it. */
  companies: readonly number[];
  status?: ListState;
  /** Which running campaigns lack something; null for none. */
  lacking: Lacking | null;
  search?: string;
  /** Those of one client stand together, in the order of the clients' names. */
  byClient: boolean;
  sort: 'name_key' | 'status' | 'created_at';
  order: 'asc' | 'desc';
  offset: number;
  limit: number;
}

export interface CampaignPage {
  rows: CampaignRow[];
  total: number;
  isLeast: boolean;
}

/** A page of campaigns that the actor may read, and how many there are in all. Archived ones show only when asked for. */
export async function pageOfCampaigns(ctx: Ctx, query: CampaignQuery): Promise<CampaignPage> {
  // One's own is what the ability narrows to.
  const companies: Tenant[] = [];
  for (const id of query.companies.filter((named) => named !== ctx.tenant.id)) {
    const company = await ctx.company(id);
    if (!company) return { rows: [], total: 0, isLeast: false };
    companies.push(company);
  }
  // Where each row takes long to look at, they are looked at once, for the page and the total.
  return query.search || query.lacking ? pageFound(ctx, query, companies) : pageOfAll(ctx, query, companies);
}

async function pageOfAll(ctx: Ctx, query: CampaignQuery, companies: readonly Tenant[]): Promise<CampaignPage> {
  const found = narrowed(ctx, query, companies);
  const [count, rows] = await ctx.together([
    () => countUpTo(ctx.db, MOST_COUNTED, found),
    async () => {
      const listed = query.byClient ? narrowed(ctx, query, companies, byClientName(ctx)) : found;
      return (await inOrder(listed, query).offset(query.offset).limit(query.limit)) as CampaignRow[];
    },
  ]);
  return { rows, ...count };
}

/** Looks through the campaigns once, for the page and for the total. */
async function pageFound(ctx: Ctx, query: CampaignQuery, companies: readonly Tenant[]): Promise<CampaignPage> {
  const { search } = query;
  const found = narrowed(ctx, query, companies)
    .modify((q) => void (search && q.where((one) => void one.where(isNamed(search)).orWhereIn('company_id', clientsNamed(ctx, search)))))
    .select('id', 'company_id', 'name_key', 'status', 'created_at');
  const ids = inOrder(query.byClient ? byClient(ctx) : ctx.db.from('found'), query)
    .offset(query.offset)
    .limit(query.limit)
    .select('found.id');
  // Where none is on the page, a row without a campaign says how many there are.
  const rows = (await ctx.db
    .withMaterialized('found', found)
    .from(ctx.db.raw('(select array ? as ids, ? as found_total) as p', [ids, ctx.db.from('found').count()]))
    .joinRaw('left join lateral unnest(p.ids) with ordinality as u (found_id, place) on true')
    .leftJoin('campaigns_campaign as c', 'c.id', 'u.found_id')
    .orderBy('u.place')
    .select('c.*', 'p.found_total')) as (CampaignRow & { id: number | null; found_total: string })[];
  return { rows: rows.filter(({ id }) => id !== null), total: Number(rows[0]!.found_total), isLeast: false };
}

const clientsNamed = (ctx: Ctx, search: string): Knex.QueryBuilder =>
  ctx
    .db('core_public_company')
    .where(companiesOf(ctx.tenant))
    .where(containing(['name_key'], search))
    .select('id');

/** `campaigns`: where they are read from under their table's name, if not from the table. */
function narrowed(
  ctx: Ctx,
  { product, status, lacking }: CampaignQuery,
  companies: readonly Tenant[],
  campaigns = ctx.db('campaigns_campaign') as Knex.QueryBuilder,
): Knex.QueryBuilder {
  // Part of the text, as it is of the indexes: a plan for any state could not use them.
  const found = ctx.narrow(campaigns, 'Campaign').whereRaw(`status <> 'removed'`);
  if (product) void found.where({ product });
  for (const company of companies) void found.where(ownedBy(company));
  if (status) inState(ctx, found, status, lacking);
  else void found.whereNot({ status: 'archived' });
  return found;
}

/** The companies that a caller's campaigns can be of, said so that an index serves. */
const companiesOf = ({ id, kind }: Tenant): Record<string, number> => ({ [kind === 'client' ? 'id' : `${kind}_id`]: id });

/**
 * Campaigns client by client in the order of their names, as an index has them: no more is read than to the end of the page. What narrows them is
 * looked at afterwards: to a plan for any agency it seems worth it to read all of the agency's for each client.
 */
const byClientName = (ctx: Ctx): Knex.QueryBuilder =>
  ctx.db
    .from(clientsOf(ctx).where({ kind: 'client' }).as('client'))
    .joinRaw('cross join lateral (select * from campaigns_campaign where company_id = client_id offset 0) as campaigns_campaign')
    .orderBy(['client_key', 'client_id'])
    .select('campaigns_campaign.*');

const clientsOf = (ctx: Ctx): Knex.QueryBuilder =>
  ctx.db('core_public_company').where(companiesOf(ctx.tenant)).select('id as client_id', 'name_key as client_key');

/** What was found, in the order of the clients' names. */
const byClient = (ctx: Ctx): Knex.QueryBuilder =>
  ctx.db.from('found').leftJoin(clientsOf(ctx).as('client'), 'client_id', 'company_id').orderBy(['client_key', 'company_id']);

/** The later of two that are alike goes with the direction, as the indexes do. */
const inOrder = (found: Knex.QueryBuilder, { sort, order }: CampaignQuery): Knex.QueryBuilder =>
  found.orderBy([
    { column: sort, order },
    { column: 'id', order },
  ]);

/** Narrows a query of campaigns to a state as lists show it; `lacking`: which running ones lack something. */
export function inState(ctx: Ctx, query: Knex.QueryBuilder, state: ListState, lacking: Lacking | null): void {
  if (state === 'unavailable') return void query.whereNotIn('product', installedNames(ctx));
  void query.whereIn('product', installedNames(ctx));
  if (state === 'needs_attention')
    void query.where(
      (q) =>
        void q
          .where((p) => void p.where({ status: 'paused' }).whereNotIn('pause_reason', CHOSEN))
          .modify((p) => lacking && void p.orWhere((one) => void one.where({ status: 'active' }).whereRaw('(?)', [lacking.when]))),
    );
  else if (state === 'limit_reached') void query.where({ status: 'active' }).where('full_until', '>', ctx.now);
  else void query.where({ status: state });
}
