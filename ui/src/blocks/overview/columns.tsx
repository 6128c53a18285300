import type { ReactNode } from 'react';
import type { WireColumns } from '../../../../core/contract/wire.ts';
import styles from './columns.module.css';
import { Nested } from '../nested.tsx';

/** Columns of blocks side by side; a column whose blocks the actor may not see leaves its room to the others. */
export function ColumnsView({ block, at }: { block: WireColumns; at: string }): ReactNode {
  const columns = block.blocks.map((blocks, n) => ({ blocks, at: `${at}.${n}` })).filter(({ blocks }) => blocks.length > 0);
  if (columns.length === 0) return null;
  return (
    <div className={styles.columns} data-count={columns.length}>
      {columns.map((column) => (
        <Nested key={column.at} {...column} />
      ))}
    </div>
  );
}
