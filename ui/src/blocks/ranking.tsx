import { Anchor, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { WireRanking } from '../../../core/contract/wire.ts';
import { fieldOf, type Row } from '../data/bindings.ts';
import { formatFigure } from '../data/format.ts';
import { useLinkPath } from '../data/link.ts';
import { useSource } from '../data/use-source.ts';
import { StateBadge } from '../shell/severity.tsx';
import { Bar } from './bar.tsx';
import { EmptyState } from './empty.tsx';
import { ErrorPanel } from './error-panel.tsx';
import { Panel } from './panel.tsx';
import styles from './ranking.module.css';
import { Sparkline } from './sparkline.tsx';

const figure = (row: Row, field: string): number => Number(fieldOf(row, field)) || 0;
const said = (row: Row, field: string | undefined): string => (field === undefined ? '' : String(fieldOf(row, field) ?? ''));

/** Rows by their figure, greatest first. */
export default function RankingView({ block }: { block: WireRanking }): ReactNode {
  const { data, error, refetch } = useSource<{ data: Row[] }>(block.source);
  if (error && !data) return <ErrorPanel error={error} retry={() => void refetch()} />;
  const { field } = block.value;
  const rows = data?.data.toSorted((a, b) => figure(b, field) - figure(a, field));
  const greatest = rows?.[0] ? figure(rows[0], field) : 0;
  return (
    <Panel title={block.title}>
      {rows?.length === 0 ? (
        <EmptyState empty={block.empty} />
      ) : (
        <ol className={styles.rows} aria-busy={!rows}>
          {rows
            ? rows.map((row) => <RankedRow key={said(row, block.key)} block={block} row={row} greatest={greatest} />)
            : [1, 2, 3, 4, 5].map((at) => (
                <li key={at}>
                  <Skeleton height={38} radius={8} />
                </li>
              ))}
        </ol>
      )}
    </Panel>
  );
}

function RankedRow({ block, row, greatest }: { block: WireRanking; row: Row; greatest: number }): ReactNode {
  const path = useLinkPath()(block.to, row);
  const name = said(row, block.name);
  const note = said(row, block.note);
  const value = figure(row, block.value.field);
  const state = block.state?.states[said(row, block.state.field)];
  return (
    <li className={styles.row}>
      <div className={styles.name}>
        {path ? (
          <Anchor component={Link} to={path} size="md" fw={500}>
            <bdi>{name}</bdi>
          </Anchor>
        ) : (
          <bdi>{name}</bdi>
        )}
        {state && <StateBadge state={state} />}
        {note && <small>{note}</small>}
      </div>
      {block.line && (
        <div className={styles.line}>
          <Sparkline values={fieldOf(row, block.line)} />
        </div>
      )}
      {block.further?.map((more) => (
        <div key={more.field} className={styles.further}>
          <small>{more.title}</small>
          <bdi>{formatFigure(fieldOf(row, more.field), more.as)}</bdi>
        </div>
      ))}
      <b className={styles.value}>
        <bdi>{formatFigure(value, block.value.as)}</bdi>
      </b>
      <div className={styles.bar}>
        <Bar percent={greatest > 0 ? (100 * value) / greatest : 0} />
      </div>
    </li>
  );
}
