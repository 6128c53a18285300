import { expect, test } from 'vitest';
import { sourcesIn } from './homes.ts';

test('a page names the routes that its blocks read, however deep they stand', () => {
  const page = {
    blocks: [
      { as: 'health', source: { route: 'attention.list' } },
      {
        as: 'group',
        blocks: [
          { as: 'tile', source: { route: 'reports.trends', query: {} } },
          { as: 'text', title: 'source' },
        ],
      },
    ],
  };
  expect([...sourcesIn(page)]).toEqual(['attention.list', 'reports.trends']);
});
