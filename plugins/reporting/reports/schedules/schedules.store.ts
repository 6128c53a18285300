import type { Knex } from 'knex';
import { type Ctx, pageOfFound, rowsAndTotal } from '../../../../core/contract.ts';
import { Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import type { FileFormat } from '../files/formats.ts';
import type { Frequency } from './calendar.ts';

export interface Schedule {
  id: number;
  company_id: number;
  agency_id: number;
  campaign_id: number | null;
  report: string;
  filters: Record<string, string | number>;
  frequency: Frequency | 'never';
  format: FileFormat;
  recipients: number[];
  is_paused: boolean;
  next_at: Date | null;
  created_by: number | null;
  created_at: Date;
}
export interface Delivery {
  id: string;
  schedule_id: number;
  company_id: number;
  first: string;
  last: string;
  recipient: string;
  account_id: number | null;
  state: 'waiting' | 'sent' | 'left_out' | 'failed';
  note: string;
  tries: number;
}
/** A delivery as lists show it, with how its mail did. */
export interface ListedDelivery extends Delivery {
  created_at: Date;
  sent_at: Date | null;
  mail_state: string | null;
}

const DELIVERY = ['d.id', 'd.schedule_id', 'd.company_id', 'd.recipient', 'd.account_id', 'd.state', 'd.note', 'd.tries'] as const;
const days = (db: Knex): Knex.Raw => db.raw(`to_char(d.first, 'YYYY-MM-DD') as first, to_char(d.last, 'YYYY-MM-DD') as last`);

/** A page of those that go to anybody: what somebody saved, the newest first, and then what campaigns with recipients have. */
export async function pageOfSchedules(ctx: Ctx, at: { offset: number; perPage: number }): Promise<{ rows: Schedule[]; total: number }> {
  const found = ctx
    .query('ReportSchedule')
    .where(
      (q) =>
        void q
          .whereNull('campaign_id')
          .orWhere((of) => void of.whereNot({ frequency: 'never' }).whereIn('campaign_id', ctx.use(Campaigns).reported())),
    );
  const { ids, total } = await pageOfFound<number>(ctx.db, found, {
    ...at,
    order: [
      [ctx.db.raw('campaign_id is not null'), 'asc'],
      ['id', 'desc'],
    ],
  });
  const rows = (await ctx.db('reports_schedule').whereIn('id', ids).orderByRaw('campaign_id is not null, id desc')) as Schedule[];
  return { rows, total };
}

/** Companies with a report that is due. */
export const companiesDue = async (db: Knex, now: Date): Promise<number[]> =>
  (await db('reports_schedule').where('next_at', '<=', now).distinct('company_id').pluck('company_id')) as number[];

/** What is due of a company, locked: another process passes it over. */
export const lockDue = (db: Knex, companyId: number, now: Date): Promise<Schedule[]> =>
  db('reports_schedule').where({ company_id: companyId }).where('next_at', '<=', now).orderBy('id').limit(100).forUpdate().skipLocked();

export const scheduleOf = (db: Knex, id: number): Promise<Schedule | undefined> => db('reports_schedule').where({ id }).first();

export const change = (db: Knex, id: number, fields: Partial<Schedule>): Promise<number> =>
  db('reports_schedule').where({ id }).update(fields);

/** Puts down to whom a period goes. Who has it already is left as they are. */
export async function putDown(
  db: Knex,
  { id, company_id }: Schedule,
  period: { first: string; last: string },
  to: readonly { recipient: string; account_id: number | null; state?: 'left_out'; note?: string }[],
): Promise<void> {
  if (to.length === 0) return;
  await db('reports_delivery')
    .insert(to.map((one) => ({ schedule_id: id, company_id, ...period, ...one })))
    .onConflict(['company_id', 'schedule_id', 'first', 'last', 'recipient'])
    .ignore();
}

/** Agencies, and roots, with something to send. */
export const agenciesWaiting = async (platform: Knex): Promise<number[]> =>
  (await platform('reports_delivery')
    .whereRaw(`state = 'waiting'`)
    .where('try_at', '<=', platform.fn.now())
    .distinct('agency_id')
    .pluck('agency_id')) as number[];

/** The next one of an agency, or of the root, to send, locked until it is. */
export const claim = async (db: Knex, agencyId: number): Promise<Delivery | undefined> =>
  db('reports_delivery as d')
    .where({ state: 'waiting', agency_id: agencyId })
    .where('try_at', '<=', db.fn.now())
    .orderBy('try_at')
    .forUpdate('d')
    .skipLocked()
    .first(...DELIVERY, days(db)) as Promise<Delivery | undefined>;

export const settle = (db: Knex, id: string, fields: Partial<Delivery> & { mail_ref?: string | null }): Promise<number> =>
  db('reports_delivery')
    .where({ id })
    .update({ ...fields, ...(fields.state === 'sent' && { sent_at: db.fn.now() }) });

/** Comes again later, or not any more. */
export const putOff = (db: Knex, id: string, seconds: number | null): Promise<number> =>
  db('reports_delivery')
    .where({ id, state: 'waiting' })
    .update({
      tries: db.raw('tries + 1'),
      ...(seconds === null ? { state: 'failed', note: 'error' } : { try_at: db.raw('now() + make_interval(secs => ?)', [seconds]) }),
    });

/** Sends anew what is no longer waiting; what was sent anew within the last minute was asked for by the same click. */
export const sendAnew = (db: Knex, id: string): Promise<number> =>
  db('reports_delivery')
    .where({ id })
    .whereNot({ state: 'waiting' })
    .whereRaw(`(state <> 'sent' or try_at = created_at or try_at < now() - interval '1 minute')`)
    .update({ state: 'waiting', note: '', tries: 0, try_at: db.fn.now(), mail_ref: null });

/** Deliveries of a schedule that the caller may see, the newest first. */
export async function deliveriesOf(
  ctx: Ctx,
  of: { schedule_id: number } | { campaign_id: number },
  at: { offset: number; perPage: number },
): Promise<{ rows: ListedDelivery[]; total: number }> {
  const which = ctx.query('ReportSchedule').where('campaign_id' in of ? { campaign_id: of.campaign_id } : { id: of.schedule_id });
  const query = ctx.db('reports_delivery as d').whereIn('d.schedule_id', which.select('id'));
  const read = (found: Knex.QueryBuilder): Knex.QueryBuilder =>
    found
      .leftJoin('core_public_mail as m', 'm.ref', 'd.mail_ref')
      .orderBy([{ column: 'd.created_at', order: 'desc' }, { column: 'd.recipient' }])
      .select(...DELIVERY, days(ctx.db), 'd.created_at', 'd.sent_at', 'm.state as mail_state');
  return rowsAndTotal<ListedDelivery>(ctx, query, read, at);
}

/** The newest period of each schedule: how many got it, and for how many it failed or waits. */
export async function lastResults(ctx: Ctx, ids: readonly number[]): Promise<Map<number, LastResult>> {
  const { rows } = (await ctx.db.raw(
    `select distinct on (d.schedule_id) d.schedule_id as id, to_char(d.last, 'YYYY-MM-DD') as last, max(d.sent_at) as sent_at,
       count(*) filter (where d.state = 'sent' and m.state is distinct from 'failed')::int as sent,
       count(*) filter (where d.state = 'failed' or m.state = 'failed')::int as failed,
       count(*) filter (where d.state = 'left_out')::int as left_out, count(*) filter (where d.state = 'waiting')::int as waiting
     from reports_delivery d left join core_public_mail m on m.ref = d.mail_ref
     where d.schedule_id = any(?::int[]) group by d.schedule_id, d.first, d.last order by d.schedule_id, d.last desc`,
    [ids as unknown as Knex.RawBinding],
  )) as { rows: LastResult[] };
  return new Map(rows.map((row) => [row.id, row]));
}
export interface LastResult {
  id: number;
  last: string;
  sent_at: Date | null;
  sent: number;
  failed: number;
  left_out: number;
  waiting: number;
}
