import type { KeyboardEvent, ReactNode } from 'react';
import type { WireColumn, WireTable } from '../../../../core/contract/wire.ts';
import type { Row } from '../../data/bindings.ts';
import { fieldOf, isEmpty } from '../../data/bindings.ts';
import type { RowHost } from '../../data/binding-context.tsx';
import type { TableState } from './address.ts';
import type { useBulk } from './use-bulk.ts';

/** What both looks of a table, rows and cards, need. */
export interface RowsProps {
  table: WireTable;
  /** The columns that are shown, and whether rows stand close. */
  columns: WireTable['columns'];
  compact: boolean;
  /** Undefined while the first answer is on its way. */
  rows: Row[] | undefined;
  state: TableState;
  host: RowHost;
  fresh: ReadonlySet<string>;
  bulk: ReturnType<typeof useBulk> | null;
  at: string;
  /** The form for a new row, while it is open. */
  adding: ReactNode;
  onSort: (field: string) => void;
  onOpen: (key: string) => void;
}

/** Where the row's actions stand: in a column of their own, or at the end of the row. */
export const actionsColumn = (table: WireTable): WireTable['columns'][number] | undefined =>
  table.columns.find((column) => column.as === 'actions');

/** The column that names a row. */
export const nameColumn = (table: WireTable) => table.columns.find((column) => column.narrow === 'first') ?? table.columns[0];
export const nameOf = (table: WireTable, row: Row): string =>
  String(fieldOf(row, nameColumn(table)?.field ?? table.key) ?? fieldOf(row, table.key) ?? '');

const WRITTEN = new Set<WireColumn['as']>(['text', 'number', 'money', 'amounts', 'date', 'time', 'since', 'code', 'link', 'tags']);

/** Whether a card can do without the column: its value is written out, and there is none. */
export const saysNothing = ({ as, field, note }: WireColumn, row: Row): boolean =>
  WRITTEN.has(as) && isEmpty(fieldOf(row, field)) && (!note || isEmpty(fieldOf(row, note)));

/** Up and down go from a control of a row to the same one of the next row, or of the one before. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const control = event.currentTarget;
  const row = control.closest('[data-row]');
  const rows = [...(row?.parentElement?.querySelectorAll('[data-row]') ?? [])];
  const next = row && rows[rows.indexOf(row) + (event.key === 'ArrowDown' ? 1 : -1)];
  const same = next?.querySelector<HTMLElement>(control.matches('[data-opener]') ? '[data-opener]' : 'input[type=checkbox]');
  if (!same) return;
  event.preventDefault();
  same.focus();
}

/** A click on a control inside of a row, in a menu or dialog that belongs to it, or the end of a text selection, does not open the row. */
export function isRowClick(event: { target: EventTarget; currentTarget: EventTarget }): boolean {
  const target = event.target as Element;
  const row = event.currentTarget as Element;
  // React also reports clicks of what the row opened elsewhere on the page.
  if (!row.contains(target)) return false;
  const control = target.closest('a, button, input, label, select, textarea, [data-opened]');
  return !(control && row.contains(control)) && !getSelection()?.toString();
}
