import { conflict, type Ctx, defineRoute, FileResponse, List, listOf, pageOf, PageQuery, T } from '../../../core/contract.ts';
import { listAt, listPage, markExempt, matchPage, responseRows, startDeleting } from './lists.service.ts';

const Id = T.Object({ id: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) });
const Said = T.Object({ result: T.String(), message: T.String() });
const PART = 10_000;
const NOT_FOUND = 5;

export const listRoutes = [
  defineRoute({
    id: 'deletion-lists.list',
    method: 'GET',
    path: '/deletion-lists',
    summary: 'Deletion lists of California (DROP) that were imported, newest first',
    ability: ['read', 'DeletionList'],
    query: T.Object(PageQuery),
    response: List(
      T.Object({
        id: T.Integer(),
        filename: T.String(),
        type: T.Enum(['email', 'phone']),
        state: T.Enum(['suppressing', 'matching', 'review', 'deleting', 'done']),
        rows: T.Integer(),
        matched: T.Integer(),
        imported_at: T.String({ format: 'date-time' }),
        finished_at: T.Union([T.String(), T.Null()]),
      }),
    ),
    async handler(ctx, { query }) {
      const at = pageOf(query);
      const { rows, total } = await listPage(ctx, at);
      const data = rows.map((row) => ({
        id: row.id,
        filename: row.filename,
        type: row.type,
        state: row.state,
        rows: row.total_rows,
        matched: row.matched_rows,
        imported_at: row.created_at.toISOString(),
        finished_at: row.finished_at?.toISOString() ?? null,
      }));
      return listOf(data, total, at);
    },
  }),
  defineRoute({
    id: 'deletion-lists.matches',
    method: 'GET',
    path: '/deletion-lists/:id/matches',
    summary: 'Whom we know of a list: each row with how many records there are, and what becomes of them',
    ability: ['read', 'DeletionList'],
    params: Id,
    query: T.Object(PageQuery),
    response: List(
      T.Object({
        list: T.Integer(),
        position: T.Integer(),
        work_item: T.String(),
        who: T.String(),
        records: T.Integer(),
        outcome: T.Enum(['delete', 'exempt', 'deleted', 'shared']),
        /** The list still waits for an operator. */
        open: T.Boolean(),
      }),
    ),
    async handler(ctx, { params, query }) {
      const at = pageOf(query);
      const list = await listAt(ctx, params.id, 'read');
      const { rows, total } = await matchPage(ctx, list, at);
      const data = rows.map((row) => ({ ...row, list: list.id, open: list.state === 'review' && row.outcome !== 'shared' }));
      return listOf(data, total, at);
    },
  }),
  defineRoute({
    id: 'deletion-lists.exempt',
    method: 'POST',
    path: '/deletion-lists/:id/rows/:position/exempt',
    summary: 'Say that what is held of the person of a row may not be deleted, or that it may after all',
    ability: ['delete', 'DeletionList'],
    stepUp: true,
    params: T.Object({ ...Id.properties, position: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
    body: T.Object({ exempt: T.Boolean() }),
    response: Said,
    async handler(ctx, { params, body }) {
      await markExempt(ctx, params.id, params.position, body.exempt);
      return { result: 'success', message: ctx.t(body.exempt ? 'deletion-lists.exempted' : 'deletion-lists.unexempted') };
    },
  }),
  defineRoute({
    id: 'deletion-lists.delete',
    method: 'POST',
    path: '/deletion-lists/:id/delete',
    summary: 'Delete in the background whom a list names and nobody exempted, at all agencies and in the systems that they were sent to',
    ability: ['delete', 'DeletionList'],
    stepUp: true,
    params: Id,
    response: Said,
    async handler(ctx, { params }) {
      await startDeleting(ctx, params.id);
      return { result: 'success', message: ctx.t('deletion-lists.deleting') };
    },
  }),
  defineRoute({
    id: 'deletion-lists.response',
    method: 'GET',
    path: '/deletion-lists/:id/response.csv',
    summary: 'The answer to a finished list: the code of each work item, as a CSV file',
    ability: ['read', 'DeletionList'],
    withoutStepUp: 'work items and codes, and nothing of anybody',
    inParts: true,
    params: Id,
    response: FileResponse,
    async handler(ctx, { params }) {
      const list = await listAt(ctx, params.id, 'read');
      if (list.state !== 'done') throw conflict('deletion-lists.not-done');
      return {
        filename: list.filename.replace(/(\.csv)?$/i, '_Response.csv'),
        type: 'text/csv; charset=utf-8',
        body: {
          from: 0,
          async write(inner: Ctx, behind: number) {
            const rows = await responseRows(inner, params.id, behind, PART);
            // Plain, as DROP reads it: no mark of the encoding, and its own names of columns.
            const lines = rows.map(({ work_item, code }) => `${work_item},${code ?? NOT_FOUND}\r\n`).join('');
            return { text: behind === 0 ? `ID,Status\r\n${lines}` : lines, next: rows.length === PART ? rows.at(-1)!.position : null };
          },
        },
      };
    },
  }),
];
