import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WireColumn, WireDetail } from '../../../core/contract/wire.ts';
import { fieldOf, isEmpty, type Row } from '../data/bindings.ts';
import { BindingProvider } from '../data/binding-context.tsx';
import { useSource } from '../data/use-source.ts';
import { ActionButton } from './action-button.tsx';
import styles from './value.module.css';
import { Panel } from './panel.tsx';
import { ErrorPanel } from './error-panel.tsx';
import { Value } from './value.tsx';

/** The fields of one thing, name beside value. */
export function DetailView({ block }: { block: WireDetail }): ReactNode {
  const { data, error, refetch } = useSource(block.source);
  if (error && !data) return <ErrorPanel error={error} retry={() => void refetch()} />;
  return (
    <BindingProvider row={data ?? null}>
      <Panel
        title={block.title}
        tools={data && block.actions?.length ? block.actions.map((action) => <ActionButton key={action.id} action={action} />) : undefined}
      >
        <dl className={styles.detail}>
          {linesOf(block.fields, data).map(({ column, row }) => (
            <div key={column.field} className={styles.detailRow}>
              <dt>{column.title}</dt>
              <dd>{row ? <Shown column={column} row={row} /> : <Skeleton height={14} width={140} my={4} />}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </BindingProvider>
  );
}

/** A picture in its real size may be wider than its place, and keys must be able to scroll it. */
function Shown({ column, row }: { column: WireColumn; row: Row }): ReactNode {
  if (column.as !== 'picture') return <Value column={column} row={row} />;
  return (
    <div className={styles.scrolled} tabIndex={0} role="group" aria-label={column.title}>
      <Value column={column} row={row} />
    </div>
  );
}

interface Line {
  column: WireColumn;
  row: Row | undefined;
}
type FurtherField = Pick<WireColumn, 'title' | 'as'> & { value: unknown };

/** The lines of the detail: fields that only the answer knows stand each on its own, like those that the page names. */
const linesOf = (fields: readonly WireColumn[], row: Row | undefined): Line[] =>
  fields.flatMap((column): Line[] => {
    if (column.optional && (!row || isEmpty(fieldOf(row, column.field)))) return [];
    if (column.as !== 'fields' || !row) return [{ column, row }];
    const further = (fieldOf(row, column.field) ?? []) as FurtherField[];
    return further.map(({ title, as, value }, n) => ({
      column: { field: `${column.field}.${n}.value`, title, as },
      row: { [column.field]: { [n]: { value } } },
    }));
  });
