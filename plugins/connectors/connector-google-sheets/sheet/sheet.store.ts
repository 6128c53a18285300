import { type Ctx, notFound, rowsAndTotal } from '../../../../core/contract.ts';
import type { SheetColumn } from './columns.ts';
import type { SheetRow as Row } from '../rows.gen.ts';

export interface SheetRow extends Omit<Row, 'columns' | 'shared'> {
  columns: SheetColumn[];
  /** Who the file is shared with by us, and as what. */
  shared: Share[];
}
export type SheetState = 'ok' | 'missing' | 'columns' | 'denied' | 'refused' | 'full';
export interface Share {
  email: string;
  role: 'reader' | 'writer';
}
export const SHEET = 'connector_google_sheets_sheet';
export const ROW = 'connector_google_sheets_row';
const EVENT = 'connector_google_sheets_event';
/** Days for which leads wait for a spreadsheet that cannot be written. */
export const WAIT_DAYS = 30;

export type EventKind =
  | 'created'
  | 'written'
  | 'checked'
  | 'repaired'
  | 'reset'
  | 'continued'
  | 'shared'
  | 'not-shared'
  | 'stopped'
  | 'resumed'
  | 'link-sent'
  | 'expired'
  | 'erased';

/** The account in whose name a client's spreadsheet is made. */
export async function accountFor(ctx: Ctx, clientId: number): Promise<{ id: number; state: 'ok' | 'reauthorise' } | null> {
  const { rows } = (await ctx.db.raw('select id, state from connector_google_sheets_account_for(?)', [clientId])) as {
    rows: { id: number; state: 'ok' | 'reauthorise' }[];
  };
  return rows[0] ?? null;
}

export async function insertSheet(
  ctx: Ctx,
  row: { companyId: number; campaignId: number; account: { id: number; state: string }; name: string; columns: readonly SheetColumn[] },
): Promise<number | null> {
  const [made] = (await ctx
    .db(SHEET)
    .insert({
      company_id: row.companyId,
      campaign_id: row.campaignId,
      account_id: row.account.id,
      account_state: row.account.state,
      name: row.name,
      columns: JSON.stringify(row.columns),
      created_by: ctx.actor.id || null,
    })
    .onConflict(['company_id', 'campaign_id'])
    .ignore()
    .returning('id')) as { id: number }[];
  return made?.id ?? null;
}

/** A spreadsheet that the actor may `action`; 404 for any other. */
export async function sheetFor(ctx: Ctx, id: number, action: 'read' | 'update'): Promise<SheetRow> {
  const query = ctx.query('Spreadsheet', action).where(`${SHEET}.id`, id);
  const row = (await (action === 'read' ? query : query.forUpdate()).first()) as SheetRow | undefined;
  if (!row) throw notFound();
  return row;
}

export const sheetOfCampaign = async (ctx: Ctx, campaignId: number): Promise<SheetRow | null> =>
  ((await ctx.db(SHEET).where({ campaign_id: campaignId }).first()) as SheetRow | undefined) ?? null;

export const sheetPage = (ctx: Ctx, at: { offset: number; perPage: number }): Promise<{ rows: SheetRow[]; total: number }> =>
  rowsAndTotal(ctx, ctx.query('Spreadsheet'), (all) => all.orderBy('id', 'desc'), at);

/** How many leads wait for each of the spreadsheets. */
export async function waitingOf(ctx: Ctx, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = (await ctx
    .db(ROW)
    .whereIn('sheet_id', [...ids])
    .where({ state: 'pending' })
    .groupBy('sheet_id')
    .select('sheet_id', ctx.db.raw('count(*)::int as n'))) as { sheet_id: number; n: number }[];
  return new Map(rows.map(({ sheet_id, n }) => [sheet_id, n]));
}

/** Queues leads for a spreadsheet, each once; a later call changes nothing about those that are there. */
export async function queueLeads(ctx: Ctx, sheet: { id: number; company_id: number }, leadIds: readonly string[]): Promise<void> {
  if (leadIds.length === 0) return;
  await ctx
    .db(ROW)
    .insert(leadIds.map((lead_id) => ({ company_id: sheet.company_id, sheet_id: sheet.id, lead_id })))
    .onConflict(['sheet_id', 'lead_id'])
    .ignore();
  await dueNow(ctx, sheet.id);
}

/** There is something to do, in whichever process. */
export const dueNow = async (ctx: Ctx, id: number, also: Record<string, unknown> = {}): Promise<void> =>
  void (await ctx
    .db(SHEET)
    .where({ id })
    .update({ due_at: ctx.db.fn.now(), ...also }));

export async function noteEvent(ctx: Ctx, sheet: { id: number; company_id: number }, kind: EventKind, count = 0, note = ''): Promise<void> {
  await ctx.db(EVENT).insert({ company_id: sheet.company_id, sheet_id: sheet.id, kind, count, note: note.slice(0, 300) });
}

export interface EventRow {
  id: string;
  at: Date;
  kind: EventKind;
  count: number;
  note: string;
}
export async function eventPage(ctx: Ctx, sheetId: number, at: { offset: number; perPage: number }) {
  const of = () => ctx.db(EVENT).where({ sheet_id: sheetId });
  const rows = (await of().orderBy('id', 'desc').offset(at.offset).limit(at.perPage)) as EventRow[];
  const [{ count }] = (await of().count({ count: '*' })) as [{ count: string }];
  return { rows, total: Number(count) };
}

type Account = { id: number; state: string };

/** All leads are to be written again, into an empty tab: the next one, or the first of another spreadsheet. */
export async function startOver(ctx: Ctx, sheet: SheetRow, account: Account | null): Promise<void> {
  await ctx
    .db(ROW)
    .where({ sheet_id: sheet.id })
    .whereNot({ state: 'gone' })
    .update({ state: 'pending', batch: null, queued_at: ctx.db.fn.now() });
  await begin(ctx, sheet, account ? another(ctx, sheet, account) : { tab: sheet.tab + 1, mark: Math.max(sheet.mark, sheet.trying ?? 0) });
}

/** What waits is to be written into another spreadsheet, and what stands in this one stays there. */
export async function goOnElsewhere(ctx: Ctx, sheet: SheetRow, account: Account): Promise<void> {
  const rows = () => ctx.db(ROW).where({ sheet_id: sheet.id });
  await rows().where({ state: 'written' }).update({ state: 'earlier' });
  await rows().where({ state: 'pending' }).update({ batch: null, queued_at: ctx.db.fn.now() });
  await begin(ctx, sheet, another(ctx, sheet, account));
}

/** The next spreadsheet of a campaign, in the name of this account. */
const another = (ctx: Ctx, sheet: SheetRow, account: Account): Record<string, unknown> => ({
  account_id: account.id,
  account_state: account.state,
  edition: sheet.edition + 1,
  spreadsheet_id: null,
  ...(sheet.spreadsheet_id === null ? {} : { earlier: ctx.db.raw('array_append(earlier, ?)', [sheet.spreadsheet_id]) }),
  url: '',
  tab: 1,
  mark: 0,
  shared: '[]',
  share_due: true,
});

/** It is made at its next turn, whatever kept it from working. */
async function begin(ctx: Ctx, sheet: SheetRow, where: Record<string, unknown>): Promise<void> {
  await dueNow(ctx, sheet.id, {
    ...where,
    ready: false,
    trying: null,
    written: 0,
    state: 'ok',
    note: '',
    told_at: null,
    claim: null,
    lease_until: null,
  });
}
