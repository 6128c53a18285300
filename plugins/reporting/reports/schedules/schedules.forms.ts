import { type Contributions, defineForm, type FieldUi } from '../../../../core/contract.ts';
import { reportKinds } from '../kinds/kinds.ts';
import { ScheduleBody, ScheduleChange } from './schedules.routes.ts';

const ui: Record<string, FieldUi> = {
  frequency: { widget: 'select', help: 'reports.schedule-form.frequency.help', span: 6 },
  format: { widget: 'select', span: 6 },
  recipients: { widget: 'select', options: { route: 'reports.schedule-recipients' }, help: 'reports.schedule-form.recipients.help' },
};

/** Says when and to whom a report goes; what it is narrowed by comes from where the form was opened. */
export const scheduleForms = (from: Contributions) => [
  defineForm({
    id: 'reports.schedule-form',
    version: 1,
    title: 'reports.schedule-form.title',
    button: 'reports.schedule-form.button',
    schema: ScheduleBody(from),
    ui: {
      ...ui,
      ...Object.fromEntries(
        ['report', ...reportKinds(from).flatMap(({ filters }) => Object.keys(filters))].map((name) => [name, { widget: 'hidden' }]),
      ),
    },
    submit: 'reports.schedule-add',
    ability: ['create', 'ReportSchedule'],
  }),
  defineForm({
    id: 'reports.schedule-edit',
    version: 1,
    title: 'reports.schedule-edit.title',
    texts: ['reports.schedule-form'],
    schema: ScheduleChange,
    ui,
    submit: 'reports.schedule-change',
    ability: ['update', 'ReportSchedule'],
  }),
];
