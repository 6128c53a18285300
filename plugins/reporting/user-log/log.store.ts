import { countUpTo, type Ctx } from '../../../core/contract.ts';
import type { LogFilter, UserKind } from './log-filter.ts';

export interface LogEntry {
  id: string;
  at: Date;
  action: string;
  description: string;
  actor_id: number;
  actor_name: string;
  /** Whom or what it was done to; where nobody was signed in yet, whose account it was. */
  target: string | null;
  viewed_by: number | null;
  /** Null where the reader is below the operator. */
  viewer_name: string | null;
  user_type: string;
  ip: string;
  detail: Record<string, unknown>;
  company_name: string;
}

const TYPES: Record<UserKind, readonly string[]> = {
  root: ['user', 'sales'],
  admin: ['userdownline', 'administrator'],
  client: ['client'],
};
const COLUMN = {
  root: 'core_public_audit.root_id',
  agency: 'core_public_audit.agency_id',
  client: 'core_public_audit.company_id',
} as const;

function found(ctx: Ctx, filter: LogFilter) {
  const query = ctx.query('Audit').where({ [COLUMN[filter.companyKind]]: filter.companyId });
  if (filter.action) query.where({ 'core_public_audit.action': filter.action });
  // Whoever looks through an account belongs to the root, whatever account it is.
  if (filter.kind === 'root')
    query.where((q) => void q.whereIn('core_public_audit.user_type', TYPES.root).orWhereNotNull('core_public_audit.viewed_by'));
  else if (filter.kind) query.whereIn('core_public_audit.user_type', TYPES[filter.kind]);
  if (filter.userId !== undefined)
    query.where(
      (q) => void q.where({ 'core_public_audit.actor_id': filter.userId }).orWhere({ 'core_public_audit.viewed_by': filter.userId }),
    );
  if (filter.campaignId) query.where({ 'core_public_audit.concerns_kind': 'campaign', 'core_public_audit.concerns_id': filter.campaignId });
  if (filter.from) query.where('core_public_audit.at', '>=', filter.from);
  if (filter.until) query.where('core_public_audit.at', '<', filter.until);
  return query;
}

/** How many rows match; counting stops at `most`. */
export const countEntries = (ctx: Ctx, filter: LogFilter, most: number): Promise<{ total: number; isLeast: boolean }> =>
  countUpTo(ctx.db, most, found(ctx, filter));

/** Rows, newest first; `before` goes on from an earlier page's last row. */
export async function entriesOf(
  ctx: Ctx,
  filter: LogFilter,
  at: { offset?: number; limit: number; before?: string | null },
): Promise<LogEntry[]> {
  const query = found(ctx, filter)
    .join('core_public_company as t', 't.id', 'core_public_audit.company_id')
    .leftJoin('core_public_account as v', 'v.id', 'core_public_audit.viewed_by')
    .select('core_public_audit.*', 't.name as company_name', 'v.name as viewer_name')
    .orderBy('core_public_audit.id', 'desc')
    .limit(at.limit);
  if (at.before) query.where('core_public_audit.id', '<', at.before);
  return at.offset ? query.offset(at.offset) : query;
}

/** The actions that occur in a company's log, found by leaping over the index from one to the next. */
export async function actionsOf(ctx: Ctx, company: { id: number; kind: LogFilter['companyKind'] }): Promise<string[]> {
  const column = company.kind === 'root' ? 'root_id' : 'agency_id';
  const id = company.kind === 'client' ? ctx.tenant.agencyId : company.id;
  if (company.kind === 'client') {
    const rows = (await ctx.query('Audit').where({ company_id: company.id }).distinct('action').orderBy('action')) as { action: string }[];
    return rows.map((r) => r.action);
  }
  const { rows } = (await ctx.db.raw(
    `with recursive leap(action) as (
       (select action from core_public_audit where ${column} = :id order by action limit 1)
       union all
       select (select a.action from core_public_audit a where a.${column} = :id and a.action > leap.action order by a.action limit 1)
       from leap where leap.action is not null
     ) select action from leap where action is not null`,
    { id },
  )) as { rows: { action: string }[] };
  return rows.map((r) => r.action);
}
