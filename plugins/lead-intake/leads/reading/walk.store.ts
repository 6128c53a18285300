import type { Knex } from 'knex';
import type { Ctx } from '../../../../core/contract.ts';
import type { Lead, LeadPlace, LeadWalk } from '../contract.ts';
import { behind, columnsOf as leadColumnsOf, inOrder, leadOf, type LeadRecord } from './lead-columns.ts';
import { conditionsOf, dense } from './narrowing.ts';
import { beginning, fewFound, KEYS } from './search.store.ts';

/** So many leads a step looks at where few of them may be wanted. */
const AHEAD = 5_000;

interface Step {
  rows: Lead[];
  next: LeadPlace | null;
}
type WalkedRecord = LeadRecord & { at: string };

/** The leads behind a place in the order of the newest first. */
export async function walkOn(ctx: Ctx, { search: text, ...within }: LeadWalk, place: LeadPlace | null, most: number): Promise<Step> {
  const search = text?.trim();
  const few = search ? await fewFound(ctx, { ...within, search }, place, most) : null;
  if (few) return stepOf(await columnsOf(ctx, ctx.query('Lead').whereIn('id', few)), few.length === most);
  const wanted = [...(search ? [beginning(ctx, search)] : []), ...conditionsOf(ctx, within, 'seen')];
  return walkAmong(ctx, dense(ctx.query('Lead'), within), wanted, place, most);
}

/** Those of the leads behind a place for which all that is wanted holds. */
export async function walkAmong(
  ctx: Ctx,
  leads: Knex.QueryBuilder,
  wanted: readonly Knex.Raw[],
  place: LeadPlace | null,
  most: number,
): Promise<Step> {
  const next = columnsOf(ctx, behind(leads, place));
  if (wanted.length > 0) return wantedAmong(ctx, next, wanted, most);
  const rows = await next.limit(most);
  return stepOf(rows, rows.length === most);
}

/** Those that are wanted among the next leads: what a step looks at has an end although they may lie far apart. */
async function wantedAmong(ctx: Ctx, next: Knex.QueryBuilder, wanted: readonly Knex.Raw[], most: number): Promise<Step> {
  const seen = next.select(...KEYS, ctx.db.raw('(row_number() over (order by created_at desc, id))::int as n')).limit(AHEAD);
  const isWanted = ctx.db.raw(wanted.map(() => '?').join(' and '), [...wanted]);
  const rows = (await ctx.db
    .withMaterialized('seen', seen)
    .from('seen')
    .select('seen.*', ctx.db.raw('? as wanted', [isWanted]))
    .whereRaw('(? or n = ?)', [isWanted, AHEAD])
    .limit(most)) as (WalkedRecord & { n: number; wanted: boolean })[];
  const { rows: all, next: place } = stepOf(rows, rows.length === most || rows.at(-1)?.n === AHEAD);
  return { rows: all.filter((_, i) => rows[i]!.wanted), next: place };
}

const columnsOf = (ctx: Ctx, leads: Knex.QueryBuilder): Knex.QueryBuilder<WalkedRecord, WalkedRecord[]> =>
  inOrder(leads, { sort: 'created', order: 'desc' }).select(...leadColumnsOf(ctx), ctx.db.raw('created_at::text as at'));

function stepOf(rows: readonly WalkedRecord[], goesOn: boolean): Step {
  const last = rows.at(-1);
  return { rows: rows.map(leadOf), next: goesOn && last ? { id: last.id, at: last.at } : null };
}
