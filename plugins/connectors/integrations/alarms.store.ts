import type { Knex } from 'knex';
import type { Ctx } from '../../../core/contract.ts';
import { STEP } from './bulk/bulk-updates.store.ts';
import { BROKEN } from './connections.store.ts';
import { HELD_DAYS, heldFor } from './deliveries.store.ts';

const AT_ONCE = 200;
/** Days before held leads are discarded, when their owner is told. */
const WARNING_DAYS = 7;

export interface Alarm {
  id: number;
  company_id: number;
  name: string;
  state: string;
  last_result: string;
}
const COLUMNS = ['id', 'company_id', 'name', 'state', 'last_result'];

/** Not working, and nobody was told; one that a person switched off is not missed. */
const untold = (db: Knex): Knex.QueryBuilder =>
  db('integrations_connection as c')
    .whereIn('state', BROKEN)
    .whereNull('told_at')
    .where((either) => either.where('enabled', true).orWhere('state', 'disabled'));

/** Holding leads that are soon discarded. */
const ending = (db: Knex): Knex.QueryBuilder =>
  db('integrations_connection as c')
    .whereNull('expiry_told_at')
    .whereExists(heldFor(db, HELD_DAYS - WARNING_DAYS).whereRaw('connection_id = c.id'));

const rootsOf = async (rows: Knex.QueryBuilder): Promise<number[]> =>
  ((await rows.distinct('root_id as root')) as { root: number }[]).map((row) => row.root);

export const rootsUntold = (platform: Knex): Promise<number[]> => rootsOf(untold(platform));

export const rootsWithOldLeads = async (platform: Knex): Promise<number[]> => [
  ...new Set([...(await rootsOf(ending(platform))), ...(await rootsOf(expired(platform)))]),
];

const expired = (db: Knex): Knex.QueryBuilder => heldFor(db, HELD_DAYS);

/** Takes connections whose owners are to be told that they do not work. */
export const takeUntold = (tx: Ctx): Promise<Alarm[]> => take(tx, untold(tx.db), 'told_at');

/** Takes connections whose owners are to be told that held leads are soon discarded. */
export const takeEnding = (tx: Ctx): Promise<Alarm[]> => take(tx, ending(tx.db), 'expiry_told_at');

async function take(tx: Ctx, found: Knex.QueryBuilder, column: 'told_at' | 'expiry_told_at'): Promise<Alarm[]> {
  const ids = (await found.orderBy('c.id').limit(AT_ONCE).forUpdate().skipLocked().select('c.id')) as { id: number }[];
  return (await tx
    .db('integrations_connection')
    .whereIn(
      'id',
      ids.map((row) => row.id),
    )
    .update({ [column]: tx.db.fn.now() })
    .returning(COLUMNS)) as Alarm[];
}

/** Gives up what was held for too long, a step at a time: the job comes again for the others. A connection that holds nothing old any more may warn again another time. */
export async function discardOld(tx: Ctx): Promise<void> {
  await tx
    .db('integrations_delivery as d')
    .withMaterialized('old', expired(tx.db).orderBy('id').limit(STEP).forUpdate().select('id'))
    .updateFrom('old')
    .where('d.id', tx.db.ref('old.id'))
    .update({ state: 'discarded', response: 'integrations.log.expired', held_at: null, finished_at: tx.db.fn.now() });
  await tx
    .db('integrations_connection as c')
    .whereNotNull('expiry_told_at')
    .whereNotExists(heldFor(tx.db, HELD_DAYS - WARNING_DAYS).whereRaw('connection_id = c.id'))
    .update({ expiry_told_at: null });
}
