import { Skeleton, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WireChart } from '../../../core/contract/wire.ts';
import { fieldOf, type Row } from '../data/bindings.ts';
import { formatDate, formatNumber } from '../data/format.ts';
import { useSource } from '../data/use-source.ts';
import { useBootstrap } from '../shell/bootstrap.tsx';
import { AxisChart, CHART_HEIGHT } from './axis-chart.tsx';
import styles from './chart.module.css';
import { colorAt, type Line, linesOf } from './chart-lines.ts';
import { EmptyState } from './empty.tsx';
import { Panel } from './panel.tsx';
import { ErrorPanel } from './error-panel.tsx';
import { useTexts } from '../text/texts.ts';

const number = (row: Row, field: string): number => Number(fieldOf(row, field)) || 0;

/** Figures as a picture; the same figures stand in a table for those who cannot see it. */
export function ChartView({ block }: { block: WireChart }): ReactNode {
  const t = useTexts();
  const { locale, direction } = useBootstrap();
  const { data, error, refetch } = useSource<{ data: Row[] }>(block.source);
  if (error && !data) return <ErrorPanel error={error} retry={() => void refetch()} />;
  const label = (row: Row): string => {
    const value = fieldOf(row, block.x);
    return /^\d{4}-\d{2}-\d{2}/.test(String(value)) ? formatDate(value, locale).replace(/[,،]? \d{4}$/, '') : String(value ?? '');
  };
  const rows = data?.data.map((row) => ({ ...row, x: label(row) })) ?? [];
  const lines = linesOf(block, rows, t);
  const limit = data && limitOf(block, data);
  return (
    <Panel title={block.title}>
      {!data ? (
        <Skeleton height={CHART_HEIGHT} radius={8} />
      ) : !rows.length ? (
        <EmptyState empty={{ title: t('ui.chart.empty') }} />
      ) : (
        <figure className={styles.figure} aria-label={block.title}>
          {limit !== undefined && (
            <p className={styles.limit}>
              <svg width="18" height="2" viewBox="0 0 18 2" aria-hidden>
                <line x1="0" x2="18" y1="1" y2="1" />
              </svg>
              {block.limit?.title}: <b>{formatNumber(limit)}</b>
            </p>
          )}
          <div aria-hidden inert={block.shape === 'share' || block.shape === 'funnel'} className={styles.picture}>
            {picture(block, lines, rows, direction === 'rtl', limit)}
          </div>
          <VisuallyHidden>
            <table>
              <caption>{block.title}</caption>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.x}>
                    <th scope="row">{row.x}</th>
                    {lines.map(({ name, label: title }) => (
                      <td key={name}>{`${title}: ${formatNumber(fieldOf(row, name))}`}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </VisuallyHidden>
        </figure>
      )}
    </Panel>
  );
}

/** The height of the line across; undefined where there is none. */
function limitOf({ limit }: WireChart, answer: { data: Row[] }): number | undefined {
  const value = limit && (fieldOf(answer, limit.field) ?? fieldOf(answer.data.at(-1), limit.field));
  return value === undefined || value === null ? undefined : Number(value);
}

function picture(block: WireChart, lines: Line[], rows: (Row & { x: string })[], rtl: boolean, limit: number | undefined): ReactNode {
  const [first] = lines;
  if (!first) return null;
  switch (block.shape) {
    case 'line':
    case 'bar':
      return <AxisChart lines={lines} rows={rows} stacked={block.stacked === true} limit={limit} rtl={rtl} />;
    case 'share':
      return (
        <div className={styles.share}>
          <Ring values={rows.map((row) => number(row, first.name))} />
          <ul className={styles.legend}>
            {rows.map((row, at) => (
              <li key={row.x}>
                <svg width="10" height="10" viewBox="0 0 10 10">
                  <circle cx="5" cy="5" r="5" fill={colorAt(at)} />
                </svg>
                <span>{row.x}</span>
                <b>{formatNumber(number(row, first.name))}</b>
              </li>
            ))}
          </ul>
        </div>
      );
    case 'funnel': {
      const top = Math.max(1, ...rows.map((row) => number(row, first.name)));
      return (
        <ol className={styles.funnel}>
          {rows.map((row, at) => {
            const value = number(row, first.name);
            const percent = block.share === undefined ? (100 * value) / top : number(row, block.share);
            return (
              <li key={row.x}>
                <span>{row.x}</span>
                <svg className={styles.bar} viewBox="0 0 100 10" preserveAspectRatio="none">
                  <rect width={percent} height="10" fill={colorAt(0)} opacity={Math.max(0.4, 1 - at * 0.1)} />
                </svg>
                <b>{formatNumber(value)}</b>
                <Text span size="xs" c="dimmed">
                  {value > 0 && percent < 0.5 ? '<1' : Math.round(percent)}%
                </Text>
              </li>
            );
          })}
        </ol>
      );
    }
  }
}

const [RADIUS, THICKNESS] = [83, 24];
const ROUND = 2 * Math.PI * RADIUS;
const GAP = ROUND / 180;

/** Shares of a whole, from the top on. */
function Ring({ values }: { values: readonly number[] }): ReactNode {
  const whole = values.reduce((sum, value) => sum + value, 0) || 1;
  const gap = values.filter((value) => value > 0).length > 1 ? GAP : 0;
  const lengths = values.map((value) => (value / whole) * ROUND);
  return (
    <svg width="190" height="190" viewBox="-95 -95 190 190" className={styles.ring}>
      {lengths.map((length, at) => (
        <circle
          key={at}
          r={RADIUS}
          fill="none"
          stroke={colorAt(at)}
          strokeWidth={THICKNESS}
          strokeDasharray={`${Math.max(0, length - gap)} ${ROUND}`}
          strokeDashoffset={-lengths.slice(0, at).reduce((sum, one) => sum + one, 0)}
        />
      ))}
    </svg>
  );
}
