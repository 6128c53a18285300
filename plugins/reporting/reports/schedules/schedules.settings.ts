import { defineSetting, T } from '../../../../core/contract.ts';

/** Whether mails of reports that list people carry the list. Off: they lead to it, and whoever follows signs in. An agency says it for its clients too. */
export const AttachPeople = defineSetting({
  id: 'reports.attach-people',
  title: 'reports.setting.attach-people',
  level: 'agency',
  schema: T.Object({ attach: T.Boolean() }),
  default: { attach: true },
  read: ['read', 'ReportSchedule'],
  write: ['update', 'ReportSchedule'],
});
