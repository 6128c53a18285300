import {
  type Contributions,
  type Ctx,
  defineRoute,
  List,
  listOf,
  notFound,
  pageOf,
  PageQuery,
  type RateDef,
  T,
} from '../../../../core/contract.ts';
import { Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { FILE_FORMATS } from '../files/formats.ts';
import type { AskedReport } from '../kinds/kind.ts';
import { reportKinds } from '../kinds/kinds.ts';
import { FREQUENCIES } from './calendar.ts';
import { deliverReports } from './deliver.job.ts';
import { possiblePeople } from './recipients.ts';
import { addSchedule, changeSchedule, pauseSchedule, savedSchedule, SCHEDULE_STATES, shownSchedules } from './schedules.service.ts';
import { deliveriesOf, type ListedDelivery, pageOfSchedules, type Schedule, sendAnew } from './schedules.store.ts';
import { shownDays } from './send.ts';

const At = T.Object({ id: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) });
export const SCHEDULES_TOPIC = 'report-schedules';
/** Each may send a mail with a file to twenty people. */
export const resendRate: RateDef = { id: 'reports.resend', points: 20, seconds: 600, by: 'account' };
const MOST_PEOPLE = 500;

const Input = {
  frequency: T.Enum([...FREQUENCIES]),
  format: T.Enum([...FILE_FORMATS]),
  recipients: T.Array(T.Integer({ minimum: 1, maximum: 2_147_483_647 }), { minItems: 1, maxItems: 20 }),
};
export const ScheduleChange = T.Object(Input);
/** As it is: whoever it went to may be gone. */
const ScheduleNow = T.Object({ ...Input, recipients: T.Array(T.Integer()) });
/** Left out of the type, for it depends on what is installed. */
const filtersOf = (from: Contributions): object => Object.assign({}, ...reportKinds(from).map(({ filters }) => filters)) as object;

/** Each report's filters: those of the others are left out. */
export const ScheduleBody = (from: Contributions) =>
  T.Object({
    ...filtersOf(from),
    report: T.String({ maxLength: 40 }),
    ...Input,
  });

const Delivery = T.Object({
  id: T.String(),
  days: T.String(),
  recipient: T.String(),
  state: T.Enum(['waiting', 'sent', 'left_out', 'failed']),
  /** Why, or what the mail held, for people. */
  note: T.String(),
  at: T.String(),
});
const STARTED = T.Object({ message: T.String() });

export const scheduleRoutes = (from: Contributions) => [
  defineRoute({
    id: 'reports.schedules',
    method: 'GET',
    path: '/reports/schedules',
    summary: 'Reports that are mailed by themselves, those of campaigns too',
    ability: ['read', 'ReportSchedule'],
    query: T.Object(PageQuery),
    response: List(
      T.Object({
        id: T.Integer(),
        report: T.String(),
        narrowed: T.String(),
        campaign: T.String(),
        campaignId: T.Union([T.Integer(), T.Null()]),
        frequency: T.String(),
        format: T.String(),
        recipients: T.Array(T.String()),
        next: T.Union([T.String(), T.Null()]),
        state: T.Enum([...SCHEDULE_STATES]),
        /** Of one that somebody saved; empty for a campaign's. */
        saved: T.Enum(['running', 'paused', '']),
        last: T.Union([T.String(), T.Null()]),
      }),
    ),
    async handler(ctx, { query }) {
      const at = pageOf(query);
      const { rows, total } = await pageOfSchedules(ctx, at);
      return listOf(await shownSchedules(ctx, rows), total, at);
    },
  }),
  defineRoute({
    id: 'reports.schedule-add',
    method: 'POST',
    path: '/reports/schedules',
    summary: 'Mail a report by itself, narrowed as it is shown, to people of the own company or of those below it',
    ability: ['create', 'ReportSchedule'],
    stepUp: true,
    audit: 'reports.schedule-added',
    body: ScheduleBody(from),
    response: T.Object({ id: T.Integer(), message: T.String() }),
    async handler(ctx, { body }) {
      const { frequency, format, recipients, report, ...filters } = body;
      const id = await addSchedule(ctx, { frequency, format, recipients, report }, filters as AskedReport);
      await ctx.live(SCHEDULES_TOPIC);
      return { id, message: ctx.t('reports.schedule.added') };
    },
  }),
  defineRoute({
    id: 'reports.schedule-recipients',
    method: 'GET',
    path: '/reports/schedules/recipients',
    summary: `People whom a report can be mailed to, at most ${MOST_PEOPLE}: of the own company first`,
    ability: ['create', 'ReportSchedule'],
    response: T.Object({ options: T.Array(T.Object({ value: T.Integer(), label: T.String() })) }),
    async handler(ctx) {
      const people = await possiblePeople(ctx, MOST_PEOPLE);
      return { options: people.map(({ id, name, email, company }) => ({ value: id, label: `${name} (${email}), ${company}` })) };
    },
  }),
  defineRoute({
    id: 'reports.schedule',
    method: 'GET',
    path: '/reports/schedules/:id',
    summary: 'When, as what and to whom a saved report goes',
    ability: ['read', 'ReportSchedule'],
    params: At,
    response: ScheduleNow,
    async handler(ctx, { params }) {
      const { frequency, format, recipients } = await savedSchedule(ctx, params.id, 'read');
      return { frequency: frequency as (typeof FREQUENCIES)[number], format, recipients };
    },
  }),
  defineRoute({
    id: 'reports.schedule-change',
    method: 'PUT',
    path: '/reports/schedules/:id',
    summary: 'Change when, as what and to whom a saved report goes',
    ability: ['update', 'ReportSchedule'],
    stepUp: true,
    audit: 'reports.schedule-changed',
    params: At,
    body: ScheduleChange,
    response: STARTED,
    async handler(ctx, { params, body }) {
      await changeSchedule(ctx, params.id, body);
      await ctx.live(SCHEDULES_TOPIC);
      return { message: ctx.t('reports.schedule.changed') };
    },
  }),
  ...(['pause', 'resume'] as const).map((what) =>
    defineRoute({
      id: `reports.schedule-${what}`,
      method: 'POST',
      path: `/reports/schedules/:id/${what}`,
      summary: what === 'pause' ? 'Mail a saved report no longer for now' : 'Mail a paused report again, from the next period on',
      ability: ['update', 'ReportSchedule'],
      withoutStepUp: 'it goes to whom it went before, or to nobody',
      audit: `reports.schedule-${what}d`,
      params: At,
      response: STARTED,
      async handler(ctx, { params }) {
        await pauseSchedule(ctx, params.id, what === 'pause');
        await ctx.live(SCHEDULES_TOPIC);
        return { message: ctx.t(`reports.schedule.${what}d`) };
      },
    }),
  ),
  defineRoute({
    id: 'reports.schedule-remove',
    method: 'DELETE',
    path: '/reports/schedules/:id',
    summary: 'Remove a saved report and the list of where it went',
    ability: ['delete', 'ReportSchedule'],
    withoutStepUp: 'nothing leaves the product',
    audit: 'reports.schedule-removed',
    params: At,
    response: STARTED,
    async handler(ctx, { params }) {
      await savedSchedule(ctx, params.id, 'delete');
      await ctx.db('reports_schedule').where({ id: params.id }).delete();
      await ctx.live(SCHEDULES_TOPIC);
      return { message: ctx.t('reports.schedule.removed') };
    },
  }),
  defineRoute({
    id: 'reports.schedule-deliveries',
    method: 'GET',
    path: '/reports/schedules/:id/deliveries',
    summary: 'To whom a report went, the newest first',
    ability: ['read', 'ReportSchedule'],
    params: At,
    query: T.Object(PageQuery),
    response: List(Delivery),
    async handler(ctx, { params, query }) {
      return deliveryPage(ctx, { schedule_id: params.id }, query);
    },
  }),
  defineRoute({
    id: 'reports.campaign-deliveries',
    method: 'GET',
    path: '/reports/campaigns/:id/deliveries',
    summary: "To whom a campaign's reports went, the newest first",
    ability: ['read', 'ReportSchedule'],
    params: At,
    query: T.Object(PageQuery),
    response: List(Delivery),
    async handler(ctx, { params, query }) {
      return deliveryPage(ctx, { campaign_id: params.id }, query);
    },
  }),
  defineRoute({
    id: 'reports.campaign-schedule',
    method: 'GET',
    path: '/reports/campaigns/:id/schedule',
    summary: "When, as what and to whom a campaign's reports go",
    ability: ['read', 'ReportSchedule'],
    params: At,
    response: T.Object({
      frequency: T.String(),
      format: T.String(),
      recipients: T.Array(T.String()),
      next: T.Union([T.String(), T.Null()]),
      state: T.Enum([...SCHEDULE_STATES]),
      timezone: T.String(),
    }),
    async handler(ctx, { params }) {
      const campaign = await ctx.use(Campaigns).find(params.id);
      const row = (await ctx.query('ReportSchedule').where({ campaign_id: params.id }).first()) as Schedule | undefined;
      if (!campaign || !row) throw notFound();
      const [shown] = await shownSchedules(ctx, [row]);
      const { frequency, format, recipients, next, state } = shown!;
      return { frequency, format, recipients, next, state, timezone: campaign.timezone };
    },
  }),
  defineRoute({
    id: 'reports.resend',
    method: 'POST',
    path: '/reports/deliveries/:id/resend',
    summary: 'Send a report once more to the same recipient, as of the same days',
    ability: ['update', 'ReportSchedule'],
    withoutStepUp: 'it goes to whom it was to go',
    audit: 'reports.report-resent',
    rate: 'reports.resend',
    params: T.Object({ id: T.String({ format: 'uuid' }) }),
    response: STARTED,
    async handler(ctx, { params }) {
      const row = (await ctx.db('reports_delivery').where({ id: params.id }).first('schedule_id', 'recipient')) as
        | ListedDelivery
        | undefined;
      const schedule = row && (await ctx.query('ReportSchedule', 'update').where({ id: row.schedule_id }).first('id'));
      if (!row || !schedule || row.recipient === '') throw notFound();
      await sendAnew(ctx.db, params.id);
      await ctx.wake(deliverReports);
      return { message: ctx.t('reports.delivery.resent', { to: row.recipient }) };
    },
  }),
];

async function deliveryPage(ctx: Ctx, of: Parameters<typeof deliveriesOf>[1], query: { Page?: number; PerPage?: number }) {
  const at = pageOf(query);
  const { rows, total } = await deliveriesOf(ctx, of, at);
  return listOf(
    rows.map((row) => shownDelivery(ctx, row)),
    total,
    at,
  );
}

function shownDelivery(ctx: Ctx, row: ListedDelivery) {
  const failed = row.state === 'sent' && row.mail_state === 'failed';
  const state = failed ? ('failed' as const) : row.state;
  return {
    id: row.id,
    days: shownDays(ctx, row),
    recipient: row.recipient || '–',
    state,
    note: row.note === '' && !failed ? '' : ctx.t(`reports.delivery.note.${failed ? 'mail' : row.note}`),
    at: (row.sent_at ?? row.created_at).toISOString(),
  };
}
