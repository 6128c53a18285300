import {
  containing,
  type Ctx,
  type FoundOrder,
  pageOf,
  pageOfFound,
  pageWalked,
  rowsAndTotal,
  type Tenant,
} from '../../../core/contract.ts';
import type { CompanyFilters, CompanyUserQuery, CompanyUserRow, Contact, NodeFacts } from './contract.ts';

/** A page of a list; `only` narrows it to some companies, `below` to those of one agency. */
export type PageQuery = CompanyUserQuery & { only?: readonly number[] | null; below?: number };
/** How a query is made a page: what it reads, orders and looks in. */
interface PageShape {
  columns: readonly unknown[];
  sorts: Partial<Record<string, string>>;
  /** Columns in lower case. */
  searched: Parameters<typeof containing>[0];
  /** What tells rows apart; the newest come first where nothing else is said. */
  key: string;
}
type Found = ReturnType<Ctx['query']>;

function narrow(found: Found, at: PageQuery, key: string): void {
  if (at.only) found.whereRaw(`${key} = any(?)`, [[...at.only]]);
  if (at.exclude?.length) found.whereRaw(`${key} <> all(?)`, [[...at.exclude]]);
}

/** One page of what a query finds, and how many there are in all. */
export function onePage<R>(ctx: Ctx, found: Found, at: PageQuery, shape: PageShape): Promise<{ rows: R[]; total: number }> {
  if (at.search) void found.where(containing(shape.searched, at.search));
  narrow(found, at, shape.key);
  const column = at.sort && shape.sorts[at.sort];
  const read = (all: Found): Found => {
    if (column) void all.orderByRaw(`${column} ${at.order === 'desc' ? 'desc' : 'asc'} nulls last`);
    return all.orderBy(shape.key, 'desc').select([...shape.columns] as string[]);
  };
  return rowsAndTotal<R>(ctx, found, read, at);
}

/** The owner of each company in the caller's sight: the oldest account that is left. */
const owners = (ctx: Ctx): Found =>
  ctx
    .db('core_public_account')
    .where(ctx.tenant.kind === 'root' ? { root_id: ctx.tenant.id } : { agency_id: ctx.tenant.agencyId })
    .whereNull('removed_at')
    .distinctOn('company_id')
    .orderBy(['company_id', 'id'])
    .select('company_id', 'name_key', 'email_key', 'status');

/** What a list is asked for, from the query or path of its route; `null` is how the specification writes a cleared sort. */
export function asked(
  query: CompanyFilters & { Page?: number; PerPage?: number; sortby?: string; order?: string; search?: string; Exclude?: string },
): CompanyUserQuery & { page: number } {
  const { CardStatus = '', CampaignStatus = '', Filters = '', Exclude = '' } = query;
  return {
    ...pageOf(query),
    sort: query.sortby === undefined || query.sortby === 'null' ? null : (query.sortby as CompanyUserQuery['sort']),
    order: query.order === 'desc' ? 'desc' : 'asc',
    search: query.search?.trim() ?? '',
    CardStatus,
    CampaignStatus,
    Filters,
    exclude: Exclude === '' ? [] : Exclude.split(',').map(Number),
  };
}

/** What is read of every company with its owner, the oldest account that is left. */
export interface CompanyRecord {
  id: number | null;
  company_id: number;
  root_id: number;
  company_name: string;
  name: string | null;
  email: string | null;
  status: string | null;
  phone: string;
  phone_country_code: string;
  phone_country_calling_code: string;
  created_at: Date;
}
const PHONE = ['phone', 'phone_country_code', 'phone_country_calling_code'];

/** A kind of company with the table that keeps its profile: `company_id`, `root_id`, the phone columns and `extra`. */
interface CompanyKind<R extends CompanyRecord> {
  subject: string;
  table: string;
  userType: CompanyUserRow['user_type'];
  /** Columns of the profile beside those that every kind has. */
  profile?: readonly string[];
  /** What else a row shows, and the tables it comes from; `t` is the company, `o` its owner. */
  more?: { columns: (ctx: Ctx) => readonly unknown[]; join: (found: Found) => Found };
  /** Sorts that differ from the usual ones, by columns of `more` too. */
  sorts?: PageShape['sorts'];
  /** What a row shows beside the fields that every kind has. */
  shown: (row: R) => Partial<CompanyUserRow>;
}

/** The list of a kind of company, as far as the actor may see it, and what is kept of one. */
export function companyList<R extends CompanyRecord>(kind: CompanyKind<R>) {
  const { subject, table } = kind;
  const columns = (ctx: Ctx): readonly unknown[] => [
    ...['company_id', 'root_id', ...PHONE, ...(kind.profile ?? [])].map((column) => `${table}.${column}`),
    't.name as company_name',
    't.created_at',
    'o.id',
    'o.name',
    'o.email',
    'o.status',
    ...(kind.more?.columns(ctx) ?? []),
  ];
  const sorts: PageShape['sorts'] = {
    company_name: 't.name_key',
    phonenum: `${table}.phone`,
    created_at: 't.created_at',
  };
  const ownerSorts: PageShape['sorts'] = {
    name: 'o.name_key',
    email: 'o.email_key',
    // What can be done to a row depends on whether its person is active, invited or suspended.
    actions: 'o.status',
  };
  const rowOf = (row: R): CompanyUserRow => ({
    id: row.id,
    company_id: row.company_id,
    company_root_id: row.root_id,
    company_name: row.company_name,
    name: row.name ?? '',
    email: row.email ?? '',
    user_type: kind.userType,
    phonenum: row.phone,
    phone_country_code: row.phone_country_code,
    phone_country_calling_code: row.phone_country_calling_code,
    status_acc: row.status ?? '',
    created_at: row.created_at.toISOString(),
    ...kind.shown(row),
  });
  /** Companies of the kind that the actor may `action`. */
  const companies = (ctx: Ctx, action: string): Found =>
    ctx.query(subject, action).join('core_public_company as t', 't.id', `${table}.company_id`).whereNull('t.removed_at');
  /** Each with its owner and what else a row shows, looked up one by one: for a few. */
  const all = (ctx: Ctx, action: string): Found => {
    const found = companies(ctx, action).joinRaw(
      `left join lateral (select a.id, a.name, a.email, a.status from core_public_account a where a.company_id = t.id and a.removed_at is null order by a.id limit 1) o on true`,
    );
    return kind.more ? kind.more.join(found) : found;
  };
  /** Ids of a page and how many there are in all, out of no more tables than the order and the search need. */
  const pageIds = async (ctx: Ctx, at: PageQuery, action = 'read'): Promise<{ ids: number[]; total: number }> => {
    const own = at.sort ? kind.sorts?.[at.sort] : undefined;
    const ofOwner = at.sort ? ownerSorts[at.sort] : undefined;
    const column = own ?? ofOwner ?? (at.sort ? sorts[at.sort] : undefined);
    const found = companies(ctx, action);
    // Known of both, so that both are read from indexes which begin with it.
    if (ctx.tenant.kind === 'agency') void found.whereRaw(`t.agency_id = ${table}.agency_id`);
    if (ofOwner || at.search) void found.leftJoin(owners(ctx).as('o'), 'o.company_id', 't.id');
    if (own && kind.more) void kind.more.join(found);
    if (at.search) void found.where(containing(['t.name_key', 'o.name_key', 'o.email_key', `${table}.phone`], at.search));
    narrow(found, at, 't.id');
    if (at.below !== undefined) void found.where(`${table}.agency_id`, at.below);
    const order: FoundOrder[] = [...(column ? [[ctx.db.raw(column), at.order] as const] : []), ['t.id', 'desc']];
    const page = column || at.search ? pageOfFound<number> : pageWalked<number>;
    return page(ctx.db, found, { ...at, order });
  };
  /** Those of the companies that the actor may `action`, in the order of the ids. */
  const rowsOf = async (ctx: Ctx, ids: readonly number[], action = 'read'): Promise<CompanyUserRow[]> => {
    const found = (await all(ctx, action)
      // Of both, for the planner does not know that a list of ids holds for the other side of a join as well.
      .whereIn('t.id', [...ids])
      .whereIn(`${table}.company_id`, [...ids])
      .select([...columns(ctx)] as string[])) as R[];
    const rows = new Map(found.map((row) => [row.company_id, rowOf(row)]));
    return ids.flatMap((id) => rows.get(id) ?? []);
  };
  return {
    pageIds,
    rowsOf,
    async page(ctx: Ctx, at: PageQuery, action = 'read'): Promise<{ rows: CompanyUserRow[]; total: number }> {
      const { ids, total } = await pageIds(ctx, at, action);
      return { rows: ids.length === 0 ? [] : await rowsOf(ctx, ids, action), total };
    },
    /** One that the actor may `action`, or undefined. */
    async find(ctx: Ctx, companyId: number, action = 'read'): Promise<CompanyUserRow | undefined> {
      const row = (await all(ctx, action)
        .where('t.id', companyId)
        .first([...columns(ctx)] as string[])) as R | undefined;
      return row && rowOf(row);
    },
    ids: async (ctx: Ctx): Promise<number[]> => (await all(ctx, 'read').pluck('t.id')) as number[],
    /** Stores what is given of a profile, and merges the operators' own fields. */
    async save(ctx: Ctx, companyId: number, change: object, extra: Record<string, unknown> = {}): Promise<void> {
      await ctx
        .db(table)
        .where({ company_id: companyId })
        .update({ ...change, extra: ctx.db.raw('extra || ?::jsonb', [JSON.stringify(extra)]) });
    },
    /** The operators' own fields of one. */
    async extraOf(ctx: Ctx, companyId: number): Promise<Record<string, unknown>> {
      const row = (await ctx.db(table).where({ company_id: companyId }).first('extra')) as { extra: Record<string, unknown> } | undefined;
      return row?.extra ?? {};
    },
  };
}

/** A checked phone number as the columns that keep it. */
export const phoneColumns = ({ number, country, callingCode }: Contact['phone']) => ({
  phone: number,
  phone_country_code: country,
  phone_country_calling_code: callingCode,
});

/** Rows with what all plugins know of them over what they say themselves. */
export const withFacts = (rows: readonly CompanyUserRow[], facts: ReadonlyMap<number, NodeFacts>): CompanyUserRow[] =>
  rows.map((row) => ({ ...row, ...facts.get(row.company_id) }));

/** Logs what happened to a company, and has open lists of its kind read again: the caller's, or those of `of`. */
export async function noteCompany(
  ctx: Ctx,
  what: 'created' | 'updated' | 'removed',
  kind: { prefix: string; word: string; news: string },
  company: { id: number; name: string },
  of?: Tenant,
): Promise<void> {
  await ctx.audit({
    action: `${kind.prefix}.${what}`,
    description: `${kind.word} ${company.name} ${what === 'updated' ? 'changed' : what}`,
    target: String(company.id),
    params: { name: company.name },
    // What was removed is out of the caller's sight.
    ...(what === 'removed' ? {} : { companyId: company.id }),
  });
  await ctx.live(kind.news, of);
}
