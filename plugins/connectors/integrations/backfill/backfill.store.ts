import type { Knex } from 'knex';
import type { Ctx } from '../../../../core/contract.ts';
import { type Lead, type LeadPlace, Leads } from '../../../lead-intake/leads/contract.ts';
import type { ConnectionRow } from '../connections.store.ts';
import { AS_NEW } from '../deliveries.store.ts';
import type { BackfillRow } from '../rows.gen.ts';
import { type Rules, unmet } from '../sending/rules.ts';

/** Leads of a backfill that wait at one time: what is new comes after no more than these. */
const AHEAD = 100;
/** Leads that one step looks at. */
const STEP = 200;
/** States of deliveries that are no reason against sending a lead: a rule or a person stopped it. */
const UNSENT = ['skipped', 'discarded'] as const;

/** Running, of a connection that is open, with few of its leads waiting. */
const DUE = `b.state = 'running' and c.open
  and (select count(*) from integrations_delivery d where d.backfill_id = b.id and d.state in ('pending', 'failed')) < ${AHEAD}`;

export async function rootsWithBackfills(platform: Knex): Promise<number[]> {
  const { rows } = (await platform.raw(
    `select distinct b.root_id from integrations_backfill b join integrations_connection c on c.id = b.connection_id where ${DUE}`,
  )) as { rows: { root_id: number }[] };
  return rows.map((row) => row.root_id);
}

/** A backfill that may go on, locked; null where there is none that nobody else has in hand. */
export async function dueBackfill(tx: Ctx): Promise<(BackfillRow & { rules: Rules }) | null> {
  const { rows } = (await tx.db.raw(
    `select b.*, c.rules from integrations_backfill b join integrations_connection c on c.id = b.connection_id
     where ${DUE} order by b.id limit 1 for update of b skip locked`,
  )) as { rows: (BackfillRow & { rules: Rules })[] };
  return rows[0] ?? null;
}

/** Queues the next leads of a backfill that fit its connection's rules and never arrived there; reads leads as the caller's company does. */
export async function goOn(own: Ctx, backfill: BackfillRow & { rules: Rules }): Promise<void> {
  const { id, connection_id: connection, company_id: company, place_id: lead, place_at: at } = backfill;
  const place: LeadPlace | null = lead !== null && at !== null ? { id: lead, at } : null;
  const { rows, next } = await own.use(Leads).walk({ from: backfill.from_at, to: backfill.to_at, isTest: false }, place, STEP);
  const wanted = rows.filter((row) => isSendable(own, backfill.rules, row)).map((row) => row.id);
  const queued = wanted.length === 0 ? 0 : await queue(own, { id, connection, company }, wanted);
  await own
    .db('integrations_backfill')
    .where({ id })
    .update({
      queued: own.db.raw('queued + ?', [queued]),
      ...(next ? { place_id: next.id, place_at: next.at } : { state: 'done', finished_at: own.db.fn.now() }),
    });
}

const isSendable = (ctx: Ctx, rules: Rules, lead: Lead): boolean => !lead.isErased && unmet(ctx, rules, lead) === null;

async function queue(ctx: Ctx, of: { id: number; connection: number; company: number }, leads: readonly string[]): Promise<number> {
  const { rowCount } = (await ctx.db.raw(
    `insert into integrations_delivery (company_id, connection_id, lead_id, backfill_id)
     select :company, :connection, l.id, :id from unnest(:leads::uuid[]) with ordinality as l(id, at) order by l.at
     on conflict (connection_id, subject, trigger, occasion, replay_no) do update
       set state = 'pending', attempts = 0, next_at = now(), held_at = null, finished_at = null, backfill_id = excluded.backfill_id
       where integrations_delivery.state = any(:unsent)`,
    { ...of, leads, unsent: UNSENT } as never,
  )) as { rowCount: number };
  return rowCount;
}

/** What a backfill would send, counted up to so many leads. */
export async function countedFor(
  ctx: Ctx,
  row: ConnectionRow,
  span: { from: Date; to: Date },
  most: number,
): Promise<{ leads: number; arrived: number; toSend: number; isLeast: boolean }> {
  let place: LeadPlace | null = null;
  let [leads, toSend, seen] = [0, 0, 0];
  do {
    const step: { rows: Lead[]; next: LeadPlace | null } = await ctx.use(Leads).walk({ ...span, isTest: false }, place, 1_000);
    const wanted = step.rows.filter((lead) => isSendable(ctx, row.rules, lead)).map((lead) => lead.id);
    const sent = new Set(await arrivedAmong(ctx, row.id, wanted));
    seen += step.rows.length;
    leads += wanted.length;
    toSend += wanted.filter((id) => !sent.has(id)).length;
    place = step.next;
  } while (place && seen < most);
  return { leads, toSend, arrived: leads - toSend, isLeast: place !== null };
}

/** Leads that a backfill leaves alone: they arrived, or they wait or are held already. */
const arrivedAmong = async (ctx: Ctx, connection: number, leads: readonly string[]): Promise<string[]> =>
  leads.length === 0
    ? []
    : ((await ctx
        .db('integrations_delivery')
        .where({ connection_id: connection, replay_no: 0, ...AS_NEW })
        .whereRaw('lead_id = any(?::uuid[])', [leads as unknown as Knex.RawBinding])
        .whereNotIn('state', [...UNSENT])
        .pluck('lead_id')) as string[]);

/** Begins one; null where one is running already. */
export async function insertBackfill(
  ctx: Ctx,
  row: ConnectionRow,
  its: { first: string; last: string; from: Date; to: Date; total: number },
): Promise<number | null> {
  const [made] = (await ctx
    .db('integrations_backfill')
    .insert({
      company_id: row.company_id,
      connection_id: row.id,
      first: its.first,
      last: its.last,
      from_at: its.from,
      to_at: its.to,
      total: its.total,
      created_by: ctx.actor.id,
    })
    .onConflict(ctx.db.raw(`(connection_id) where state = 'running'`))
    .ignore()
    .returning('id')) as { id: number }[];
  return made?.id ?? null;
}

const WAITING = ['pending', 'failed', 'held'] as const;

/** Ends one that still has leads to send: they are given up. Answers how many were queued; null where it is over. */
export async function cancelBackfill(ctx: Ctx, connection: number, id: number): Promise<number | null> {
  const ended = await ctx
    .db('integrations_backfill')
    .where({ id, connection_id: connection })
    .whereNot({ state: 'cancelled' })
    .where((going) =>
      going.where({ state: 'running' }).orWhereExists(
        ctx
          .db('integrations_delivery')
          .where({ backfill_id: id })
          .whereIn('state', [...WAITING]),
      ),
    )
    .update({ state: 'cancelled', finished_at: ctx.db.fn.now() });
  if (ended === 0) return null;
  return ctx
    .query('Delivery', 'update')
    .where({ backfill_id: id })
    .whereIn('state', [...WAITING])
    .where((free) => free.whereNull('lease_until').orWhereRaw('lease_until < now()'))
    .update({ state: 'discarded', held_at: null, finished_at: ctx.db.fn.now(), response: 'integrations.log.cancelled' });
}

const SHOWN = 20;
/** Those of a connection, the newest first, with how many of their leads arrived. */
export const backfillsOf = async (ctx: Ctx, connection: number): Promise<(BackfillRow & { arrived: number; waiting: number })[]> =>
  (await ctx
    .db('integrations_backfill as b')
    .where({ connection_id: connection })
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .select(
      'b.*',
      ctx.db.raw(`to_char(first, 'YYYY-MM-DD') as first, to_char(last, 'YYYY-MM-DD') as last`),
      ctx.db.raw(`(select count(*)::int from integrations_delivery d where d.backfill_id = b.id and d.state = 'delivered') as arrived`),
      ctx.db.raw(
        `(select count(*)::int from integrations_delivery d where d.backfill_id = b.id and d.state in ('pending', 'failed', 'held')) as waiting`,
      ),
    )) as (BackfillRow & { arrived: number; waiting: number })[];
