import type { Knex } from 'knex';
import type { Ctx } from '../../../core/contract.ts';

export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'held', 'rejected', 'discarded', 'skipped'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Days for which a lead is held; then it is discarded from the queue. The lead itself stays where it is. */
export const HELD_DAYS = 30;

export interface DeliveryRow {
  id: string;
  connection_id: number;
  event_id: string;
  /** What happened, and to what: a lead, or else a thing such as `invoice:17`. Neither for a test of the connection. */
  trigger: string;
  lead_id: string | null;
  thing: string | null;
  subject: string | null;
  occasion: string;
  replay_no: number;
  is_test: boolean;
  state: DeliveryState;
  attempts: number;
  next_at: Date;
  response: string;
  /** What the other system calls the record that it made of the lead. */
  ref: string;
  created_at: Date;
  held_at: Date | null;
  finished_at: Date | null;
}

/** One occasion of several things of a company. */
export interface Happened {
  trigger: string;
  companyId: number;
  subjects: readonly string[];
  occasion: string;
  isTest: boolean;
  /** Only for connections that chose to send it before then. */
  since?: Date;
}

/**
 * Makes a delivery of each thing for every connection of the company and of its agency that sends this, held where the connection is not open. Answers
 * how many can be sent. What was queued before is not queued again.
 */
export async function fanOut(ctx: Ctx, { companyId, trigger, subjects, occasion, isTest, since }: Happened): Promise<number> {
  const { rows } = (await ctx.db.raw('select integrations_fan_out(?, ?, ?::text[], ?, ?, ?::timestamptz) as due', [
    companyId,
    trigger,
    subjects,
    occasion,
    isTest,
    since ?? null,
  ] as never)) as { rows: [{ due: number }] };
  return rows[0].due;
}

/** New leads are what the outcome of a lead, sending it again and sending earlier ones are about. */
export const AS_NEW = { trigger: 'lead.created' } as const;
/** Tests are of nothing that could be sent again. */
const OF_SOMETHING = 'subject is not null';

/** One page of a connection's log, newest first. */
export async function deliveryPage(
  ctx: Ctx,
  connectionId: number,
  query: { state?: string; offset: number; perPage: number },
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const wanted = () => {
    const found = ctx.query('Delivery').where('integrations_delivery.connection_id', connectionId);
    return query.state ? found.where('state', query.state) : found;
  };
  const rows = (await wanted().orderBy('id', 'desc').offset(query.offset).limit(query.perPage)) as DeliveryRow[];
  const [{ count }] = (await wanted().count({ count: '*' })) as [{ count: string }];
  return { rows, total: Number(count) };
}

export async function deliveryFor(ctx: Ctx, connectionId: number, id: number): Promise<DeliveryRow | null> {
  return (
    ((await ctx.query('Delivery', 'update').where({ 'integrations_delivery.id': id, connection_id: connectionId }).first()) as
      | DeliveryRow
      | undefined) ?? null
  );
}

/** Where a lead was sent by the actor's connections, the newest first. */
export async function deliveriesOfLead(
  ctx: Ctx,
  leadId: string,
  at: { offset: number; perPage: number },
): Promise<{ rows: (DeliveryRow & { name: string })[]; total: number }> {
  const rows = (await ctx
    .query('Delivery')
    .where({ lead_id: leadId })
    .orderBy('integrations_delivery.id', 'desc')
    .offset(at.offset)
    .limit(at.perPage)
    .select(
      'integrations_delivery.*',
      ctx.db.raw('(select c.name from integrations_connection c where c.id = integrations_delivery.connection_id)'),
      ctx.db.raw('count(*) over ()::int as of'),
    )) as (DeliveryRow & { name: string; of: number })[];
  return { rows, total: rows[0]?.of ?? 0 };
}

/** By connection the last delivery of a lead. */
export async function newestOfLead(ctx: Ctx, leadId: string): Promise<Map<number, DeliveryRow>> {
  const rows = (await ctx
    .query('Delivery', 'update')
    .where({ lead_id: leadId, ...AS_NEW })
    .orderBy('replay_no')) as DeliveryRow[];
  return new Map(rows.map((row) => [row.connection_id, row]));
}

/** Queues a lead that a connection has not had yet; false where it was queued meanwhile. */
export async function insertDelivery(ctx: Ctx, connectionId: number, lead: { id: string; isTest: boolean }): Promise<boolean> {
  const made = await ctx
    .db('integrations_delivery')
    .insert({ company_id: ctx.tenant.id, connection_id: connectionId, lead_id: lead.id, is_test: lead.isTest })
    .onConflict(['connection_id', 'subject', 'trigger', 'occasion', 'replay_no'])
    .ignore()
    .returning('id');
  return made.length > 0;
}

/** Puts one delivery that did not arrive back into the queue, under the same id; false where it waits already. */
export const requeueDelivery = async (ctx: Ctx, id: string): Promise<boolean> =>
  (await ctx
    .query('Delivery', 'update')
    .where({ 'integrations_delivery.id': id })
    .whereRaw(OF_SOMETHING)
    .whereNotIn('state', ['pending', 'delivered'])
    .update({ state: 'pending', attempts: 0, next_at: ctx.db.fn.now(), held_at: null, finished_at: null })) > 0;

/** Sends once more what has arrived before, as a delivery of its own. A second click finds it made already. */
export async function repeatDelivered(ctx: Ctx, row: DeliveryRow): Promise<number> {
  const { rowCount } = (await ctx.db.raw(
    `insert into integrations_delivery (company_id, connection_id, trigger, lead_id, thing, occasion, is_test, replay_no)
     select company_id, connection_id, trigger, lead_id, thing, occasion, is_test, replay_no + 1 from integrations_delivery where id = ? and subject is not null
     on conflict (connection_id, subject, trigger, occasion, replay_no) do nothing`,
    [row.id],
  )) as { rowCount: number };
  return rowCount;
}

/** Steps of deliveries that have not arrived are made again. */
export async function forgetSteps(tx: Ctx, connectionId: number): Promise<void> {
  await tx
    .db('integrations_delivery')
    .where({ connection_id: connectionId })
    .whereRaw(`state <> 'delivered' and steps <> '{}'`)
    .update({ steps: '{}' });
}

/** Writes down a test of the connection and what the other end said. */
export async function logTest(
  ctx: Ctx,
  connection: { id: number; company_id: number },
  ended: { ok: boolean; response: string; ref: string },
): Promise<void> {
  await ctx.db('integrations_delivery').insert({
    company_id: connection.company_id,
    connection_id: connection.id,
    is_test: true,
    state: ended.ok ? 'delivered' : 'rejected',
    attempts: 1,
    response: ended.response,
    // Under which the made-up lead is found and deleted there.
    ref: ended.ref,
    finished_at: ctx.db.fn.now(),
  });
}

/** What waits for a person, of one connection. */
export interface Unsent {
  held: number;
  rejected: number;
  /** When the first of the held leads is discarded. */
  heldUntil: Date | null;
}

/** What did not arrive through these connections. */
export async function unsentOf(ctx: Ctx, connectionIds: readonly number[]): Promise<Map<number, Unsent>> {
  const rows = (await ctx
    .db('integrations_delivery')
    .whereIn('connection_id', [...connectionIds])
    .whereIn('state', ['held', 'rejected'])
    .whereRaw(OF_SOMETHING)
    .groupBy('connection_id')
    .select(
      'connection_id',
      ctx.db.raw("count(*) filter (where state = 'held')::int as held"),
      ctx.db.raw("count(*) filter (where state = 'rejected')::int as rejected"),
      ctx.db.raw("min(held_at) filter (where state = 'held') + make_interval(days => ?) as until", [HELD_DAYS]),
    )) as { connection_id: number; held: number; rejected: number; until: Date | null }[];
  return new Map(rows.map(({ connection_id, until, ...counts }) => [connection_id, { ...counts, heldUntil: until }]));
}

export const NOTHING_UNSENT: Unsent = { held: 0, rejected: 0, heldUntil: null };

/** A subquery of held deliveries that have been held for at least so many days. */
export const heldFor = (db: Knex, days: number): Knex.QueryBuilder =>
  db('integrations_delivery')
    .whereRaw(`state = 'held'`)
    .where('held_at', '<=', db.raw('now() - make_interval(days => ?)', [days]));
