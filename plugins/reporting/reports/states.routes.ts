import { defineRoute, ListQuery, pageOf, T } from '../../../core/contract.ts';
import { US_STATES } from '../../foundation/places/shared.ts';

const { Page, PerPage, search } = ListQuery([]);

/** The United States by name, for filters. */
export const stateChoices = defineRoute({
  id: 'reports.state-choices',
  method: 'GET',
  path: '/reports/choices/states',
  summary: 'States and territories by name or letters, a page at a time',
  ability: ['read', 'Report'],
  query: T.Object({ Page, PerPage, search, value: T.Optional(T.String({ maxLength: 2 })) }),
  response: T.Object({ options: T.Array(T.Object({ value: T.String(), label: T.String() })) }),
  handler: async (_ctx, { query }) => {
    const { offset, perPage } = pageOf(query);
    const text = query.search?.trim().toLowerCase() ?? '';
    const found = US_STATES.filter(({ code, name }) =>
      query.value === undefined ? name.toLowerCase().includes(text) || code.toLowerCase() === text : code === query.value.toUpperCase(),
    );
    return { options: found.slice(offset, offset + perPage).map(({ code, name }) => ({ value: code, label: name })) };
  },
});
