import { defineRoute, definePage, List, listOfAll, ListQuery, T } from '../../../../core/contract.ts';
import { AgencyIssues } from '../../../foundation/companies/contract.ts';
import { agenciesOf } from '../agencies.store.ts';
import { columnsOf, NO_MATCH, ofRow } from '../page-parts.ts';

const column = columnsOf('issues');

/** What waits at agencies, counted over all of them: nothing of a lead or a visitor is in it. */
export const issuesRoute = defineRoute({
  id: 'operations.issues',
  method: 'GET',
  path: '/operations/issues',
  summary: 'Failed deliveries and held visits by agency: how many and since when, those with most first',
  ability: ['read', 'Processes'],
  query: T.Object({ ...ListQuery(['agency']), kind: T.Optional(T.String({ maxLength: 60 })) }),
  response: List(
    T.Object({
      id: T.String(),
      agencyId: T.Integer(),
      agency: T.String(),
      what: T.String(),
      count: T.Integer(),
      since: T.Union([T.String(), T.Null()]),
    }),
  ),
  async handler(ctx, { query: { kind, ...query } }) {
    const issues = ctx
      .contributions(AgencyIssues)
      .filter(({ id }) => kind === undefined || kind === id)
      .sort((a, b) => a.order - b.order);
    const [agencies, ...counts] = await ctx.together([() => agenciesOf(ctx), ...issues.map((issue) => () => issue.of(ctx))]);
    const names = new Map(agencies.map(({ id, name }) => [id, name]));
    const rows = issues
      .flatMap(({ id, title }, n) => counts[n]!.map((counted) => ({ id: `${id} ${counted.agencyId}`, what: ctx.t(title), ...counted })))
      .filter(({ agencyId, count }) => names.has(agencyId) && count > 0)
      .map(({ since, ...row }) => ({ ...row, agency: names.get(row.agencyId)!, since: since?.toISOString() ?? null }))
      .sort((a, b) => b.count - a.count);
    return listOfAll(rows, query, ctx.locale, ({ agency }) => agency);
  },
});

export const issueKinds = defineRoute({
  id: 'operations.issue-kinds',
  method: 'GET',
  path: '/operations/issue-kinds',
  summary: 'Kinds of what may wait at agencies',
  ability: ['read', 'Processes'],
  query: T.Object({ value: T.Optional(T.String({ maxLength: 60 })), search: T.Optional(T.String({ maxLength: 100 })) }),
  response: T.Object({ options: T.Array(T.Object({ value: T.String(), label: T.String() })) }),
  async handler(ctx, { query }) {
    const all = ctx.contributions(AgencyIssues).toSorted((a, b) => a.order - b.order);
    const options = all.map(({ id, title }) => ({ value: id, label: ctx.t(title) }));
    return { options: query.value === undefined ? options : options.filter(({ value }) => value === query.value) };
  },
});

/** The agency's page is where operators look through an account of it. */
export const issuesPage = definePage({
  id: 'operations.issues',
  path: '/operations/issues',
  title: 'operations.issues.title',
  ability: ['read', 'Processes'],
  blocks: [
    { as: 'notice', severity: 'info', text: 'operations.issues.notice', stays: true },
    {
      as: 'table',
      source: { route: 'operations.issues', live: ['integrations', 'review'] },
      key: 'id',
      pageSize: 50,
      search: true,
      columns: [
        column('agency', 'text', { sort: true, narrow: 'first', to: { page: 'agencies.page', params: { id: ofRow('agencyId') } } }),
        column('what', 'text'),
        column('count', 'number'),
        column('since', 'since', { narrow: 'hide' }),
      ],
      filters: [{ name: 'kind', title: 'operations.issues.column.what', source: { route: 'operations.issue-kinds' } }],
      empty: { title: 'operations.issues.empty', help: 'operations.issues.empty.help' },
      noMatch: NO_MATCH,
    },
  ],
});
