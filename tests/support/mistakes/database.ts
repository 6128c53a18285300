import type { Plugin } from '../../../core/contract.ts';
import { smallPlugin } from '../small-plugin.ts';
import { broken } from './broken.ts';

/** Mistakes that only the database shows. */
export const databaseMistakes: [plugin: Plugin, code: string, says: string][] = [
  [
    smallPlugin('open-table', { migrations: broken('open-table'), tables: { open_table_note: ['select'] } }),
    'no-row-level-security',
    'table "open_table_note" has no row-level security; call core_tenant_table(',
  ],
  [
    smallPlugin('own-policy', { migrations: broken('own-policy'), erasure: { own_policy_note: 'delete' } }),
    'no-row-level-security',
    'table "own_policy_note" has other policies than the kernel’s',
  ],
  [
    smallPlugin('blind-view', {
      migrations: broken('blind-view'),
      erasure: { blind_view_note: 'delete' },
      tables: { blind_view_list: ['select'] },
    }),
    'no-row-level-security',
    'table "blind_view_list" is a view that asks nobody’s row-level security',
  ],
  [
    smallPlugin('secret-table', { migrations: broken('secret-table') }),
    'unregistered-table',
    'table "secret_table_note" exists and is not registered; name it in `erasure`',
  ],
  [
    smallPlugin('no-erasure', { migrations: broken('no-erasure'), tables: { no_erasure_note: ['select'] } }),
    'table-erasure',
    'table "no_erasure_note" has rows of companies and no erasure that says what becomes of them',
  ],
  [
    smallPlugin('bad-column', {
      migrations: broken('bad-column'),
      erasure: { bad_column_note: 'delete' },
      columns: { bad_column_note: { id: 'integer', count: 'integer' } },
    }),
    'column',
    'table "bad_column_note" has the column "count" as text, not integer',
  ],
  [smallPlugin('no-table', { erasure: { no_table_note: 'delete' } }), 'no-table', 'table "no_table_note" is registered and does not exist'],
  [
    smallPlugin('faulty', { migrations: new URL('../migrations/faulty/', import.meta.url) }),
    'migration',
    'migration "0002-more.ts" failed: relation "nowhere" does not exist, in: insert into nowhere (text) values (…)',
  ],
];
