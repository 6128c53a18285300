import { Anchor, Skeleton } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { WireRanking } from '../../../../core/contract/wire.ts';
import { fieldOf, type Row } from '../../data/bindings.ts';
import { formatFigure } from '../../data/format-overview.ts';
import { useLinkPath } from '../../data/link.ts';
import { StateBadge } from '../../shell/severity.tsx';
import { Bar } from './bar.tsx';
import styles from './ranking.module.css';
import { SourcePanel } from './source-panel.tsx';
import { Sparkline } from './sparkline.tsx';

const figure = (row: Row, field: string): number => Number(fieldOf(row, field)) || 0;
const said = (row: Row, field: string | undefined): string => (field === undefined ? '' : String(fieldOf(row, field) ?? ''));

/** How many cells follow the name of a row. */
const cellsOf = ({ line, further }: WireRanking): number => 1 + (further?.length ?? 0) + Number(line !== undefined);

/** Rows by their figure, greatest first. */
export function RankingView({ block }: { block: WireRanking }): ReactNode {
  return (
    <SourcePanel<{ data: Row[] }> title={block.title} source={block.source} empty={block.empty} isEmpty={({ data }) => data.length === 0}>
      {(answer) => (
        <div className={styles.ranking}>
          <ol className={styles.rows} style={{ '--cells': cellsOf(block) } as CSSProperties} aria-busy={!answer}>
            {answer ? (
              <Ranked block={block} rows={answer.data} />
            ) : (
              [1, 2, 3, 4, 5].map((at) => (
                <li key={at} className={styles.row}>
                  <Skeleton className={styles.bar} height={block.note ? 46 : 26} radius={8} />
                </li>
              ))
            )}
          </ol>
        </div>
      )}
    </SourcePanel>
  );
}

function Ranked({ block, rows }: { block: WireRanking; rows: Row[] }): ReactNode {
  const { field } = block.value;
  const falling = rows.toSorted((a, b) => figure(b, field) - figure(a, field));
  const greatest = falling[0] ? figure(falling[0], field) : 0;
  const ranked = block.smallestFirst ? falling.toReversed() : falling;
  return ranked.map((row) => <RankedRow key={said(row, block.key)} block={block} row={row} greatest={greatest} />);
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
        {note && (
          <small>
            <bdi>{note}</bdi>
          </small>
        )}
      </div>
      {block.line && (
        <div className={styles.line}>
          <Sparkline values={fieldOf(row, block.line)} />
        </div>
      )}
      {block.further && (
        <div className={styles.further}>
          {block.further.map((more) => (
            <div key={more.field}>
              <small>{more.title}</small> <bdi>{formatFigure(fieldOf(row, more.field), more.as)}</bdi>
            </div>
          ))}
        </div>
      )}
      <b className={styles.value}>
        <bdi>{formatFigure(value, block.value.as)}</bdi>
      </b>
      <div className={styles.bar}>
        <Bar percent={greatest > 0 ? (100 * value) / greatest : 0} />
      </div>
    </li>
  );
}
