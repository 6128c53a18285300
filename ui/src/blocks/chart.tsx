import { Skeleton, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WireChart } from '../../../core/contract/wire.ts';
import { fieldOf, type Row } from '../data/bindings.ts';
import { formatDate, formatNumber } from '../data/format.ts';
import { useSource } from '../data/use-source.ts';
import { useBootstrap } from '../shell/bootstrap.tsx';
import { idle } from '../data/idle.ts';
import { PlaceContext } from '../data/settling.ts';
import { lazyPart } from '../shell/lazy-part.ts';
import styles from './chart.module.css';
import { chartVariables, colorAt } from './chart-colors.ts';
import { linesOf } from './chart-lines.ts';
import { CHART_HEIGHT, type ChartPicture, RING_SIZE } from './chart-picture.ts';
import { EmptyState } from './empty.tsx';
import { Sparkline } from './overview/sparkline.tsx';
import { Panel } from './panel.tsx';
import { ErrorPanel } from './error-panel.tsx';
import { useTexts } from '../text/texts.ts';

/** The library is large, so it comes last: what was drawn in its place until then says the same, with less. */
const LibraryPicture = lazyPart(async () => {
  await idle();
  return import('./chart-library.tsx');
}, EarlyPicture);

const number = (row: Row, field: string): number => Number(fieldOf(row, field)) || 0;

/** Figures as a picture; the same figures stand in a table for those who cannot see it. */
export function ChartView({ block }: { block: WireChart }): ReactNode {
  const t = useTexts();
  const { brand, locale, direction } = useBootstrap();
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
        <figure className={styles.figure} style={chartVariables(brand)} aria-label={block.title}>
          {limit !== undefined && (
            <p className={styles.limit}>
              <svg width="18" height="2" viewBox="0 0 18 2" aria-hidden>
                <line x1="0" x2="18" y1="1" y2="1" />
              </svg>
              {block.limit?.title}: <b>{formatNumber(limit)}</b>
            </p>
          )}
          <div aria-hidden inert={!hasAxes(block)} className={styles.picture}>
            <Picture block={block} lines={lines} rows={rows} rtl={direction === 'rtl'} limit={limit} />
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

const hasAxes = ({ shape }: WireChart): boolean => shape === 'line' || shape === 'bar';

function Picture(given: ChartPicture): ReactNode {
  const { block, lines, rows } = given;
  const [first] = lines;
  if (!first) return null;
  if (block.shape === 'funnel') return <Funnel {...given} />;
  // The picture to come is as high as the first one, so nothing waits for it.
  const picture = (
    <PlaceContext value={null}>
      <LibraryPicture {...given} />
    </PlaceContext>
  );
  if (block.shape !== 'share') return picture;
  return (
    <div className={styles.share}>
      {picture}
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
}

/** Until the library has come: the first series as a small line, or an empty ring. */
function EarlyPicture({ block, lines, rows }: ChartPicture): ReactNode {
  if (block.shape === 'share') return <div data-early className={styles.earlyRing} style={{ width: RING_SIZE, height: RING_SIZE }} />;
  return (
    <div
      data-early

      className={styles.early}
      data-legend={lines.length > 1 || undefined}
      style={{ height: CHART_HEIGHT }}
    >
      <Sparkline values={rows.map((row) => number(row, lines[0]!.name))} filled />
    </div>
  );
}

function Funnel({ block, lines: [first], rows }: ChartPicture): ReactNode {
  const values = rows.map((row) => number(row, first!.name));
  const top = Math.max(1, ...values);
  return (
    <ol className={styles.funnel}>
      {rows.map((row, at) => {
        const value = values[at]!;
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
