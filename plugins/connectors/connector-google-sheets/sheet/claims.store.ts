import type { Knex } from 'knex';
import type { Ctx } from '../../../../core/contract.ts';
import { accountById, type AccountRow } from '../account/account.store.ts';
import { ROW, SHEET, type SheetRow } from './sheet.store.ts';

/** A spreadsheet in this worker's hands. */
export interface Claim {
  token: string;
  sheet: SheetRow;
  account: AccountRow;
}
/** Longer than any single call takes; each step begins it anew. */
const LEASE = '2 minutes';
/** Leads of one call. */
const AT_ONCE = 500;

/** With something to do, nobody at it, and its account neither resting nor in another worker's hands: Google counts calls by account. */
const SERVABLE = `s.state = 'ok' and s.account_state = 'ok' and s.due_at <= now()
  and (s.lease_until is null or s.lease_until < now()) and (a.rest_until is null or a.rest_until <= now())
  and not exists (select from ${SHEET} o where o.account_id = s.account_id and o.lease_until >= now())`;
const FROM = `${SHEET} s join connector_google_sheets_account a on a.id = s.account_id`;

/** Root companies below which there is something to write. */
export async function rootsWithWork(platform: Knex): Promise<number[]> {
  const { rows } = (await platform.raw(`select distinct s.root_id from ${FROM} where ${SERVABLE}`)) as { rows: { root_id: number }[] };
  return rows.map(({ root_id }) => root_id);
}

/** Takes the spreadsheet that has waited longest for its turn, or the one that is named; null where there is none to take. */
export async function claimNext(tx: Ctx, id?: number): Promise<Claim | null> {
  const token = crypto.randomUUID();
  const {
    rows: [sheet],
  } = (await tx.db.raw(
    `update ${SHEET} set claim = :token, lease_until = now() + interval '${LEASE}', served_at = clock_timestamp()
     where id = (select s.id from ${FROM} where ${SERVABLE} and (:id::int is null or s.id = :id)
       order by s.served_at nulls first, s.id limit 1 for update of s, a skip locked)
     returning *`,
    { token, id: id ?? null } as never,
  )) as { rows: SheetRow[] };
  const account = sheet ? await accountById(tx, sheet.account_id) : null;
  return sheet && account ? { token, sheet, account } : null;
}

/** The claim was lost: another worker has the spreadsheet, or a person began it anew. */
export class ClaimLost extends Error {}

/** Locks the spreadsheet for what is written down of it, and answers it as it is now. Throws where the claim was lost. */
export async function held(tx: Ctx, { token, sheet }: Claim): Promise<SheetRow> {
  const row = (await tx.db(SHEET).where({ id: sheet.id, claim: token }).forUpdate().first()) as SheetRow | undefined;
  if (!row) throw new ClaimLost();
  await tx
    .db(SHEET)
    .where({ id: sheet.id })
    .update({ lease_until: tx.db.raw(`now() + interval '${LEASE}'`) });
  return row;
}

export const change = async (tx: Ctx, { id }: { id: number }, what: Record<string, unknown>): Promise<void> =>
  void (await tx.db(SHEET).where({ id }).update(what));

/** Hands the spreadsheet back, due again now where leads wait, or else when its rows are compared next. */
export async function release(tx: Ctx, claim: Claim, what: Record<string, unknown> = {}): Promise<void> {
  await held(tx, claim);
  await tx
    .db(SHEET)
    .where({ id: claim.sheet.id })
    .update({
      claim: null,
      lease_until: null,
      due_at: tx.db.raw(
        `case when trying is not null or share_due or not ready or exists (select from ${ROW} r where r.sheet_id = ${SHEET}.id and r.state = 'pending')
           or exists (select from connector_google_sheets_erasure e where e.sheet_id = ${SHEET}.id and e.state = 'waiting')
         then now() else look_at end`,
      ),
      ...what,
    });
}

export interface Batch {
  number: number;
  leadIds: string[];
  /** It was begun before, and nobody knows how it ended. */
  isResumed: boolean;
}

/** The batch to send: the one that was begun before, or the oldest leads that wait, noted as begun. Null where none wait. */
export async function takeBatch(tx: Ctx, claim: Claim): Promise<Batch | null> {
  const sheet = await held(tx, claim);
  const rows = () => tx.db(ROW).where({ sheet_id: sheet.id, state: 'pending' });
  const ids = async (query: Knex.QueryBuilder): Promise<string[]> => (await query.orderBy('lead_id').pluck('lead_id')) as string[];
  if (sheet.trying !== null) return { number: sheet.trying, leadIds: await ids(rows().where({ batch: sheet.trying })), isResumed: true };
  const leadIds = await ids(rows().limit(AT_ONCE));
  if (leadIds.length === 0) return null;
  const number = sheet.mark + 1;
  await rows().whereIn('lead_id', leadIds).update({ batch: number });
  await change(tx, sheet, { trying: number });
  return { number, leadIds, isResumed: false };
}

/** Notes a batch as written. Rows of leads that are gone are not asked for again. */
export async function finishBatch(tx: Ctx, claim: Claim, batch: Batch, gone: readonly string[], isThere: boolean): Promise<number> {
  const sheet = await held(tx, claim);
  const rows = () => tx.db(ROW).where({ sheet_id: sheet.id, batch: batch.number, state: 'pending' });
  if (gone.length > 0)
    await rows()
      .whereIn('lead_id', [...gone])
      .update({ state: 'gone' });
  const written = isThere ? await rows().update({ state: 'written' }) : 0;
  await change(tx, sheet, {
    trying: null,
    last_at: tx.db.fn.now(),
    written: sheet.written + written,
    ...(isThere ? { mark: batch.number } : {}),
  });
  return written;
}
