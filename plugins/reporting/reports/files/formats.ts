import { type Ctx, type FileBody, MailSender, Problem } from '../../../../core/contract.ts';
import type { ReportType } from '../../../campaign-management/campaigns/contract.ts';
import { csvOf } from './csv.ts';
import { excelOf } from './excel.ts';
import { pdfOf } from './pdf.ts';
import type { Report } from './report.ts';

/** The file kinds of `reportType`; a spreadsheet of Google's is none, for leads are written to it as they come. */
export type FileFormat = Exclude<ReportType, 'GoogleSheet'>;
export const FILE_FORMATS = ['CSV', 'Excel', 'PDF'] as const satisfies readonly FileFormat[];

interface Format {
  extension: string;
  type: string;
  /** Rows that are held and written at once without keeping others waiting, or that anybody would leaf through. */
  mostRows: number;
}
export const FORMATS: Readonly<Record<FileFormat, Format>> = {
  CSV: { extension: 'csv', type: 'text/csv; charset=utf-8', mostRows: 50_000 },
  Excel: { extension: 'xlsx', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', mostRows: 20_000 },
  PDF: { extension: 'pdf', type: 'application/pdf', mostRows: 2_000 },
};

/** Throws 422 where a report is longer than the format takes; says what to do instead. */
export const tooLong = (format: FileFormat): Problem =>
  new Problem(422, 'reports.problem.too-long', { params: { most: FORMATS[format].mostRows } });

/** The report as a file of the format, in the language of its reader. */
export async function fileOf(ctx: Ctx, report: Report, format: FileFormat, name: string): Promise<FileBody & { body: Uint8Array }> {
  const { extension, type, mostRows } = FORMATS[format];
  if (report.rows.length > mostRows) throw tooLong(format);
  const letterhead = async () => (ctx.has(MailSender) ? ctx.use(MailSender).letterhead() : { name: ctx.tenant.name, color: '#222222' });
  const body =
    format === 'CSV'
      ? csvOf(report)
      : format === 'Excel'
        ? await excelOf(report, ctx.locale)
        : await pdfOf(report, ctx.locale, await letterhead());
  return { filename: `${name}.${extension}`, type, body };
}
