import type { Knex } from 'knex';
import { type Ctx, notFound, rowsAndTotal } from '../../../core/contract.ts';
import type { Person } from './contract.ts';
import type { RequestRow } from './rows.gen.ts';

export type PrivacyRequest = Omit<RequestRow, 'person' | 'receipt' | 'state'> & {
  state: 'open' | 'erasing' | 'erased' | 'closed';
  person: Person | null;
  receipt: Record<string, number>;
};
export type ShownRequest = PrivacyRequest & { asked_by_name: string | null; erase_by_name: string | null };

const names = (ctx: Ctx): Knex.Raw[] =>
  ['asked_by', 'erase_by'].map((column) =>
    ctx.db.raw('(select a.name from core_public_account a where a.id = ??) as ??', [`privacy_request.${column}`, `${column}_name`]),
  );

export function requestPage(ctx: Ctx, at: { offset: number; perPage: number }): Promise<{ rows: ShownRequest[]; total: number }> {
  const read = (all: Knex.QueryBuilder): Knex.QueryBuilder =>
    all.orderBy('privacy_request.id', 'desc').select('privacy_request.*', ...names(ctx));
  return rowsAndTotal(ctx, ctx.query('PrivacyRequest'), read, at);
}

/** A request that the actor may do this with; 404 for any other. */
export async function requestAt(ctx: Ctx, id: number, action: 'read' | 'create' | 'erase' = 'read'): Promise<ShownRequest> {
  const row = (await ctx
    .query('PrivacyRequest', action)
    .where('privacy_request.id', id)
    .first('privacy_request.*', ...names(ctx))) as ShownRequest | undefined;
  if (!row) throw notFound();
  return row;
}

/** Makes a request, or answers the open one about the same person. */
export async function insertRequest(
  ctx: Ctx,
  request: { label: string; typedHash: Buffer; person: Person },
): Promise<{ id: number; isNew: boolean }> {
  const { rows } = (await ctx.db.raw(
    `insert into privacy_request (company_id, label, typed_hash, person, asked_by) values (?, ?, ?, ?, ?)
     on conflict (company_id, typed_hash) where state = 'open' do update set person = excluded.person returning id, xmax = 0 as "isNew"`,
    [ctx.tenant.id, request.label, request.typedHash, JSON.stringify(request.person), ctx.actor.id || null],
  )) as { rows: [{ id: number; isNew: boolean }] };
  return rows[0];
}

/** Makes a request that is erased at once, or takes up the open one about the same person; answers the one under way where there is one. */
export async function beginErasing(
  ctx: Ctx,
  request: { label: string; typedHash: Buffer; person: Person; origin: 'person' | 'drop' },
): Promise<{ id: number; isNew: boolean }> {
  // Two clicks on one link: the second waits, and finds the first one's.
  await ctx.db.raw('select pg_advisory_xact_lock(?, hashtext(?))', [ctx.tenant.id, request.typedHash.toString('hex')]);
  const at = { company_id: ctx.tenant.id, typed_hash: request.typedHash };
  const underWay = (await ctx
    .db('privacy_request')
    .where({ ...at, state: 'erasing' })
    .first('id')) as { id: number } | undefined;
  if (underWay) return { id: underWay.id, isNew: false };
  const change = { state: 'erasing', person: JSON.stringify(request.person), origin: request.origin, erase_at: ctx.now };
  const [taken] = (await ctx
    .db('privacy_request')
    .where({ ...at, state: 'open' })
    .update(change)
    .returning('id')) as { id: number }[];
  if (taken) return { id: taken.id, isNew: true };
  const [made] = (await ctx
    .db('privacy_request')
    .insert({ ...at, ...change, label: request.label })
    .returning('id')) as [{ id: number }];
  return { id: made.id, isNew: true };
}

/** Ends an open request; answers whether it was open. What it was about is forgotten, unless it is to be erased. */
export async function moveFromOpen(ctx: Ctx, id: number, to: { state: 'erasing'; person: Person } | { state: 'closed' }): Promise<boolean> {
  const change =
    to.state === 'erasing'
      ? { state: to.state, person: JSON.stringify(to.person), erase_by: ctx.actor.id || null, erase_at: ctx.now }
      : { state: to.state, person: null, typed_hash: null, label: '', finished_at: ctx.now };
  const action = to.state === 'erasing' ? 'erase' : 'create';
  return (await ctx.query('PrivacyRequest', action).where('privacy_request.id', id).where({ state: 'open' }).update(change)) > 0;
}

/** How long after erasing it is looked once more for what was on its way meanwhile. */
export const AGAIN_MINUTES = 10;

const DUE = `person is not null and (state = 'erasing' or state = 'erased' and finished_at <= ?::timestamptz - make_interval(mins => ${AGAIN_MINUTES}))`;

/** Companies with somebody to be erased. */
export const companiesDue = async (db: Knex, now: Date): Promise<number[]> =>
  (await db('privacy_request').whereRaw(DUE, [now]).distinct('company_id').pluck('company_id')) as number[];

export const requestsDue = (db: Knex, companyId: number, now: Date): Promise<PrivacyRequest[]> =>
  db('privacy_request').where({ company_id: companyId }).whereRaw(DUE, [now]).orderBy('id');

/** Locks a request; null when it is not in this state any more. */
export const lockRequest = async (db: Knex, id: number, state: PrivacyRequest['state']): Promise<PrivacyRequest | null> =>
  ((await db('privacy_request').where({ id, state }).whereNotNull('person').forUpdate().first()) as PrivacyRequest | undefined) ?? null;

/** Adds to the receipt how many records of a kind were erased. */
export const noteErased = (db: Knex, id: number, kind: string, records: number): Promise<unknown> =>
  db.raw(
    `update privacy_request set receipt = jsonb_set(receipt, array[?], to_jsonb(coalesce((receipt->>?)::int, 0) + ?::int)) where id = ?`,
    [kind, kind, records, id],
  );

export const noteFailure = (db: Knex, id: number): Promise<unknown> => db('privacy_request').where({ id }).increment('tries', 1);

/** It is done; by what they are found is kept until it was looked once more. */
export const finishErasing = (db: Knex, id: number, now: Date): Promise<unknown> =>
  db('privacy_request').where({ id }).update({ state: 'erased', finished_at: now, label: '', typed_hash: null });

export const forgetPerson = (db: Knex, id: number): Promise<unknown> => db('privacy_request').where({ id }).update({ person: null });

/** Closes what nobody has touched for so many days. */
export const closeOld = (db: Knex, now: Date, days: number): Promise<number> =>
  db('privacy_request')
    .where({ state: 'open' })
    .whereRaw('created_at < ?::timestamptz - make_interval(days => ?)', [now, days])
    .update({ state: 'closed', person: null, typed_hash: null, label: '', finished_at: now });
