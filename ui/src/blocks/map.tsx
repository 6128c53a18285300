import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WireMap } from '../../../core/contract/wire.ts';
import { fieldOf, type Row } from '../data/bindings.ts';
import { formatFigure } from '../data/format.ts';
import { useSource } from '../data/use-source.ts';
import { EmptyState } from './empty.tsx';
import { ErrorPanel } from './error-panel.tsx';
import styles from './map.module.css';
import { Panel } from './panel.tsx';

/** The country by state. */
export default function MapView({ block }: { block: WireMap }): ReactNode {
  const { data, error, refetch } = useSource<{ data: Row[] }>(block.source);
  if (error && !data) return <ErrorPanel error={error} retry={() => void refetch()} />;
  const { field, as, title } = block.value;
  const rows = data?.data.toSorted((a, b) => Number(fieldOf(b, field)) - Number(fieldOf(a, field)));
  return (
    <Panel title={block.title}>
      {!rows ? (
        <Skeleton height={340} radius={8} />
      ) : rows.length === 0 ? (
        <EmptyState empty={block.empty} />
      ) : (
        <table className={styles.table} aria-label={block.title}>
          <tbody>
            {rows.map((row) => {
              const place = String(fieldOf(row, block.place));
              return (
                <tr key={place}>
                  <th scope="row">{place}</th>
                  <td title={title}>
                    <bdi>{formatFigure(fieldOf(row, field), as)}</bdi>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
