import { type Ctx, defineRoute, List, listOf, ListQuery, MOST_COUNTED, pageOf, type RateDef, T } from '../../../core/contract.ts';
import { filterOf, LogFilterFields } from './log-filter.ts';
import { actionName } from './descriptions.ts';
import { linesOf, LogLine } from './log.service.ts';
import { actionsOf, countEntries, entriesOf } from './log.store.ts';

export const Id = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
const { sortby: _none, order: _neither, search: _nor, ...Paging } = ListQuery(['at']);

/** A browser may tell of a page action now and then. */
export const claimRate: RateDef = { id: 'user-log.claims', points: 30, seconds: 60, by: 'account' };

type Filters = Parameters<typeof filterOf>[2];
async function logPage(ctx: Ctx, companyId: number | undefined, filters: Filters, at: ReturnType<typeof pageOf>) {
  const filter = await filterOf(ctx, companyId, filters);
  const [{ total, isLeast }, entries] = await ctx.together([
    () => countEntries(ctx, filter, MOST_COUNTED),
    () => entriesOf(ctx, filter, { offset: at.offset, limit: at.perPage }),
  ]);
  return listOf(linesOf(ctx, entries), total, at, isLeast);
}

export const logRoutes = [
  defineRoute({
    id: 'user-log.search',
    method: 'POST',
    path: '/configuration/user/log-user',
    summary: 'What the people of a company did',
    ability: ['search', 'Audit'],
    withoutStepUp: 'reads only; the specification asks by POST',
    viewMode: 'allow',
    unlogged: 'reads only; the specification asks by POST',
    body: T.Object({
      companyID: T.Optional(Id),
      page: T.Optional(T.Integer({ minimum: 1, maximum: 100_000 })),
      per_page: T.Optional(T.Integer({ minimum: 1, maximum: 100 })),
      ...LogFilterFields,
    }),
    response: List(LogLine),
    handler: (ctx, { body: { companyID, page, per_page, ...filters } }) =>
      logPage(ctx, companyID, filters, pageOf({ ...(page ? { Page: page } : {}), ...(per_page ? { PerPage: per_page } : {}) })),
  }),
  defineRoute({
    id: 'user-log.category',
    method: 'POST',
    path: '/configuration/user/log-category',
    summary: 'Actions that occur in the log',
    ability: ['search', 'Audit'],
    withoutStepUp: 'reads only; the specification asks by POST',
    viewMode: 'allow',
    unlogged: 'reads only; the specification asks by POST',
    body: T.Object({ companyID: T.Optional(Id) }),
    response: T.Object({ result: T.String(), data: T.Array(T.Object({ action: T.String(), name: T.String() })) }),
    async handler(ctx, { body }) {
      const { companyId, companyKind } = await filterOf(ctx, body.companyID, {});
      const actions = await actionsOf(ctx, { id: companyId, kind: companyKind });
      const data = actions.map((action) => ({ action, name: actionName(ctx, action) }));
      return { result: 'success', data: data.sort((a, b) => a.name.localeCompare(b.name, ctx.locale)) };
    },
  }),
  defineRoute({
    id: 'user-log.rows',
    method: 'GET',
    path: '/configuration/user-log',
    summary: 'The log of the own company or of one below it, for the screen',
    ability: ['read', 'Audit'],
    query: T.Object({ ...Paging, companyID: T.Optional(Id), ...LogFilterFields, logDateRange: T.Optional(T.String({ maxLength: 40 })) }),
    response: List(LogLine),
    handler: (ctx, { query }) => {
      const { Page: _page, PerPage: _perPage, companyID, ...filters } = query;
      return logPage(ctx, companyID, filters, pageOf(query));
    },
  }),
  defineRoute({
    id: 'user-log.claim',
    method: 'POST',
    path: '/configuration/user/save-log',
    summary: 'Note an action on a page that the browser tells of',
    ability: ['report', 'UserLog'],
    rate: 'user-log.claims',
    body: T.Object({
      action: T.String({ minLength: 1, maxLength: 60, pattern: '^[A-Za-z0-9][A-Za-z0-9 ._:/-]*$' }),
      description: T.Optional(T.String({ maxLength: 300 })),
      campaignID: T.Optional(Id),
    }),
    response: T.Object({ result: T.String() }),
    async handler(ctx, { body }) {
      await ctx.audit({
        action: 'user-log.claimed',
        description: body.description?.trim() ? `${body.action}: ${body.description.trim()}` : body.action,
        ...(body.campaignID ? { concerns: { kind: 'campaign', id: body.campaignID } } : {}),
        detail: { claimed: true, action: body.action },
      });
      return { result: 'success' };
    },
  }),
];
