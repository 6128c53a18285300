import type { Ability, Action, Binding, PageValue } from '../../../../core/contract.ts';

type Bound = Record<string, Binding | PageValue>;
const fromTable = (names: readonly string[]): Record<string, Binding> =>
  Object.fromEntries(names.map((name) => [name, { from: 'table', field: name }]));

interface ReportList {
  /** Name of the report. */
  report: string;
  ability: Ability;
  /** Filters of the list that the report takes as well, `period` among them. */
  filters: readonly string[];
  /** What the list is of anyway. */
  of?: Bound | undefined;
}

/** The list as a file of a format. */
export const fileAction = ({ report, ability, filters, of }: ReportList, format: 'csv' | 'xlsx' | 'pdf'): Action => ({
  id: `reports.${report}-as-${format}`,
  title: `reports.action.${format}`,
  icon: format === 'pdf' ? 'file-type-pdf' : format === 'xlsx' ? 'file-spreadsheet' : 'download',
  ability,
  do: { download: `reports.${report}-${format}`, query: { ...fromTable(filters), ...of } },
});

/** Beside the file that most want: the other formats, and to have it mailed, narrowed as it is shown. */
export const moreActions = (list: ReportList): Action[] => [
  fileAction(list, 'xlsx'),
  fileAction(list, 'pdf'),
  {
    id: `reports.${list.report}-by-mail`,
    title: 'reports.schedule-form.title',
    icon: 'mail-forward',
    ability: ['create', 'ReportSchedule'],
    do: {
      form: 'reports.schedule-form',
      as: 'modal',
      // What the page itself states has become a value before browsers see it.
      fixed: {
        ...fromTable(list.filters.filter((name) => name !== 'period')),
        ...(list.of as Record<string, Binding>),
        report: { value: list.report },
      },
    },
  },
];
