import type { WireTable } from '../../../../core/contract/wire.ts';
import type { Row } from '../../data/bindings.ts';
import { fieldOf } from '../../data/bindings.ts';
import type { RowHost } from '../../data/scope.tsx';
import type { TableState } from './address.ts';
import type { useBulk } from './use-bulk.ts';

/** What both looks of a table, rows and cards, need. */
export interface RowsProps {
  table: WireTable;
  /** Undefined while the first answer is on its way. */
  rows: Row[] | undefined;
  state: TableState;
  host: RowHost;
  fresh: ReadonlySet<string>;
  bulk: ReturnType<typeof useBulk> | null;
  at: string;
  onSort: (field: string) => void;
  onOpen: (key: string) => void;
}

/** The column that names a row. */
export const nameColumn = (table: WireTable) => table.columns.find((column) => column.narrow === 'first') ?? table.columns[0];
export const nameOf = (table: WireTable, row: Row): string =>
  String(fieldOf(row, nameColumn(table)?.field ?? table.key) ?? fieldOf(row, table.key) ?? '');

/** A click on a control inside of a row, or the end of a text selection, does not open the row. */
export function isRowClick(event: { target: EventTarget; currentTarget: EventTarget }): boolean {
  const control = (event.target as Element).closest('a, button, input, label, select, textarea, [role="menuitem"], [data-opened]');
  const outer = control && (event.currentTarget as Element).contains(control);
  return !outer && !getSelection()?.toString();
}
