import { defineRoute, FileResponse, type RateDef, T } from '../../../core/contract.ts';
import { beginExport, exportOf, longFile } from './exports.service.ts';
import { type ExportRow, ownExports } from './exports.store.ts';
import { shortFile } from './log-file.ts';
import { filterOf, LogFilterFields } from './log-filter.ts';
import { Id } from './log.routes.ts';

const Text = T.Optional(T.String({ maxLength: 60 }));
const ExportId = T.Object({ id: T.String({ format: 'uuid' }) });
const Progress = T.Object({
  id: T.String(),
  percentage: T.Integer(),
  done: T.Boolean(),
  rows: T.Integer(),
  created_at: T.String(),
});
const progressOf = (row: ExportRow) => ({
  id: row.id,
  percentage: row.finished_at ? 100 : Math.min(99, Math.floor((row.written / Math.max(1, row.total)) * 100)),
  done: row.finished_at !== null,
  rows: row.total,
  created_at: row.created_at.toISOString(),
});

export const exportRate: RateDef = { id: 'user-log.exports', points: 10, seconds: 60, by: 'account' };

export const exportRoutes = [
  defineRoute({
    id: 'user-log.download',
    method: 'GET',
    path: '/configuration/user/download-log-user/:companyId/:userType/:userId/:action/:dateRange/:campaign',
    summary: 'The user log as a CSV file',
    ability: ['export', 'Audit'],
    stepUp: true,
    audit: 'user-log.exported',
    rate: 'user-log.exports',
    inParts: true,
    params: T.Object({ companyId: T.Optional(Id), userType: Text, userId: Text, action: Text, dateRange: Text, campaign: Text }),
    response: FileResponse,
    async handler(ctx, { params }) {
      const { companyId, userType, userId, action, dateRange, campaign } = params;
      return shortFile(
        ctx,
        await filterOf(ctx, companyId, {
          ...(userType ? { userType } : {}),
          ...(userId ? { userID: userId } : {}),
          ...(action ? { action } : {}),
          ...(dateRange ? { logDateRange: dateRange } : {}),
          ...(campaign ? { campaignID: campaign } : {}),
        }),
      );
    },
  }),
  defineRoute({
    id: 'user-log.begin-export',
    method: 'POST',
    path: '/configuration/user/log-exports',
    summary: 'Have a long user log written to a file',
    ability: ['export', 'Audit'],
    stepUp: true,
    audit: 'user-log.export-begun',
    rate: 'user-log.exports',
    body: T.Object({ companyID: T.Optional(Id), ...LogFilterFields }),
    response: Progress,
    async handler(ctx, { body: { companyID, ...filters } }) {
      return progressOf(await beginExport(ctx, await filterOf(ctx, companyID, filters)));
    },
  }),
  defineRoute({
    id: 'user-log.exports',
    method: 'GET',
    path: '/configuration/user/log-exports',
    summary: "One's own files of the user log",
    ability: ['read', 'Audit'],
    response: T.Object({ data: T.Array(Progress) }),
    handler: async (ctx) => ({ data: (await ownExports(ctx)).map(progressOf) }),
  }),
  defineRoute({
    id: 'user-log.export-progress',
    method: 'GET',
    path: '/configuration/user/log-exports/:id',
    summary: 'How far a file of the user log is',
    ability: ['read', 'Audit'],
    params: ExportId,
    response: Progress,
    handler: async (ctx, { params }) => progressOf(await exportOf(ctx, params.id)),
  }),
  defineRoute({
    id: 'user-log.export-file',
    method: 'GET',
    path: '/configuration/user/log-exports/:id/file',
    summary: 'A finished file of the user log',
    ability: ['export', 'Audit'],
    stepUp: true,
    audit: 'user-log.exported',
    rate: 'user-log.exports',
    inParts: true,
    params: ExportId,
    response: FileResponse,
    handler: (ctx, { params }) => longFile(ctx, params.id),
  }),
];
