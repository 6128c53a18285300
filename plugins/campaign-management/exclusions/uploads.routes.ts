import { BYTE_ORDER_MARK, defineRoute, FileResponse, invalid, List, listOf, notFound, type Static, T } from '../../../core/contract.ts';
import { companyOf, upload } from './exclusions.service.ts';
import { recentUploads, refusedRowsOf, type UploadRow } from './uploads.store.ts';

const MAX_BYTES = 2 * 1024 * 1024;
/** Long enough to read where the rejected rows are. */
const NOTICE_MS = 12_000;
const Company = T.Integer({ minimum: 1, maximum: 2_147_483_647 });

const Progress = T.Object({
  id: T.String(),
  filename: T.String(),
  percentage: T.Integer(),
  current_row: T.Integer(),
  total_row: T.Integer(),
  added: T.Integer(),
  /** Rows that repeat an earlier one of the file. */
  duplicates: T.Integer(),
  /** Rows that hold neither an address nor a hash. */
  refused: T.Integer(),
  state: T.Enum(['running', 'done']),
  uploaded_at: T.String({ format: 'date-time' }),
});

const uploadRoute = defineRoute({
  id: 'exclusions.upload',
  method: 'POST',
  path: '/tools/optout-client/upload',
  summary: 'Add a CSV file of addresses or hashes to a list',
  ability: ['create', 'Exclusion'],
  upload: { maxBytes: MAX_BYTES },
  rate: 'exclusions.upload',
  body: T.Object({
    ClientCompanyID: T.Optional(T.String({ pattern: '^([1-9][0-9]{0,8})?$' })),
    campaigntype: T.Optional(T.String({ maxLength: 40 })),
  }),
  response: T.Object({
    result: T.String(),
    message: T.String(),
    id: T.String(),
    total_row: T.Integer(),
    refused: T.Integer(),
    notice: T.Optional(T.Object({ message: T.String(), type: T.Literal('warning'), timeout: T.Integer() })),
  }),
  async handler(ctx, { body, file }) {
    const company = await companyOf(ctx, body.ClientCompanyID, 'create');
    if (!file) throw invalid('file', 'core.problem.no-file');
    const { id, count, refused } = await upload(ctx, company, file);
    const message = ctx.t('exclusions.upload.submitted');
    return {
      result: 'success',
      message,
      id,
      total_row: count,
      refused,
      ...(refused > 0 && {
        // It is shown in place of the message.
        notice: {
          message: `${message} ${ctx.t('exclusions.upload.refused', { count: refused })}`,
          type: 'warning' as const,
          timeout: NOTICE_MS,
        },
      }),
    };
  },
});

const progress = defineRoute({
  id: 'exclusions.progress',
  method: 'GET',
  path: '/leadspeek/suppressionlist/progress',
  summary: 'Progress of the uploads of the last day',
  ability: ['read', 'Exclusion'],
  query: T.Object({ companyId: T.Optional(Company), campaignType: T.Optional(T.String({ maxLength: 40 })) }),
  response: T.Object({ jobProgress: T.Array(Progress), jobDone: T.Boolean() }),
  async handler(ctx, { query }) {
    const company = await companyOf(ctx, query.companyId, 'read');
    const jobProgress = (await recentUploads(ctx, company.id)).map(shown);
    return { jobProgress, jobDone: jobProgress.every((job) => job.state === 'done') };
  },
});

const uploads = defineRoute({
  id: 'exclusions.uploads',
  method: 'GET',
  path: '/exclusions/uploads',
  summary: "A company's uploads of the last day",
  ability: ['read', 'Exclusion'],
  query: T.Object({
    Page: T.Optional(T.Integer({ minimum: 1, maximum: 1 })),
    PerPage: T.Optional(T.Integer({ minimum: 1, maximum: 100 })),
    CompanyID: T.Optional(Company),
  }),
  response: List(Progress),
  async handler(ctx, { query }) {
    const company = await companyOf(ctx, query.CompanyID, 'read');
    const rows = (await recentUploads(ctx, company.id)).map(shown);
    return listOf(rows, rows.length, { page: 1, perPage: Math.max(1, rows.length) });
  },
});

const refusedRows = defineRoute({
  id: 'exclusions.refused-rows',
  method: 'GET',
  path: '/exclusions/uploads/:id/rejected.csv',
  summary: 'The rows of an upload of the last day that were rejected, each with its line and the reason, as a CSV file',
  ability: ['read', 'Exclusion'],
  params: T.Object({ id: T.String({ format: 'uuid' }) }),
  exportsData: true,
  withoutStepUp: 'lines of a file that its company sent within the last day',
  response: FileResponse,
  async handler(ctx, { params }) {
    const found = await refusedRowsOf(ctx, params.id);
    if (!found) throw notFound();
    const filename = `${found.filename.replace(/\.csv$/, '')}-rejected.csv`;
    return { filename, type: 'text/csv; charset=utf-8', body: BYTE_ORDER_MARK + found.text };
  },
});

function shown(row: UploadRow): Static<typeof Progress> {
  return {
    id: row.id,
    filename: row.filename,
    percentage: Math.floor((row.current_row / row.total_row) * 100),
    current_row: row.current_row,
    total_row: row.total_row,
    added: row.added_count,
    duplicates: row.duplicate_count,
    refused: row.refused_count,
    state: row.finished_at ? 'done' : 'running',
    uploaded_at: row.created_at.toISOString(),
  };
}

export const uploadRoutes = [uploadRoute, progress, uploads, refusedRows];
/** A file costs a parse of up to two megabytes. */
export const exclusionRates = [{ id: 'exclusions.upload' as const, points: 20, seconds: 60, by: 'company' as const }];
