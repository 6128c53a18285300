import {
  type Action,
  type Block,
  definePage,
  type MenuDef,
  type PageExtension,
  type Source,
  type State,
} from '../../../../core/contract.ts';
import { SCHEDULES_TOPIC } from './schedules.routes.ts';
import { SCHEDULE_STATES } from './schedules.service.ts';

const SEVERITY: Partial<Record<(typeof SCHEDULE_STATES)[number], State['severity']>> = {
  failed: 'bad',
  'left-out': 'warn',
  sent: 'good',
  waiting: 'info',
};
const states: Record<string, State> = Object.fromEntries(
  SCHEDULE_STATES.map((state) => [
    state,
    { title: `reports.schedule.state.${state}`, severity: SEVERITY[state] ?? 'neutral', help: `reports.schedule.state.${state}.help` },
  ]),
);
const frequencies: Record<string, State> = Object.fromEntries(
  ['never', 'daily', 'weekly', 'monthly'].map((name) => [name, { title: `reports.frequency.${name}`, severity: 'neutral' as const }]),
);
const formats: Record<string, State> = Object.fromEntries(
  ['CSV', 'Excel', 'PDF', 'GoogleSheet'].map((name) => [name, { title: `reports.format.${name}`, severity: 'neutral' as const }]),
);
const deliveryStates: Record<string, State> = {
  waiting: { title: 'reports.delivery.waiting', severity: 'info' },
  sent: { title: 'reports.delivery.sent', severity: 'good' },
  left_out: { title: 'reports.delivery.left-out', severity: 'warn' },
  failed: { title: 'reports.delivery.failed', severity: 'bad' },
};
const ofRow = { id: { from: 'row', field: 'id' } } as const;

const deliveries = (source: Source): Block => ({
  as: 'table',
  title: 'reports.deliveries.title',
  source: { ...source, live: SCHEDULES_TOPIC },
  key: 'id',
  pageSize: 10,
  columns: [
    { field: 'days', title: 'reports.fact.period', as: 'text', narrow: 'first' },
    { field: 'recipient', title: 'reports.delivery.recipient', as: 'text' },
    { field: 'state', title: 'reports.delivery.state', as: 'state', states: deliveryStates },
    { field: 'note', title: 'reports.delivery.note', as: 'text' },
    { field: 'at', title: 'reports.delivery.at', as: 'time', narrow: 'hide' },
  ],
  row: {
    actions: [
      {
        id: 'reports.resend-report',
        title: 'reports.delivery.resend',
        icon: 'mail-forward',
        ability: ['update', 'ReportSchedule'],
        when: { field: 'state', is: 'waiting', not: true },
        do: { call: 'reports.resend', params: ofRow },
        after: 'reload',
      },
    ],
  },
  empty: { title: 'reports.deliveries.empty', help: 'reports.deliveries.empty.help' },
});

const act = (what: 'pause' | 'resume', icon: string): Action => ({
  id: `reports.${what}-schedule`,
  title: `reports.schedule.${what}`,
  icon,
  ability: ['update', 'ReportSchedule'],
  when: what === 'pause' ? { field: 'saved', is: 'running' } : { field: 'saved', is: 'paused' },
  do: { call: `reports.schedule-${what}`, params: ofRow },
  undo: `reports.${what === 'pause' ? 'resume' : 'pause'}-schedule`,
  after: 'reload',
});

export const schedulesPage = definePage({
  id: 'reports.schedules',
  path: '/reports/scheduled',
  roles: ['reports.figures'],
  variant: { title: 'reports.schedules.title', order: 30 },
  title: 'reports.schedules.title',
  ability: ['read', 'ReportSchedule'],
  blocks: [
    {
      as: 'table',
      source: { route: 'reports.schedules', live: SCHEDULES_TOPIC },
      key: 'id',
      pageSize: 25,
      columns: [
        { field: 'report', title: 'reports.schedule.report', as: 'text', note: 'narrowed', narrow: 'first' },
        { field: 'frequency', title: 'reports.schedule.frequency', as: 'state', states: frequencies },
        { field: 'format', title: 'reports.schedule.format', as: 'state', states: formats, narrow: 'hide' },
        { field: 'recipients', title: 'reports.schedule.recipients', as: 'tags', narrow: 'hide' },
        { field: 'next', title: 'reports.schedule.next', as: 'time' },
        { field: 'state', title: 'reports.schedule.last', as: 'state', states },
        { field: 'last', title: 'reports.schedule.last-at', as: 'time', narrow: 'hide' },
      ],
      row: {
        open: { blocks: [deliveries({ route: 'reports.schedule-deliveries', params: ofRow })] },
        where: 'drawer',
        actions: [
          {
            id: 'reports.edit-schedule',
            title: 'reports.schedule-edit.title',
            icon: 'pencil',
            ability: ['update', 'ReportSchedule'],
            when: { field: 'saved', in: ['running', 'paused'] },
            do: { form: 'reports.schedule-edit', as: 'modal', fixed: ofRow, prefill: { route: 'reports.schedule', params: ofRow } },
            after: 'reload',
          },
          act('pause', 'player-pause'),
          act('resume', 'player-play'),
          {
            id: 'reports.remove-schedule',
            title: 'reports.schedule.remove',
            icon: 'trash',
            emphasis: 'danger',
            ability: ['delete', 'ReportSchedule'],
            when: { field: 'saved', in: ['running', 'paused'] },
            do: { call: 'reports.schedule-remove', params: ofRow },
            confirm: { title: 'reports.schedule.remove.title', body: 'reports.schedule.remove.body', button: 'reports.schedule.remove' },
            after: 'reload',
          },
        ],
      },
      empty: { title: 'reports.schedules.empty', help: 'reports.schedules.empty.help' },
    },
  ],
});

export const figuresMenu: MenuDef = {
  id: 'reports.figures-menu',
  parent: 'core.menu-records',
  title: 'reports.menu',
  icon: 'file-analytics',
  order: 68,
  ability: 'signed-in',
  role: 'reports.figures',
};

const ofCampaign = { params: { id: { from: 'row', field: 'leadspeek_api_id' } } } as const;
/** A campaign's reports, with where they went, on its page. */
export const campaignReportsTab: PageExtension = {
  role: 'campaigns.campaign',
  order: 55,
  blocks: [],
  tabs: [
    {
      id: 'reports',
      title: 'reports.tab.reports',
      order: 55,
      ability: ['read', 'ReportSchedule'],
      blocks: [
        {
          as: 'detail',
          title: 'reports.campaign-schedule.title',
          source: { route: 'reports.campaign-schedule', ...ofCampaign, live: SCHEDULES_TOPIC },
          fields: [
            { field: 'frequency', title: 'reports.schedule.frequency', as: 'state', states: frequencies },
            { field: 'format', title: 'reports.schedule.format', as: 'state', states: formats },
            { field: 'recipients', title: 'reports.schedule.recipients', as: 'tags' },
            { field: 'next', title: 'reports.schedule.next', as: 'time' },
            { field: 'timezone', title: 'reports.fact.zone', as: 'text' },
            { field: 'state', title: 'reports.schedule.last', as: 'state', states },
          ],
        },
        deliveries({ route: 'reports.campaign-deliveries', ...ofCampaign }),
      ],
    },
  ],
};
