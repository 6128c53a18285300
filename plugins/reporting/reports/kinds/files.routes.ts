import { type Contributions, type Ctx, dayOf, defineRoute, type FileBody, FileResponse, T } from '../../../../core/contract.ts';
import { FILE_FORMATS, type FileFormat, fileOf, FORMATS, tooLong } from '../files/formats.ts';
import type { AskedReport, ReportKind } from './kind.ts';
import { PeriodField } from './kind.ts';
import { reportKinds } from './kinds.ts';

/** A report as a file, as its reader would download it. Throws 422 for more rows than the format takes. */
export async function reportFile(ctx: Ctx, kind: ReportKind, asked: AskedReport, format: FileFormat) {
  const report = await kind.of(ctx, asked, FORMATS[format].mostRows, () => tooLong(format));
  return {
    report,
    file: await fileOf(ctx, report, format, `${kind.name === 'leads' ? '' : 'report-'}${kind.name}-${dayOf(ctx.now, ctx.timezone)}`),
  };
}

/** Leads as CSV are a file of any length, written in parts (`leads-file.ts`). */
const isOwn = ({ name }: ReportKind, format: FileFormat): boolean => name === 'leads' && format === 'CSV';

const fileRoute = (kind: ReportKind, format: FileFormat) =>
  defineRoute({
    id: `reports.${kind.name}-${FORMATS[format].extension}`,
    method: 'GET',
    path: `/reports/${kind.name}.${FORMATS[format].extension}`,
    summary: `The report "${kind.name}" as a file: ${format}, at most ${FORMATS[format].mostRows} rows`,
    ability: kind.ability,
    sensitive: 'exports',
    stepUp: true,
    ...(kind.listsPeople && { exportsData: true as const }),
    audit: `reports.${kind.name === 'leads' ? 'leads' : kind.name === 'analytics' ? 'analytics' : 'report'}-exported`,
    rate: 'reports.export',
    query: T.Object({ ...(!kind.withoutDays && { period: PeriodField }), ...kind.filters }),
    response: FileResponse,
    handler: async (ctx, { query }): Promise<FileBody> => (await reportFile(ctx, kind, query as AskedReport, format)).file,
  });

/** Each report in each format. */
export const fileRoutes = (from: Contributions) =>
  reportKinds(from).flatMap((kind) => FILE_FORMATS.filter((format) => !isOwn(kind, format)).map((format) => fileRoute(kind, format)));
