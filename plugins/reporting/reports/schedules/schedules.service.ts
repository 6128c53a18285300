import { type Ctx, denied, invalid, notFound, T } from '../../../../core/contract.ts';
import { Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import type { FileFormat } from '../files/formats.ts';
import { type AskedReport, type ReportKind } from '../kinds/kind.ts';
import { reportKinds } from '../kinds/kinds.ts';
import { narrowedTexts } from '../kinds/narrowed.ts';
import { type Frequency, nextAfter } from './calendar.ts';
import { peopleOf } from './recipients.ts';
import { lastResults, type LastResult, type Schedule } from './schedules.store.ts';
import { lastZone } from './zones.ts';

/** The reports that are installed and on for the caller's agency. */
export const kindsOf = (ctx: Ctx): ReportKind[] => reportKinds({ areas: ctx.areas, of: (point) => [...ctx.contributions(point)] });

export interface ScheduleInput {
  frequency: Frequency;
  format: FileFormat;
  recipients: readonly number[];
}

/** Saves that a report is mailed, narrowed as it was shown. Throws 403 for a report that the caller may not have, 422 on what is wrong. */
export async function addSchedule(ctx: Ctx, input: ScheduleInput & { report: string }, filters: AskedReport): Promise<number> {
  const kind = kindsOf(ctx).find(({ name }) => name === input.report);
  if (!kind || !ctx.can(...kind.ability)) throw denied();
  const { period: _period, ...narrowed } = Object.fromEntries(
    Object.entries(filters).filter(([name, value]) => name in kind.filters && value !== ''),
  );
  const checked = ctx.checked(T.Object(kind.filters), narrowed);
  const row = {
    company_id: ctx.tenant.id,
    report: kind.name,
    filters: JSON.stringify(checked),
    created_by: ctx.actor.id,
    ...(await fieldsOf(ctx, input)),
  };
  const [{ id }] = (await ctx.db('reports_schedule').insert(row).returning('id')) as [{ id: number }];
  return id;
}

/** Changes when, as what and to whom a saved report goes. */
export async function changeSchedule(ctx: Ctx, id: number, input: ScheduleInput): Promise<void> {
  const row = await savedSchedule(ctx, id, 'update');
  const fields = await fieldsOf(ctx, input);
  await ctx
    .db('reports_schedule')
    .where({ id: row.id })
    .update(row.is_paused ? { ...fields, next_at: null } : fields);
}

async function fieldsOf(ctx: Ctx, { frequency, format, recipients }: ScheduleInput) {
  const ids = [...new Set(recipients)];
  const people = await peopleOf(ctx, ids);
  if (people.length !== ids.length) throw invalid('recipients', 'reports.problem.recipients');
  return { frequency, format, recipients: ids, next_at: nextAfter(frequency, await lastZone(ctx, null), ctx.now) };
}

/** Stops a report, or lets it go on with the next period. */
export async function pauseSchedule(ctx: Ctx, id: number, isPaused: boolean): Promise<void> {
  const row = await savedSchedule(ctx, id, 'update');
  const next = isPaused || row.frequency === 'never' ? null : nextAfter(row.frequency, await lastZone(ctx, null), ctx.now);
  await ctx.db('reports_schedule').where({ id: row.id }).update({ is_paused: isPaused, next_at: next });
}

/** One that somebody saved: those of campaigns are changed with their campaign. Throws 404. */
export async function savedSchedule(ctx: Ctx, id: number, action: string): Promise<Schedule> {
  const row = (await ctx.query('ReportSchedule', action).where({ id }).whereNull('campaign_id').forUpdate().first()) as
    | Schedule
    | undefined;
  if (!row) throw notFound();
  return row;
}

/** Schedules as a list shows them. */
export async function shownSchedules(ctx: Ctx, rows: readonly Schedule[]) {
  const campaignIds = rows.flatMap(({ campaign_id: id }) => id ?? []);
  const [results, found, campaigns, reporting] = await ctx.together([
    () =>
      lastResults(
        ctx,
        rows.map(({ id }) => id),
      ),
    () => peopleOf(ctx, [...new Set(rows.flatMap(({ recipients }) => recipients))]),
    () => ctx.use(Campaigns).byId(campaignIds),
    () => ctx.use(Campaigns).reporting(campaignIds),
  ]);
  const people = new Map(found.map((one) => [one.id, one]));
  const kinds = new Map(kindsOf(ctx).map((kind) => [kind.name, kind]));
  const shown = [];
  for (const row of rows) {
    const kind = kinds.get(row.report);
    const own = row.campaign_id === null ? undefined : reporting.get(row.campaign_id);
    const narrowed = (await (kind?.narrowed ?? narrowedTexts)(ctx, row.filters)).map(({ label, value }) => `${label}: ${value}`);
    const recipients = own ? [...own.sentTo] : row.recipients.flatMap((id) => people.get(id)?.name ?? []);
    shown.push({
      id: row.id,
      report: kind ? ctx.t(kind.title) : row.report,
      narrowed: narrowed.join(' · '),
      campaign: row.campaign_id === null ? '' : (campaigns.get(row.campaign_id)?.name ?? ''),
      campaignId: row.campaign_id,
      frequency: row.frequency,
      format: own?.type ?? row.format,
      recipients,
      next: recipients.length === 0 || row.is_paused ? null : (row.next_at?.toISOString() ?? null),
      state: stateOf(row, recipients.length, results.get(row.id)),
      saved: row.campaign_id !== null ? ('' as const) : row.is_paused ? ('paused' as const) : ('running' as const),
      last: results.get(row.id)?.sent_at?.toISOString() ?? null,
    });
  }
  return shown;
}

export const SCHEDULE_STATES = ['failed', 'paused', 'off', 'nobody', 'waiting', 'left-out', 'sent', 'new'] as const;

/** What matters most of a schedule: that its last report failed, that it stands still, or how the last one went. */
function stateOf(row: Schedule, recipients: number, last: LastResult | undefined): (typeof SCHEDULE_STATES)[number] {
  if (last && last.failed > 0) return 'failed';
  if (row.is_paused) return 'paused';
  if (row.frequency === 'never') return 'off';
  if (recipients === 0) return 'nobody';
  if (!last) return 'new';
  if (last.waiting > 0) return 'waiting';
  return last.sent > 0 ? 'sent' : 'left-out';
}
