import { expect, test } from 'vitest';
import { sourcesIn } from './homes.ts';

test('a page names the calls by which its blocks read, however deep they stand', () => {
  const page = {
    blocks: [
      { as: 'health', source: { call: { method: 'GET', path: '/api/attention' } } },
      {
        as: 'group',
        blocks: [
          { as: 'tile', source: { call: { method: 'GET', path: '/api/reports/trends' }, query: {} } },
          { as: 'text', title: 'source' },
        ],
      },
    ],
  };
  expect([...sourcesIn(page)]).toEqual(['/api/attention', '/api/reports/trends']);
});
