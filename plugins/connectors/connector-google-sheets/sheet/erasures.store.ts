import type { Ctx } from '../../../../core/contract.ts';
import { dueNow, ROW, SHEET } from './sheet.store.ts';

const TABLE = 'connector_google_sheets_erasure';
/** Leads that one turn takes out. */
const AT_ONCE = 200;

/** Has the rows of leads taken out of their spreadsheets, each once; what was not sent yet is never written. Answers how many leads it concerns. */
export async function askErasures(ctx: Ctx, leads: readonly string[], request: number): Promise<number> {
  const rows = (await ctx
    .db(ROW)
    .whereRaw('lead_id = any(?::uuid[])', [leads as never])
    .whereNot({ state: 'gone' })
    .forUpdate()
    .select('sheet_id', 'lead_id', 'company_id', 'state', 'batch')) as Asked[];
  if (rows.length === 0) return 0;
  await ctx
    .db(ROW)
    .whereRaw('lead_id = any(?::uuid[])', [leads as never])
    .update({ state: 'gone' });
  // One that waits without a batch was sent by nobody.
  const sent = rows.filter(({ state, batch }) => state !== 'pending' || batch !== null);
  if (sent.length > 0)
    await ctx
      .db(TABLE)
      .insert(sent.map(({ sheet_id, lead_id, company_id }) => ({ sheet_id, lead_id, company_id, request })))
      .onConflict(['sheet_id', 'lead_id'])
      .ignore();
  for (const id of new Set(sent.map(({ sheet_id }) => sheet_id))) await dueNow(ctx, id);
  return rows.length;
}
interface Asked {
  sheet_id: number;
  lead_id: string;
  company_id: number;
  state: string;
  batch: number | null;
}

/** Leads whose rows are still to be taken out of a spreadsheet. */
export const leadsToErase = async (ctx: Ctx, sheetId: number): Promise<string[]> =>
  (await ctx
    .db(TABLE)
    .where({ sheet_id: sheetId, state: 'waiting' })
    .orderBy(['asked_at', 'lead_id'])
    .limit(AT_ONCE)
    .pluck('lead_id')) as string[];

/** Writes down that they are out, or that somebody has to look for them there. */
export async function settleErasures(ctx: Ctx, sheetId: number, leads: readonly string[], state: 'done' | 'open'): Promise<void> {
  if (leads.length === 0) return;
  await ctx
    .db(TABLE)
    .where({ sheet_id: sheetId })
    .whereIn('lead_id', [...leads])
    .update({ state, finished_at: ctx.db.fn.now() });
}

export interface SheetErasure {
  name: string;
  state: 'waiting' | 'done' | 'open';
  asked_at: Date;
  finished_at: Date | null;
}
/** What a privacy request asked of spreadsheets. Nobody can write where the account was given up, so somebody has to do it there. */
export const erasuresOf = async (ctx: Ctx, request: number): Promise<SheetErasure[]> =>
  (await ctx
    .db(`${TABLE} as e`)
    .join(`${SHEET} as s`, 's.id', 'e.sheet_id')
    .where('e.request', request)
    .orderBy(['e.sheet_id', 'e.lead_id'])
    .select(
      's.name',
      ctx.db.raw(`case when e.state = 'waiting' and s.account_state = 'revoked' then 'open' else e.state end as state`),
      'e.asked_at',
      'e.finished_at',
    )) as SheetErasure[];
