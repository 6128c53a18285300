import { conflict, type Ctx, notFound, rowsAndTotal } from '../../../core/contract.ts';
import { maskedAddress } from '../../foundation/privacy/shared.ts';
import { TOPIC, workJob } from './lists.job.ts';
import type { DeletionList } from './lists.store.ts';
import type { RowRow } from './rows.gen.ts';

interface At {
  offset: number;
  perPage: number;
}

export const listPage = (ctx: Ctx, at: At): Promise<{ rows: DeletionList[]; total: number }> =>
  rowsAndTotal(ctx, ctx.query('DeletionList'), (all) => all.orderBy('id', 'desc'), at);

/** A list that the actor may do this with, locked where it is to be changed; 404 for any other. */
export async function listAt(ctx: Ctx, id: number, action: 'read' | 'delete'): Promise<DeletionList> {
  const found = ctx.query('DeletionList', action).where({ id });
  const row = (await (action === 'read' ? found : found.forUpdate()).first('*')) as DeletionList | undefined;
  if (!row) throw notFound();
  return row;
}

interface Match {
  position: number;
  work_item: string;
  who: string;
  records: number;
  outcome: 'delete' | 'exempt' | 'deleted' | 'shared';
}
const OUTCOMES = { 2: 'exempt', 3: 'deleted', 4: 'shared' } as const;

/** Rows of a list that somebody was found for. After it is done nobody is named any more. */
export async function matchPage(ctx: Ctx, { id }: DeletionList, { offset, perPage }: At): Promise<{ rows: Match[]; total: number }> {
  const { rows: counted } = (await ctx.db.raw('select count(distinct position)::int as n from deletion_lists_match where list_id = ?', [
    id,
  ])) as {
    rows: [{ n: number }];
  };
  const { rows } = (await ctx.db.raw(
    `select m.position, r.work_item, r.code, count(*)::int as records, min(m.email) as email, min(m.phone) as phone
     from deletion_lists_match m join deletion_lists_row r using (list_id, position)
     where m.list_id = ? group by 1, 2, 3 order by 1 limit ? offset ?`,
    [id, perPage, offset],
  )) as { rows: { position: number; work_item: string; code: 2 | 3 | 4 | null; records: number; email: string; phone: string }[] };
  return {
    rows: rows.map(({ position, work_item, code, records, email, phone }) => ({
      position,
      work_item,
      who: email ? maskedAddress(email) : `••• ${phone.replace(/\D/g, '').slice(-4)}`,
      records,
      outcome: code === null ? 'delete' : OUTCOMES[code],
    })),
    total: counted[0].n,
  };
}

/** Exempts a matched row of a list that waits, or takes that back. What several people share is deleted for nobody anyhow. */
export async function markExempt(ctx: Ctx, id: number, position: number, exempt: boolean): Promise<void> {
  const list = await listAt(ctx, id, 'delete');
  if (list.state !== 'review') throw conflict('deletion-lists.not-waiting');
  const matched = await ctx.db('deletion_lists_match').where({ list_id: id, position }).first('position');
  if (!matched) throw notFound();
  const changed = await ctx
    .db('deletion_lists_row')
    .where({ list_id: id, position })
    .where((row) => void row.whereNull('code').orWhere({ code: 2 }))
    .update({ code: exempt ? 2 : null });
  if (changed === 0) throw conflict('deletion-lists.shared');
  await ctx.audit({
    action: exempt ? 'deletion-lists.exempted' : 'deletion-lists.unexempted',
    description: `${exempt ? 'Exempted' : 'No longer exempted'} row ${position} of the deletion list ${list.filename}`,
    target: String(id),
    params: { filename: list.filename, position },
  });
  await ctx.live(TOPIC);
}

/** Begins to delete. A second click finds the list no longer waiting. */
export async function startDeleting(ctx: Ctx, id: number): Promise<void> {
  const list = await listAt(ctx, id, 'delete');
  if (list.state !== 'review') throw conflict('deletion-lists.not-waiting');
  await ctx.query('DeletionList', 'delete').where({ id }).update({ state: 'deleting', delete_by: ctx.actor.id });
  await ctx.audit({
    action: 'deletion-lists.deleting',
    description: `Asked to delete ${list.matched_rows} people of the deletion list ${list.filename}`,
    target: String(id),
    params: { filename: list.filename, count: list.matched_rows },
  });
  await ctx.enqueue(workJob, {}, { key: `list ${id}` });
  await ctx.live(TOPIC);
}

export const responseRows = (ctx: Ctx, id: number, behind: number, most: number): Promise<RowRow[]> =>
  ctx.db('deletion_lists_row').where({ list_id: id }).where('position', '>', behind).orderBy('position').limit(most);
