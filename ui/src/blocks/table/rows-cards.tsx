import { Button, Checkbox, Skeleton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Row } from '../../data/bindings.ts';
import { BindingProvider } from '../../data/binding-context.tsx';
import { ActionMenu } from '../action-menu.tsx';
import { Value } from '../value.tsx';
import { RowOpen } from './row-open.tsx';
import { nameColumn, nameOf, saysNothing, type RowsProps } from './shared.ts';
import styles from './table.module.css';
import { keyOf } from './use-rows.ts';
import { useTexts } from '../../text/texts.ts';

/** Rows as cards, for narrow screens. */
export function RowsCards(props: RowsProps): ReactNode {
  const { table, rows } = props;
  const t = useTexts();
  if (!rows)
    return (
      <>
        <p className={styles.loading} role="status">
          {t('ui.table.loading')}
        </p>
        {[1, 2, 3, 4].map((at) => (
          <Skeleton key={at} height={132} radius={0} mb={1} />
        ))}
      </>
    );
  return (
    <ul className={styles.cards} aria-label={table.title}>
      {props.adding && <li className={styles.cardOpen}>{props.adding}</li>}
      {rows.map((row) => (
        <RowCard key={keyOf(table, row)} {...props} row={row} />
      ))}
    </ul>
  );
}

function RowCard({ table, columns, row, state, host, fresh, bulk, at, onOpen }: RowsProps & { row: Row }): ReactNode {
  const t = useTexts();
  const id = keyOf(table, row);
  const name = nameOf(table, row);
  const first = nameColumn(table);
  const open = table.row?.open;
  const isOpen = Boolean(open) && state.open === id;
  const rest = columns.filter(
    (column) => column !== first && column.narrow !== 'hide' && column.as !== 'actions' && !saysNothing(column, row),
  );
  return (
    <BindingProvider row={row} host={host}>
      <li className={styles.card} data-fresh={fresh.has(id) || undefined}>
        <div className={styles.cardHead}>
          {bulk && (
            <Checkbox
              size="xs"
              checked={bulk.selected.has(id)}
              onChange={(event) => bulk.toggle([row], event.currentTarget.checked)}
              aria-label={t('ui.row.select', { name })}
            />
          )}
          <div className={styles.cardName}>{first && <Value column={first} row={row} />}</div>
          {table.row?.actions?.length ? <ActionMenu actions={table.row.actions} row={row} label={name} /> : null}
        </div>
        <dl className={styles.cardFields}>
          {rest.map((column) => (
            <div key={column.field}>
              <dt>{column.title}</dt>
              <dd>
                <Value column={column} row={row} label={`${column.title}: ${name}`} />
              </dd>
            </div>
          ))}
        </dl>
        {open && (
          <Button
            variant="subtle"
            size="compact-md"
            fullWidth
            aria-expanded={isOpen}
            aria-label={`${t(isOpen ? 'ui.row.less' : 'ui.row.more')}: ${name}`}
            rightSection={<IconChevronDown size={15} className={styles.turn} data-open={isOpen || undefined} aria-hidden />}
            onClick={() => onOpen(isOpen ? '' : id)}
          >
            {t(isOpen ? 'ui.row.less' : 'ui.row.more')}
          </Button>
        )}
        {isOpen && open && table.row?.where !== 'drawer' && (
          <div className={styles.cardOpen}>
            <RowOpen open={open} at={at} onClose={() => onOpen('')} />
          </div>
        )}
      </li>
    </BindingProvider>
  );
}
