import { Anchor, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Severity } from '../../../../core/contract/page.ts';
import type { WireTimeline } from '../../../../core/contract/wire.ts';
import { fieldOf, type Row } from '../../data/bindings.ts';
import { formatDay, formatHour } from '../../data/format-overview.ts';
import { useLinkPath } from '../../data/link.ts';
import { insidePath } from '../../data/navigate.ts';
import { useBootstrap } from '../../shell/bootstrap.tsx';
import { Icon } from '../../shell/icon.tsx';
import { SourcePanel } from './source-panel.tsx';
import styles from './timeline.module.css';

const SEVERITIES = new Set<unknown>(['info', 'good', 'warn', 'bad'] satisfies Severity[]);
const said = (row: Row, field: string | undefined): string => (field === undefined ? '' : String(fieldOf(row, field) ?? ''));

/** What happened, newest first, by day. */
export function TimelineView({ block }: { block: WireTimeline }): ReactNode {
  return (
    <SourcePanel<{ data: Row[] }> title={block.title} source={block.source} empty={block.empty} isEmpty={({ data }) => data.length === 0}>
      {(answer) =>
        answer ? <Days block={block} rows={answer.data} /> : [1, 2, 3, 4].map((at) => <Skeleton key={at} height={40} mb={12} radius={8} />)
      }
    </SourcePanel>
  );
}

function Days({ block, rows }: { block: WireTimeline; rows: Row[] }): ReactNode {
  const { locale } = useBootstrap();
  const newestFirst = rows.toSorted((a, b) => Date.parse(said(b, block.at)) - Date.parse(said(a, block.at)));
  const days = Map.groupBy(newestFirst, (row) => formatDay(said(row, block.at), locale));
  return [...days].map(([day, ofDay]) => (
    <section key={day} className={styles.day} aria-label={day}>
      <h3>{day}</h3>
      <ol className={styles.entries}>
        {ofDay.map((row) => (
          <Entry key={said(row, block.key)} block={block} row={row} />
        ))}
      </ol>
    </section>
  ));
}

function Entry({ block, row }: { block: WireTimeline; row: Row }): ReactNode {
  const { locale } = useBootstrap();
  const linkPath = useLinkPath();
  const path = (block.address && insidePath(fieldOf(row, block.address))) || linkPath(block.to, row);
  const severity = said(row, block.severity);
  const text = said(row, block.text);
  const at = said(row, block.at);
  return (
    <li className={styles.entry} data-severity={SEVERITIES.has(severity) ? severity : undefined}>
      <span className={styles.mark}>
        <Icon name={said(row, block.icon) || null} size={14} />
      </span>
      <div className={styles.words}>
        {path ? (
          <Anchor component={Link} to={path} size="md">
            <bdi>{said(row, block.heading)}</bdi>
          </Anchor>
        ) : (
          <bdi>{said(row, block.heading)}</bdi>
        )}
        {text && (
          <small>
            <bdi>{text}</bdi>
          </small>
        )}
      </div>
      <time dateTime={at}>{formatHour(at, locale)}</time>
    </li>
  );
}
