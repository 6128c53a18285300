import { defineRoute, List, ListQuery, listOf, notFound, pageOf, type RateDef, T } from '../../../core/contract.ts';
import { allow, operatorsOf } from './permissions.service.ts';
import { Id, Permissions } from './view-mode.schema.ts';
import { endView, startView, stopView } from './visits.service.ts';
import { pageOfPeople, pageOfVisits } from './visits.store.ts';

const AGENCY_LIST = '/configuration/agency-list/';
const { sortby: _none, order: _neither, ...Paging } = ListQuery(['started_at']);
const Message = T.Object({ result: T.String(), message: T.String() });

/** Nobody needs more; a stolen operator's session must not walk through every account. */
export const startRate: RateDef = { id: 'view-mode.starts', points: 30, seconds: 600, by: 'account' };

export const viewModeRoutes = [
  defineRoute({
    id: 'view-mode.start',
    method: 'POST',
    path: '/user/switch',
    summary: "Look through somebody's account",
    ability: ['switch', 'View'],
    stepUp: true,
    db: 'intent',
    rate: 'view-mode.starts',
    body: T.Object({ usrID: Id, reason: T.Optional(T.String({ minLength: 3, maxLength: 300, pattern: '\\S' })) }),
    response: T.Object({
      result: T.String(),
      message: T.String(),
      access_token: T.String(),
      isViewMode: T.Boolean(),
      expires_at: T.String(),
    }),
    async handler(ctx, { body }) {
      const { token, name, until } = await startView(ctx, body.usrID, body.reason?.trim() ?? '');
      return {
        result: 'success',
        message: ctx.t('view-mode.started', { name }),
        access_token: token,
        isViewMode: true,
        expires_at: until.toISOString(),
      };
    },
  }),
  defineRoute({
    id: 'view-mode.end',
    method: 'POST',
    path: '/user/switch-back',
    summary: "Stop looking through somebody's account",
    ability: 'signed-in',
    viewMode: 'allow',
    db: 'intent',
    response: T.Object({ result: T.String(), access_token: T.String(), go: T.String() }),
    async handler(ctx) {
      return { result: 'success', access_token: await endView(ctx), go: AGENCY_LIST };
    },
  }),
  defineRoute({
    id: 'view-mode.people',
    method: 'GET',
    path: '/view-mode/people/:companyId',
    summary: 'People of a company and its clients who can be looked through',
    ability: ['switch', 'View'],
    params: T.Object({ companyId: Id }),
    query: T.Object(Paging),
    response: List(T.Object({ id: T.Integer(), name: T.String(), email: T.String(), user_type: T.String(), company_name: T.String() })),
    async handler(ctx, { params, query }) {
      const company = await ctx.company(params.companyId);
      if (!company) throw notFound();
      const at = { ...pageOf(query), search: query.search?.trim() ?? '' };
      const { rows, total } = await pageOfPeople(ctx, company, at);
      return listOf(rows, total, at);
    },
  }),
  defineRoute({
    id: 'view-mode.visits',
    method: 'GET',
    path: '/view-mode/visits',
    summary: 'Who looked through whose account, and why',
    ability: ['read', 'ViewVisit'],
    query: T.Object(Paging),
    response: List(
      T.Object({
        id: T.String(),
        operator_name: T.String(),
        account_name: T.String(),
        company_name: T.String(),
        reason: T.String(),
        started_at: T.String(),
        ended_at: T.Union([T.String(), T.Null()]),
        state: T.String(),
      }),
    ),
    async handler(ctx, { query }) {
      const at = { ...pageOf(query), search: query.search?.trim() ?? '' };
      const { rows, total } = await pageOfVisits(ctx, at);
      return listOf(
        rows.map((row) => ({
          ...row,
          started_at: row.started_at.toISOString(),
          ended_at: row.ended_at?.toISOString() ?? null,
          state: row.ended_how ?? (row.ends_at > ctx.now ? 'open' : 'time'),
        })),
        total,
        at,
      );
    },
  }),
  defineRoute({
    id: 'view-mode.stop',
    method: 'DELETE',
    path: '/view-mode/visits/:id',
    summary: "End somebody else's look through an account",
    ability: ['end', 'ViewVisit'],
    withoutStepUp: 'ends a look, which must not wait',
    db: 'intent',
    params: T.Object({ id: T.String({ format: 'uuid' }) }),
    response: Message,
    async handler(ctx, { params }) {
      const { operator, name } = await stopView(ctx, params.id);
      return { result: 'success', message: ctx.t('view-mode.stopped', { operator, name }) };
    },
  }),
  defineRoute({
    id: 'view-mode.operators',
    method: 'GET',
    path: '/view-mode/operators',
    summary: 'What each operator may do in view mode',
    ability: ['update', 'ViewRights'],
    query: T.Object(Paging),
    response: List(T.Object({ id: T.Integer(), name: T.String(), email: T.String(), ...Permissions.properties })),
    async handler(ctx, { query }) {
      const at = pageOf(query);
      const found = await operatorsOf(ctx);
      return listOf(found.slice(at.offset, at.offset + at.perPage), found.length, at);
    },
  }),
  defineRoute({
    id: 'view-mode.operator',
    method: 'GET',
    path: '/view-mode/operators/:userId',
    summary: 'What one operator may do in view mode',
    ability: ['update', 'ViewRights'],
    params: T.Object({ userId: Id }),
    response: Permissions,
    async handler(ctx, { params }) {
      const found = (await operatorsOf(ctx)).find((o) => o.id === params.userId);
      if (!found) throw notFound();
      return found;
    },
  }),
  defineRoute({
    id: 'view-mode.allow',
    method: 'PUT',
    path: '/view-mode/operators/:userId',
    summary: 'Change what an operator may do in view mode',
    ability: ['update', 'ViewRights'],
    stepUp: true,
    params: T.Object({ userId: Id }),
    body: Permissions,
    response: Message,
    async handler(ctx, { params, body }) {
      const name = await allow(ctx, params.userId, body);
      return { result: 'success', message: ctx.t('view-mode.allowed', { name }) };
    },
  }),
];
