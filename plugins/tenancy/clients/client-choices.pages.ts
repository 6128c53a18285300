import type { Binding, Block } from '../../../core/contract.ts';

/** The client of the row at hand. */
export const company: Record<string, Binding> = { companyId: { from: 'row', field: 'company_id' } };

/** A short list, each line of which can be switched for the client. */
export const switches = (of: 'product' | 'term'): Block => ({
  as: 'table',
  key: 'key',
  pageSize: 25,
  source: { route: `clients.${of}s`, params: company, live: 'clients.list' },
  columns: [
    { field: 'title', title: `clients.${of}.name`, as: 'text', sort: true, narrow: 'first' },
    {
      field: 'on',
      title: `clients.${of}.on`,
      as: 'switch',
      toggle: { call: `clients.switch-${of}`, params: { ...company, [of]: { from: 'row', field: 'key' } }, body: {}, field: 'on' },
    },
  ],
  empty: { title: `clients.${of}.empty`, help: `clients.${of}.empty.help` },
});
