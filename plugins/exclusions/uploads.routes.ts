import { defineRoute, invalid, List, listOf, type Static, T } from '../../core/contract.ts';
import { companyOf, upload } from './exclusions.service.ts';
import { recentUploads, type UploadRow } from './uploads.store.ts';

const MAX_BYTES = 2 * 1024 * 1024;
const Company = T.Integer({ minimum: 1, maximum: 2_147_483_647 });

const Progress = T.Object({
  id: T.String(),
  filename: T.String(),
  percentage: T.Integer(),
  current_row: T.Integer(),
  total_row: T.Integer(),
  added: T.Integer(),
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
  response: T.Object({ result: T.String(), message: T.String(), id: T.String(), total_row: T.Integer() }),
  async handler(ctx, { body, file }) {
    const company = await companyOf(ctx, body.ClientCompanyID, 'create');
    if (!file) throw invalid('file', 'core.problem.no-file');
    const { id, count } = await upload(ctx, company, file);
    return { result: 'success', message: ctx.t('exclusions.upload.submitted'), id, total_row: count };
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

function shown(row: UploadRow): Static<typeof Progress> {
  return {
    id: row.id,
    filename: row.filename,
    percentage: Math.floor((row.current_row / row.total_row) * 100),
    current_row: row.current_row,
    total_row: row.total_row,
    added: row.added_count,
    state: row.finished_at ? 'done' : 'running',
    uploaded_at: row.created_at.toISOString(),
  };
}

export const uploadRoutes = [uploadRoute, progress, uploads];
/** A file costs a parse of up to two megabytes. */
export const exclusionRates = [{ id: 'exclusions.upload' as const, points: 20, seconds: 60, by: 'company' as const }];
