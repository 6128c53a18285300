import { ActionIcon, Checkbox, Skeleton, Table } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconArrowsSort, IconChevronRight } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import type { WireColumn } from '../../../../core/contract/wire.ts';
import type { Row } from '../../data/bindings.ts';
import { ScopeProvider } from '../../data/scope.tsx';
import { ActionMenu } from '../action-menu.tsx';
import { Value, isNumeric } from '../value.tsx';
import { RowOpen } from './row-open.tsx';
import { isRowClick, nameOf, type RowsProps } from './shared.ts';
import styles from './table.module.css';
import { keyOf } from './use-rows.ts';
import { useTexts } from '../../text/texts.ts';

/** Rows as a table, for wide screens. */
export function RowsGrid(props: RowsProps): ReactNode {
  const { table, rows, state, bulk } = props;
  const t = useTexts();
  const opens = Boolean(table.row?.open);
  const acts = Boolean(table.row?.actions?.length);
  const width = table.columns.length + Number(Boolean(bulk)) + Number(opens) + Number(acts);
  const all = rows?.length ? rows.every((row) => bulk?.selected.has(keyOf(table, row))) : false;
  const some = rows?.some((row) => bulk?.selected.has(keyOf(table, row))) ?? false;
  return (
    <div className={styles.scroll} tabIndex={-1}>
      <Table className={styles.table ?? ''} aria-label={table.title} aria-busy={!rows}>
        <Table.Thead>
          <Table.Tr>
            {bulk && (
              <Table.Th className={styles.tight ?? ''}>
                <Checkbox
                  size="xs"
                  checked={all}
                  indeterminate={some && !all}
                  onChange={() => bulk.toggle(rows ?? [], !all)}
                  aria-label={t('ui.bulk.page')}
                />
              </Table.Th>
            )}
            {opens && <Table.Td className={styles.tight ?? ''} />}
            {table.columns.map((column) => (
              <Heading key={column.field} column={column} state={state} onSort={props.onSort} />
            ))}
            {acts && <Table.Td className={styles.tight ?? ''} />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows ? (
            rows.map((row) => <GridRow key={keyOf(table, row)} {...props} row={row} width={width} />)
          ) : (
            <Placeholders columns={width} rows={Math.min(state.per, 10)} />
          )}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Heading({ column, state, onSort }: { column: WireColumn; state: RowsProps['state']; onSort: RowsProps['onSort'] }): ReactNode {
  const sorted = state.sort === column.field ? state.order : null;
  const SortIcon = sorted === 'asc' ? IconArrowUp : sorted === 'desc' ? IconArrowDown : IconArrowsSort;
  const align = isNumeric(column.as) ? 'end' : undefined;
  return (
    <Table.Th data-align={align} aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}>
      {column.sort ? (
        <button type="button" className={styles.sort} data-on={sorted !== null || undefined} onClick={() => onSort(column.field)}>
          {column.title}
          <SortIcon size={13} stroke={2} aria-hidden />
        </button>
      ) : (
        column.title
      )}
    </Table.Th>
  );
}

function GridRow({ table, row, state, host, fresh, bulk, at, onOpen, width }: RowsProps & { row: Row; width: number }): ReactNode {
  const t = useTexts();
  const id = keyOf(table, row);
  const name = nameOf(table, row);
  const open = table.row?.open;
  const isOpen = Boolean(open) && state.open === id;
  const under = isOpen && table.row?.where !== 'drawer';
  return (
    <ScopeProvider row={row} host={host}>
      <Fragment>
        <Table.Tr
          data-fresh={fresh.has(id) || undefined}
          data-open={isOpen || undefined}
          data-opens={open ? true : undefined}
          onClick={open ? (event) => isRowClick(event) && onOpen(isOpen ? '' : id) : undefined}
        >
          {bulk && (
            <Table.Td className={styles.tight ?? ''}>
              <Checkbox
                size="xs"
                checked={bulk.selected.has(id)}
                onChange={(event) => bulk.toggle([row], event.currentTarget.checked)}
                aria-label={t('ui.row.select', { name })}
              />
            </Table.Td>
          )}
          {open && (
            <Table.Td className={styles.tight ?? ''}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-expanded={isOpen}
                aria-label={t('ui.row.open', { name })}
                onClick={() => onOpen(isOpen ? '' : id)}
              >
                <IconChevronRight size={16} className={styles.chevron} aria-hidden />
              </ActionIcon>
            </Table.Td>
          )}
          {table.columns.map((column) => (
            <Table.Td key={column.field} data-align={isNumeric(column.as) ? 'end' : undefined}>
              <Value column={column} row={row} label={`${column.title}: ${name}`} />
            </Table.Td>
          ))}
          {table.row?.actions?.length ? (
            <Table.Td className={styles.tight ?? ''}>
              <ActionMenu actions={table.row.actions} row={row} label={name} />
            </Table.Td>
          ) : null}
        </Table.Tr>
        {under && open && (
          <Table.Tr className={styles.underRow ?? ''}>
            <Table.Td colSpan={width} data-opened>
              <div className={styles.under}>
                <RowOpen open={open} at={at} onClose={() => onOpen('')} />
              </div>
            </Table.Td>
          </Table.Tr>
        )}
      </Fragment>
    </ScopeProvider>
  );
}

function Placeholders({ columns, rows }: { columns: number; rows: number }): ReactNode {
  return Array.from({ length: rows }, (_, row) => (
    <Table.Tr key={row}>
      {Array.from({ length: columns }, (_unused, column) => (
        <Table.Td key={column}>
          <Skeleton height={12} width={`${50 + ((row * 7 + column * 13) % 40)}%`} my={5} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}
