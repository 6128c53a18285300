import { type Ctx, likeOf } from '../../../../core/contract.ts';

export type Progress = 'seen' | 'searching' | 'found' | 'searched';
export interface Row {
  id: number;
  company_id: number;
  name: string;
  domain: string;
  industry: string;
  country: string;
  employees: number | null;
  network_confidence: number;
  is_known: boolean;
  visits: number;
  views: number;
  first_seen_at: Date;
  last_seen_at: Date;
  state: Progress;
}
interface Which {
  search?: string | undefined;
  state?: string | undefined;
  sortby?: string | undefined;
  order?: string | undefined;
  offset: number;
  perPage: number;
}
const SORTS: Record<string, string> = { last: 'c.last_seen_at', name: 'lower(c.name)', visits: 'c.visits', views: 'c.views' };
/** How far the search for contacts is, over all campaigns that asked. */
const STATE = `case when exists (select from b2b_id_target t where t.visiting_id = c.id and t.state <> 'done' and not t.misfit) then 'searching'
  when exists (select from b2b_id_target t where t.visiting_id = c.id and t.is_lead) then 'found'
  when exists (select from b2b_id_target t where t.visiting_id = c.id and not t.misfit) then 'searched' else 'seen' end`;

/** The companies in the caller's sight, with what suppliers said of them. */
const companies = (ctx: Ctx, action: 'read' | 'update' = 'read') =>
  ctx.db.from(ctx.query('VisitingCompany', action).as('c')).leftJoin('b2b_id_record as k', 'k.visiting_id', 'c.id');
const COLUMNS = `c.id, c.company_id, coalesce(nullif(k.name, ''), c.name) as name, coalesce(k.domain, '') as domain, coalesce(k.industry, '') as industry,
  coalesce(k.country, '') as country, k.employees, c.network_confidence, coalesce(k.state = 'known', false) as is_known, c.visits, c.views,
  c.first_seen_at, c.last_seen_at, ${STATE} as state`;

export async function shownCompanies(ctx: Ctx, which: Which): Promise<{ rows: Row[]; total: number }> {
  const { search = '', state, sortby = 'last', order, offset, perPage } = which;
  const like = likeOf(search.trim());
  const found = companies(ctx).modify((q) => {
    if (search.trim() !== '')
      void q.where((any) => void any.whereILike('c.name', like).orWhereILike('k.name', like).orWhereILike('k.domain', like));
    if (state !== undefined) void q.whereRaw(`${STATE} = ?`, [state]);
  });
  const direction = order ?? (sortby === 'name' ? 'asc' : 'desc');
  const [{ n }] = (await found.clone().count({ n: '*' })) as [{ n: string }];
  const rows = (await found
    .clone()
    .select(ctx.db.raw(COLUMNS))
    .orderByRaw(`${SORTS[sortby]} ${direction === 'asc' ? 'asc' : 'desc'}, c.id`)
    .offset(offset)
    .limit(perPage)) as Row[];
  return { rows, total: Number(n) };
}

/** One company; undefined for one that is not there or out of sight. */
export const shownCompany = async (ctx: Ctx, id: number, action: 'read' | 'update' = 'read'): Promise<Row | undefined> =>
  (await companies(ctx, action).where('c.id', id).first(ctx.db.raw(COLUMNS))) as Row | undefined;

export async function pagesOf(
  ctx: Ctx,
  id: number,
  at: { offset: number; perPage: number },
): Promise<{ rows: { url: string; views: number; last_at: Date }[]; total: number }> {
  const pages = ctx.db('b2b_id_page').where({ visiting_id: id }).groupBy('url');
  const { rows } = (await ctx.db.raw('select count(*) as n from (?) p', [pages.clone().select('url')])) as { rows: [{ n: string }] };
  const found = (await pages
    .select('url')
    .sum({ views: 'views' })
    .max({ last_at: 'last_at' })
    .orderBy('last_at', 'desc')
    .orderBy('url')
    .offset(at.offset)
    .limit(at.perPage)) as { url: string; views: string; last_at: Date }[];
  return { rows: found.map((row) => ({ ...row, views: Number(row.views) })), total: Number(rows[0].n) };
}
