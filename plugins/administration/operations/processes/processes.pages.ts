import { definePage, type PageDef, type TableBlock } from '../../../../core/contract.ts';
import { columnsOf, NO_MATCH } from '../page-parts.ts';

const process = columnsOf('boot');
const calls = columnsOf('calls');

const plugins: TableBlock = {
  as: 'table',
  title: 'operations.boot.plugins',
  source: { route: 'operations.process-plugins', params: { id: { from: 'row', field: 'id' } } },
  key: 'id',
  pageSize: 100,
  search: true,
  columns: [
    process('id', 'text', { narrow: 'first', note: 'version' }),
    {
      ...process('plugin', 'state', { note: 'code' }),
      field: 'state',
      states: {
        on: { title: 'operations.boot.plugin.on', severity: 'good' },
        off: { title: 'operations.boot.plugin.off', severity: 'bad' },
      },
    },
    process('took', 'text', { narrow: 'hide' }),
    process('faults', 'text'),
    process('remedy', 'text', { note: 'file' }),
  ],
  filters: [
    {
      name: 'state',
      title: 'operations.boot.column.plugin',
      options: ['off', 'on'].map((value) => ({ value, title: `operations.boot.plugin.${value}` })),
    },
  ],
  empty: { title: 'operations.boot.plugins.empty' },
  noMatch: NO_MATCH,
};

const bootPage = definePage({
  id: 'operations.boot',
  path: '/operations/boot',
  title: 'operations.boot.title',
  ability: ['read', 'Processes'],
  blocks: [
    {
      as: 'table',
      source: { route: 'operations.processes' },
      key: 'id',
      pageSize: 25,
      columns: [
        process('host', 'text', { narrow: 'first', note: 'pid' }),
        {
          ...process('state', 'state'),
          states: {
            running: { title: 'operations.boot.state.running', severity: 'good' },
            silent: { title: 'operations.boot.state.silent', severity: 'bad' },
            stopped: { title: 'operations.boot.state.stopped', severity: 'neutral' },
          },
        },
        process('on', 'number'),
        process('off', 'number'),
        process('product', 'text', { narrow: 'hide' }),
        process('started', 'time', { narrow: 'hide' }),
        process('seen', 'since'),
      ],
      row: {
        where: 'drawer',
        open: {
          blocks: [
            {
              as: 'detail',
              source: { route: 'operations.process', params: { id: { from: 'row', field: 'id' } } },
              fields: [
                process('roles', 'tags'),
                process('product', 'text'),
                process('core', 'text'),
                process('node', 'text'),
                process('database', 'text'),
                process('started', 'time'),
              ],
            },
            plugins,
            {
              as: 'detail',
              title: 'operations.boot.migrations',
              source: { route: 'operations.process', params: { id: { from: 'row', field: 'id' } } },
              fields: [process('ran', 'tags'), process('ahead', 'tags'), process('missing', 'tags')],
            },
          ],
        },
      },
      empty: { title: 'operations.boot.empty', help: 'operations.boot.empty.help' },
      noMatch: NO_MATCH,
    },
  ],
});

const callsPage = definePage({
  id: 'operations.calls',
  path: '/operations/outgoing-calls',
  title: 'operations.calls.title',
  ability: ['read', 'Processes'],
  blocks: [
    { as: 'notice', severity: 'info', text: 'operations.calls.notice', stays: true },
    {
      as: 'table',
      source: { route: 'operations.calls' },
      key: 'host',
      pageSize: 50,
      search: true,
      columns: [
        calls('host', 'text', { sort: true, narrow: 'first' }),
        calls('calls', 'number'),
        calls('failures', 'number', { note: 'failure' }),
        calls('p95', 'text', { narrow: 'hide' }),
        calls('refusals', 'number', { narrow: 'hide' }),
        calls('refusal', 'text', { narrow: 'hide' }),
        calls('refused', 'since', { narrow: 'hide' }),
      ],
      filters: [
        {
          name: 'span',
          title: 'operations.calls.span',
          options: ['hour', 'week', 'month'].map((value) => ({ value, title: `operations.calls.span.${value}` })),
        },
        {
          name: 'show',
          title: 'operations.work.show',
          options: ['failed', 'refused'].map((value) => ({ value, title: `operations.calls.show.${value}` })),
        },
      ],
      empty: { title: 'operations.calls.empty', help: 'operations.calls.empty.help' },
      noMatch: NO_MATCH,
    },
  ],
});

export const processPages: PageDef[] = [bootPage, callsPage];
