import type { Action, Binding } from '../../../core/contract.ts';
import { agenciesKind } from './report.kind.ts';

/** The report is narrowed as the list is. */
const shown = Object.fromEntries(Object.keys(agenciesKind.filters).map((field): [string, Binding] => [field, { from: 'table', field }]));

/** The list as a file. */
export const reportAs = (extension: 'csv' | 'xlsx' | 'pdf'): Action => ({
  id: `agencies.report-as-${extension}`,
  title: `reports.action.${extension}`,
  icon: extension === 'pdf' ? 'file-type-pdf' : extension === 'xlsx' ? 'file-spreadsheet' : 'download',
  ability: agenciesKind.ability,
  do: { download: `reports.agencies-${extension}`, query: shown },
});

/** Has it mailed on a schedule. */
export const reportByMail: Action = {
  id: 'agencies.report-by-mail',
  title: 'reports.schedule-form.title',
  icon: 'mail-forward',
  ability: agenciesKind.ability,
  do: { form: 'reports.schedule-form', as: 'modal', fixed: { ...shown, report: { value: agenciesKind.name } } },
};
