import type { Knex } from 'knex';
import type { Ctx } from '../../../../core/contract.ts';
import type { AccountRow } from '../account/account.store.ts';
import { noteEvent, ROW, SHEET, type SheetRow, WAIT_DAYS } from './sheet.store.ts';

const ACCOUNT = 'connector_google_sheets_account';
const AT_ONCE = 200;
/** Days before waiting leads are given up, when their owner is told. */
const WARNING_DAYS = 7;

const untoldAccounts = (db: Knex): Knex.QueryBuilder => db(ACCOUNT).whereRaw(`state = 'reauthorise'`).whereNull('told_at');
const untoldSheets = (db: Knex): Knex.QueryBuilder => db(SHEET).whereRaw(`state <> 'ok'`).whereNull('told_at');
/** Spreadsheets that cannot be written, with leads that wait for so many days. */
const waitingFor = (db: Knex, days: number): Knex.QueryBuilder =>
  db(`${SHEET} as s`)
    .whereRaw(`(s.state <> 'ok' or s.account_state <> 'ok')`)
    .whereExists(
      db(`${ROW} as r`)
        .whereRaw('r.sheet_id = s.id')
        .whereRaw(`r.state = 'pending'`)
        .where('r.queued_at', '<=', db.raw('now() - make_interval(days => ?)', [days])),
    );
const ending = (db: Knex): Knex.QueryBuilder => waitingFor(db, WAIT_DAYS - WARNING_DAYS).whereNull('s.expiry_told_at');

const rootsOf = async (...queries: Knex.QueryBuilder[]): Promise<number[]> => {
  const roots = new Set<number>();
  for (const query of queries) for (const id of (await query.distinct('root_id').pluck('root_id')) as number[]) roots.add(id);
  return [...roots];
};

export const rootsToTell = (platform: Knex): Promise<number[]> => rootsOf(untoldAccounts(platform), untoldSheets(platform));
export const rootsWithOldLeads = (platform: Knex): Promise<number[]> => rootsOf(ending(platform), waitingFor(platform, WAIT_DAYS));

/** Takes accounts whose owners are to be told that they must be connected again. */
export const takeAccounts = (tx: Ctx): Promise<AccountRow[]> =>
  take<AccountRow>(tx, ACCOUNT, untoldAccounts(tx.db).select('id'), 'told_at');
/** Takes spreadsheets whose owners are to be told that they have stopped. */
export const takeSheets = (tx: Ctx): Promise<SheetRow[]> => take<SheetRow>(tx, SHEET, untoldSheets(tx.db).select('id'), 'told_at');
/** Takes spreadsheets whose owners are to be told that leads are soon given up. */
export const takeEnding = (tx: Ctx): Promise<SheetRow[]> => take<SheetRow>(tx, SHEET, ending(tx.db).select('s.id'), 'expiry_told_at');

async function take<R>(tx: Ctx, table: string, ids: Knex.QueryBuilder, column: 'told_at' | 'expiry_told_at'): Promise<R[]> {
  const found = (await ids.limit(AT_ONCE).forUpdate().skipLocked()) as { id: number }[];
  return (await tx
    .db(table)
    .whereIn(
      'id',
      found.map(({ id }) => id),
    )
    .update({ [column]: tx.db.fn.now() })
    .returning('*')) as R[];
}

/** Gives up what has waited for too long; the leads themselves stay where they are, and a reset writes them all. */
export async function expireWaiting(tx: Ctx): Promise<void> {
  const sheets = (await waitingFor(tx.db, WAIT_DAYS).select('s.id', 's.company_id').limit(AT_ONCE)) as { id: number; company_id: number }[];
  for (const sheet of sheets) {
    const count = await tx
      .db(ROW)
      .where({ sheet_id: sheet.id, state: 'pending' })
      .where('queued_at', '<=', tx.db.raw('now() - make_interval(days => ?)', [WAIT_DAYS]))
      .update({ state: 'expired' });
    await noteEvent(tx, sheet, 'expired', count);
    await tx.db(SHEET).where({ id: sheet.id }).update({ expiry_told_at: null });
  }
}

/** A spreadsheet that has stopped; `total`: how many have. */
type StoppedSheet = Pick<SheetRow, 'id' | 'name' | 'state' | 'note'> & { total: number };

/** A company's first spreadsheets that have stopped: of its own Google account, and of its clients' where it is an agency. */
export const stoppedSheets = async (ctx: Ctx, most: number): Promise<StoppedSheet[]> =>
  (await ctx
    .db(`${SHEET} as s`)
    .join(`${ACCOUNT} as a`, 'a.id', 's.account_id')
    .where('a.company_id', ctx.tenant.id)
    .whereNot('s.state', 'ok')
    .orderBy('s.id')
    .limit(most)
    .select('s.id', 's.name', 's.state', 's.note', ctx.db.raw('count(*) over ()::int as total'))) as StoppedSheet[];
