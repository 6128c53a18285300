import type { Knex } from 'knex';
import type { Ctx } from '../../../../core/contract.ts';
import type { Person } from '../../../foundation/privacy/contract.ts';
import { inSeconds } from '../connection-state.store.ts';
import { openOne, type Sealed } from '../credentials.ts';

/**
 * `failed`: tried again by itself. `refused`: the other system does not do it. `manual`: it offers no call for it, or is not connected any more. Both wait for somebody who
 * does it there and says so (`confirmed`).
 */
export const ERASURE_STATES = ['pending', 'failed', 'done', 'refused', 'manual', 'confirmed'] as const;
export type ErasureState = (typeof ERASURE_STATES)[number];
/** Those in which somebody must do something. */
export const FOR_PEOPLE = ['refused', 'manual'] as const;

export interface ErasureRow {
  id: string;
  key: string;
  company_id: number;
  connection_id: number | null;
  connector: string;
  name: string;
  refs: string[];
  /** Sealed e-mail addresses; empty once they are needed no more. */
  person: string;
  state: ErasureState;
  attempts: number;
  response: string;
  asked_at: Date;
  finished_at: Date | null;
}
const TABLE = 'integrations_erasure';
const LEASE = '2 minutes';
const placeOf = (key: string): string => `${TABLE}|${key}`;

/** Asks every system to which the person's leads went to erase them there; answers how many. Asks no delivery a second time. */
export async function askErasures(ctx: Ctx, { leads, emails }: Person, request: number): Promise<number> {
  const ids = leads as unknown as Knex.RawBinding;
  const { rows } = (await ctx.db.raw('select owner, connection from integrations_to_erase(?, ?::uuid[])', [ctx.tenant.id, ids])) as {
    rows: { owner: number; connection: number }[];
  };
  for (const { owner, connection } of rows) {
    const key = crypto.randomUUID();
    const sealed = await ctx.secrets.seal(owner, `${placeOf(key)}|person`, JSON.stringify(emails));
    await ctx.db.raw('select integrations_ask_erasure(?, ?::uuid[], ?, ?, ?, ?)', [ctx.tenant.id, ids, connection, key, sealed, request]);
  }
  return rows.length;
}

/** The addresses of whom an erasure is about; none once it is over. Throws 409 where they do not open. */
export const emailsOf = async (
  ctx: Ctx,
  { company_id: company, key, person }: Pick<ErasureRow, 'company_id' | 'key' | 'person'>,
): Promise<string[]> => (person === '' ? [] : (JSON.parse(await openOne(ctx, company, placeOf(key), 'person', person)) as string[]));

/** Waiting, and no call that may still make something of the person is under way. */
const DUE = `e.state in ('pending', 'failed') and e.next_at <= now() and (e.lease_until is null or e.lease_until < now())
  and not exists (select from integrations_delivery d where d.erasure_id = e.id and d.lease_until > now())`;

export async function rootsWithErasures(platform: Knex): Promise<number[]> {
  const { rows } = (await platform.raw(`select distinct root_id from ${TABLE} e where ${DUE}`)) as { rows: { root_id: number }[] };
  return rows.map((row) => row.root_id);
}

/** An erasure in this worker's hands, with its connection if that is still there. */
export interface ClaimedErasure extends ErasureRow {
  claim: string;
  connection: (Sealed & { revision: number }) | null;
}

export async function claimErasure(tx: Ctx): Promise<ClaimedErasure | null> {
  const { rows } = (await tx.db.raw(
    `update ${TABLE} set claim = gen_random_uuid(), lease_until = now() + interval '${LEASE}', attempts = attempts + 1,
       refs = (select coalesce(array_agg(distinct d.ref) filter (where d.ref <> ''), '{}') from integrations_delivery d where d.erasure_id = ${TABLE}.id)
     where id = (select e.id from ${TABLE} e where ${DUE} order by e.next_at, e.id limit 1 for update skip locked)
     returning *`,
  )) as { rows: (ErasureRow & { claim: string })[] };
  const [row] = rows;
  if (!row) return null;
  const connection =
    row.connection_id === null ? undefined : await tx.db('integrations_connection').where({ id: row.connection_id }).first();
  return { ...row, connection: (connection as ClaimedErasure['connection']) ?? null };
}

/** How a try ended; `again`: seconds until the next one. */
export interface ErasureEnding {
  state: ErasureState;
  response: string;
  again?: number;
  /** No call was made, and the try does not count. */
  uncounted?: true;
}

/** Writes down how a try ended; false where it is in other hands. Whom it was about is forgotten once it is done. */
export async function finishErasure(tx: Ctx, { id, claim }: Pick<ClaimedErasure, 'id' | 'claim'>, ending: ErasureEnding): Promise<boolean> {
  const isOver = ending.state === 'done';
  const changed = await tx
    .db(TABLE)
    .where({ id, claim })
    .update({
      state: ending.state,
      ...(ending.uncounted ? { attempts: tx.db.raw('attempts - 1') } : { response: ending.response }),
      claim: null,
      lease_until: null,
      next_at: inSeconds(tx, ending.again ?? 0),
      ...(isOver ? { person: '', refs: [], finished_at: tx.db.fn.now() } : {}),
    });
  if (changed === 1 && isOver) await forgetRefs(tx, id);
  return changed === 1;
}

/** By what the other system knew the person is needed no more. */
const forgetRefs = async (tx: Ctx, id: string): Promise<void> =>
  void (await tx.db('integrations_delivery').where({ erasure_id: id }).update({ ref: '', steps: '{}' }));

/** A person erased them at the other end; false where nobody waits for that. */
export async function confirmErasure(ctx: Ctx, id: number): Promise<ErasureRow | null> {
  const [row] = (await ctx
    .query('Erasure', 'update')
    .where('integrations_erasure.id', id)
    .whereIn('state', ['failed', ...FOR_PEOPLE])
    .update({ state: 'confirmed', person: '', refs: [], claim: null, lease_until: null, finished_at: ctx.db.fn.now() })
    .returning('*')) as ErasureRow[];
  if (row) await forgetRefs(ctx, row.id);
  return row ?? null;
}

/** Asks the other system once more; false where it is asked anyway, or has done it. */
export async function askAgain(ctx: Ctx, id: number): Promise<boolean> {
  const asked = await ctx
    .query('Erasure', 'update')
    .where('integrations_erasure.id', id)
    .whereIn('state', ['failed', ...FOR_PEOPLE])
    .update({ state: 'pending', attempts: 0, next_at: ctx.db.fn.now() });
  return asked > 0;
}

/** Those of the caller's company, what waits for somebody first, then the newest. */
export async function erasurePage(
  ctx: Ctx,
  which: { connection?: number; offset: number; perPage: number },
): Promise<{ rows: ErasureRow[]; total: number }> {
  const query = ctx.query('Erasure');
  if (which.connection !== undefined) void query.where('connection_id', which.connection);
  const rows = (await query
    .orderByRaw(`state in ('refused', 'manual') desc, integrations_erasure.id desc`)
    .offset(which.offset)
    .limit(which.perPage)
    .select('integrations_erasure.*', ctx.db.raw('count(*) over ()::int as of'))) as (ErasureRow & { of: number })[];
  return { rows, total: rows[0]?.of ?? 0 };
}
