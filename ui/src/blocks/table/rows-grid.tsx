import { ActionIcon, Checkbox, Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconArrowsSort, IconChevronRight } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import type { WireColumn } from '../../../../core/contract/wire.ts';
import type { Row } from '../../data/bindings.ts';
import { BindingProvider } from '../../data/binding-context.tsx';
import { ActionMenu } from '../action-menu.tsx';
import { Value, isNumeric } from '../value.tsx';
import { RowOpen } from './row-open.tsx';
import { actionsColumn, isRowClick, moveBetweenRows, nameColumn, nameOf, type RowsProps } from './shared.ts';
import styles from './table.module.css';
import { keyOf } from './use-rows.ts';
import { useTexts } from '../../text/texts.ts';

// oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty cell is no control
const NOTHING = <td className={styles.tight} />;
// oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty cell is no control
const NO_ACTS = <td className={`${styles.tight} ${styles.acts}`} />;

/** Rows as a table, for wide screens. A plain one: the ready-made table brings a scroll area that is larger than all of this. */
export function RowsGrid(props: RowsProps): ReactNode {
  const { table, columns, rows, state, bulk } = props;
  const t = useTexts();
  const opens = Boolean(table.row?.open);
  const acts = Boolean(table.row?.actions?.length) && !actionsColumn(table);
  const width = columns.length + Number(Boolean(bulk)) + Number(opens) + Number(acts);
  const all = rows?.length ? rows.every((row) => bulk?.selected.has(keyOf(table, row))) : false;
  const some = rows?.some((row) => bulk?.selected.has(keyOf(table, row))) ?? false;
  return (
    <div className={styles.scroll} tabIndex={-1} data-lines={table.lines} data-compact={props.compact || undefined}>
      <table className={styles.table} aria-label={table.title} aria-busy={!rows}>
        <thead>
          <tr>
            {bulk && (
              <th className={styles.tight}>
                <Checkbox
                  size="xs"
                  checked={all}
                  indeterminate={some && !all}
                  onChange={() => bulk.toggle(rows ?? [], !all)}
                  aria-label={t('ui.bulk.page')}
                />
              </th>
            )}
            {opens && NOTHING}
            {columns.map((column) => (
              <Heading key={column.field} column={column} pinned={isPinned(table, column)} state={state} onSort={props.onSort} />
            ))}
            {acts && NO_ACTS}
          </tr>
        </thead>
        <tbody>
          {props.adding && (
            <tr className={styles.underRow}>
              <td colSpan={width}>
                <div className={styles.under}>{props.adding}</div>
              </td>
            </tr>
          )}
          {rows ? (
            rows.map((row) => <GridRow key={keyOf(table, row)} {...props} row={row} width={width} />)
          ) : (
            <>
              <tr>
                <td colSpan={width} className={styles.loading}>
                  <span role="status">{t('ui.table.loading')}</span>
                </td>
              </tr>
              <Placeholders columns={width} rows={Math.min(state.per, 10)} />
            </>
          )}
        </tbody>
      </table>
    </div>
  );
}

/** The name of a row stays in sight while one scrolls sideways. */
const isPinned = (table: RowsProps['table'], column: WireColumn): true | undefined =>
  (table.lines && column === nameColumn(table)) || undefined;

interface HeadingProps {
  column: WireColumn;
  pinned: true | undefined;
  state: RowsProps['state'];
  onSort: RowsProps['onSort'];
}

function Heading({ column, pinned, state, onSort }: HeadingProps): ReactNode {
  const sorted = state.sort === column.field ? state.order : null;
  const SortIcon = sorted === 'asc' ? IconArrowUp : sorted === 'desc' ? IconArrowDown : IconArrowsSort;
  const align = isNumeric(column.as) ? 'end' : undefined;
  return (
    <th data-align={align} data-pinned={pinned} aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}>
      {column.sort ? (
        <button type="button" className={styles.sort} data-on={sorted !== null || undefined} onClick={() => onSort(column.field)}>
          {column.title}
          <SortIcon size={13} stroke={2} aria-hidden />
        </button>
      ) : (
        column.title
      )}
    </th>
  );
}

function GridRow({ table, columns, row, state, host, fresh, bulk, at, onOpen, width }: RowsProps & { row: Row; width: number }): ReactNode {
  const t = useTexts();
  const id = keyOf(table, row);
  const name = nameOf(table, row);
  const open = table.row?.open;
  const isOpen = Boolean(open) && state.open === id;
  const under = isOpen && table.row?.where !== 'drawer';
  return (
    <BindingProvider row={row} host={host}>
      <Fragment>
        <tr
          data-row
          data-fresh={fresh.has(id) || undefined}
          data-open={isOpen || undefined}
          data-opens={open ? true : undefined}
          onClick={open ? (event) => isRowClick(event) && onOpen(isOpen ? '' : id) : undefined}
        >
          {bulk && (
            <td className={styles.tight}>
              <Checkbox
                size="xs"
                checked={bulk.selected.has(id)}
                onKeyDown={moveBetweenRows}
                onChange={(event) => bulk.toggle([row], event.currentTarget.checked)}
                aria-label={t('ui.row.select', { name })}
              />
            </td>
          )}
          {open && (
            <td className={styles.tight}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                data-opener
                onKeyDown={moveBetweenRows}
                aria-expanded={isOpen}
                aria-label={t('ui.row.open', { name })}
                onClick={() => onOpen(isOpen ? '' : id)}
              >
                <IconChevronRight size={16} className={styles.chevron} aria-hidden />
              </ActionIcon>
            </td>
          )}
          {columns.map((column) => (
            <td
              key={column.field}
              data-pinned={isPinned(table, column)}
              data-align={isNumeric(column.as) ? 'end' : undefined}
              className={column.as === 'actions' ? styles.acts : undefined}
            >
              {column.as === 'actions' ? (
                <ActionMenu actions={table.row?.actions ?? []} row={row} label={name} />
              ) : (
                <Value column={column} row={row} label={`${column.title}: ${name}`} />
              )}
            </td>
          ))}
          {table.row?.actions?.length && !actionsColumn(table) ? (
            <td className={`${styles.tight} ${styles.acts}`}>
              <ActionMenu actions={table.row.actions} row={row} label={name} />
            </td>
          ) : null}
        </tr>
        {under && open && (
          <tr className={styles.underRow}>
            <td colSpan={width} data-opened>
              <div className={styles.under}>
                <RowOpen open={open} at={at} onClose={() => onOpen('')} />
              </div>
            </td>
          </tr>
        )}
      </Fragment>
    </BindingProvider>
  );
}

function Placeholders({ columns, rows }: { columns: number; rows: number }): ReactNode {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row}>
      {Array.from({ length: columns }, (_unused, column) => (
        <td key={column}>
          <Skeleton height={12} width={`${50 + ((row * 7 + column * 13) % 40)}%`} my={5} />
        </td>
      ))}
    </tr>
  ));
}
