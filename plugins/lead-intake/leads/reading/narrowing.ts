import type { Knex } from 'knex';
import type { Ctx } from '../../../../core/contract.ts';
import type { LeadNarrowing, LeadQuery, LeadSpan } from '../contract.ts';
import { facetConditions } from './facets.ts';

/** What the totals of campaigns know as well. */
export type LeadFilter = Pick<LeadQuery, 'campaignId' | 'companyId' | 'product'> & { agencyId?: number | undefined };
/** All but the search, which goes its own way. */
export type Narrowing = Omit<LeadNarrowing, 'search'>;

export function filtered<Q extends Knex.QueryBuilder>(query: Q, { agencyId, campaignId, companyId, product }: LeadFilter): Q {
  if (agencyId !== undefined) void query.where({ agency_id: agencyId });
  if (campaignId !== undefined) void query.where('campaign_id', campaignId);
  if (companyId !== undefined) void query.where('company_id', companyId);
  if (product !== undefined) void query.where('product', product);
  return query;
}

/** Whether the totals of campaigns cannot tell how many there are. */
export const isNarrowed = ({ campaignId: _campaign, companyId: _company, product: _product, ...rest }: Narrowing): boolean =>
  Object.values(rest).some((value) => value !== undefined);

/** Narrowed by everything; `table` is what the rows stand in, with the columns of leads that narrowing looks at. */
export function within<Q extends Knex.QueryBuilder>(ctx: Ctx, query: Q, filter: Narrowing, table = 'leads_lead'): Q {
  for (const condition of conditionsOf(ctx, filter, table)) void query.whereRaw(condition);
  return dense(query, filter);
}

/** Narrowed by what an index serves in the order of the newest first, or by naming the leads. */
export function dense<Q extends Knex.QueryBuilder>(query: Q, filter: Narrowing): Q {
  if (filter.from) void query.where('created_at', '>=', filter.from);
  if (filter.to) void query.where('created_at', '<', filter.to);
  if (filter.ids) void query.whereRaw('id = any(?::uuid[])', [filter.ids as unknown as Knex.RawBinding]);
  return filtered(query, filter);
}

/** What else is to hold: perhaps for few leads, which lie far apart. */
export function conditionsOf(ctx: Ctx, { state, isTest, converted, tag, facets, spans }: Narrowing, table: string): Knex.Raw[] {
  const lead = `${table}.id`;
  const found: Knex.Raw[] = [];
  if (state !== undefined) found.push(ctx.db.raw('?? = ?', [`${table}.state`, state.toUpperCase()]));
  if (isTest !== undefined) found.push(ctx.db.raw(isTest ? 'is_test' : 'not is_test'));
  if (converted !== undefined) found.push(ctx.db.raw(`converted_at is ${converted ? 'not ' : ''}null`));
  if (tag !== undefined) {
    const tagged = ctx.query('LeadTag').whereRaw('leads_tag.lead_id = ??', [lead]).whereRaw('tag_key = lower(?)', [tag]);
    found.push(ctx.db.raw('exists ?', [tagged.select(ctx.db.raw('1'))]));
  }
  if (spans !== undefined) found.push(spanned(ctx, spans));
  return [...found, ...facetConditions(ctx, lead, facets)];
}

/** Whether a lead came in the span of its campaign. Only near the bounds it matters which campaign that is, so what all spans share is asked first. */
function spanned(ctx: Ctx, spans: readonly LeadSpan[]): Knex.Raw {
  if (spans.length === 0) return ctx.db.raw('false');
  const times = (bound: 'from' | 'to'): number[] => spans.flatMap((span) => span[bound]?.getTime() ?? []);
  const [latest, earliest] = [times('from'), times('to')];
  const shared = between(ctx, {
    ...(latest.length > 0 && { from: new Date(Math.max(...latest)) }),
    ...(earliest.length > 0 && { to: new Date(Math.min(...earliest)) }),
  });
  const each = spans.map((span) => ctx.db.raw('? and campaign_id in (?)', [between(ctx, span), span.campaigns]));
  return ctx.db.raw(`(${[shared, ...each].map(() => '(?)').join(' or ')})`, [shared, ...each]);
}

function between(ctx: Ctx, { from, to }: Pick<LeadSpan, 'from' | 'to'>): Knex.Raw {
  const bounds = [...(from ? ['created_at >= ?'] : []), ...(to ? ['created_at < ?'] : [])];
  return ctx.db.raw(
    bounds.join(' and ') || 'true',
    [from, to].filter((bound) => bound !== undefined),
  );
}

/** Columns of a lead that narrowing looks at. */
export const NARROWED_BY = ['campaign_id', 'company_id', 'product', 'created_at', 'state', 'is_test', 'converted_at'] as const;
