import { useElementSize } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { fieldOf, type Row } from '../data/bindings.ts';
import { formatNumber, numeric } from '../data/format.ts';
import styles from './axis-chart.module.css';
import { axisOf, heapsOf, labelled, smoothPath } from './chart-geometry.ts';
import type { Line } from './chart-lines.ts';

export const CHART_HEIGHT = 260;
/** Room beside the figures of the axis, and below for the days. */
const SIDE = 52;
const [TOP, BELOW] = [8, 26];
const WIDEST_BAR = 36;
/** Short enough for the room beside the axis, however much is counted: 2.6K. */
const TICKS = new Intl.NumberFormat('en-US', { notation: 'compact' });

interface Props {
  lines: readonly Line[];
  rows: readonly (Row & { x: string })[];
  stacked: boolean;
  limit: number | undefined;
  rtl: boolean;
}

/** Lines and bars over an axis. Time runs as the reader reads; what stands at a day is told beside the pointer. */
export function AxisChart({ lines, rows, stacked, limit, rtl }: Props): ReactNode {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const [at, setAt] = useState<number | null>(null);
  const legend = lines.length > 1;
  const height = CHART_HEIGHT - (legend ? 28 : 0);
  return (
    <div className={styles.chart}>
      {legend && <Legend lines={lines} />}
      {/* Until its width is known the picture is its height and empty. */}
      <div ref={ref} className={styles.box} style={{ height }}>
        {width > 2 * SIDE && (
          <>
            <Picture {...{ lines, rows, stacked, limit, rtl, width, height, at, setAt }} />
            {at !== null && rows[at] && <Told row={rows[at]} lines={lines} at={at} of={rows.length} width={width} rtl={rtl} />}
          </>
        )}
      </div>
    </div>
  );
}

const Legend = ({ lines }: Pick<Props, 'lines'>): ReactNode => (
  <ul className={styles.legend}>
    {lines.map(({ name, label, color }) => (
      <li key={name}>
        <Dot color={color} />
        {label}
      </li>
    ))}
  </ul>
);

const Dot = ({ color }: { color: string }): ReactNode => (
  <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden>
    <circle cx="5" cy="5" r="5" fill={color} />
  </svg>
);

interface PictureProps extends Props {
  width: number;
  height: number;
  at: number | null;
  setAt: (at: number | null) => void;
}

/** The middle of a row's place, from the side where the reader begins. */
const middle = (at: number, of: number, width: number, rtl: boolean): number => {
  const inside = ((at + 0.5) / of) * (width - SIDE);
  return rtl ? width - SIDE - inside : SIDE + inside;
};

function Picture({ lines, rows, stacked, limit, rtl, width, height, at, setAt }: PictureProps): ReactNode {
  const heaps = heapsOf(lines, rows, stacked);
  const { ticks, top } = axisOf(heaps.flatMap(({ ends }) => ends).concat(limit ?? []));
  const floor = height - BELOW;
  const y = (value: number): number => floor - (value / top) * (floor - TOP);
  const x = (n: number): number => middle(n, rows.length, width, rtl);
  const bars = heaps.filter(({ line }) => line.kind === 'bar');
  const beside = stacked ? 1 : bars.length;
  const bar = Math.min(WIDEST_BAR, ((width - SIDE) / rows.length) * 0.8) / Math.max(1, beside);
  const step = (width - SIDE) / rows.length;
  return (
    <svg
      className={styles.picture}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      data-chart
      onPointerMove={({ currentTarget, clientX }) => {
        const { left } = currentTarget.getBoundingClientRect();
        const inside = rtl ? width - SIDE - (clientX - left) : clientX - left - SIDE;
        setAt(Math.max(0, Math.min(rows.length - 1, Math.floor(inside / step))));
      }}
      onPointerLeave={() => setAt(null)}
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={rtl ? 0 : SIDE} x2={rtl ? width - SIDE : width} y1={y(tick)} y2={y(tick)} className={styles.grid} />
          <text x={rtl ? width - SIDE + 8 : SIDE - 8} y={y(tick)} dy="0.32em" textAnchor={rtl ? 'start' : 'end'}>
            {TICKS.format(tick)}
          </text>
        </g>
      ))}
      {labelled(rows, width - SIDE).map((n) => (
        <text key={n} x={x(n)} y={height - 6} textAnchor="middle">
          {rows[n]!.x}
        </text>
      ))}
      {at !== null && <line x1={x(at)} x2={x(at)} y1={TOP} y2={floor} className={styles.pointer} />}
      {bars.map(({ line, starts, ends }, nth) =>
        rows.map((row, n) => {
          const left = x(n) + (stacked ? -0.5 : nth - beside / 2) * bar;
          return (
            <rect
              key={`${line.name} ${row.x}`}
              x={left}
              y={y(ends[n]!)}
              width={bar}
              height={y(starts[n]!) - y(ends[n]!)}
              rx={stacked ? 0 : Math.min(4, bar / 2)}
              fill={line.color}
            />
          );
        }),
      )}
      {heaps
        .filter(({ line }) => line.kind === 'line')
        .map(({ line, starts, ends }) => {
          const points = ends.map((value, n) => [x(n), y(value)] as const);
          const path = smoothPath(points);
          const under = stacked && !line.strokeDasharray ? starts.map((value, n) => [x(n), y(value)] as const) : null;
          const back = under
            ? smoothPath(under.toReversed()).replace('M', 'L')
            : `L${points.at(-1)![0]},${floor}L${points[0]![0]},${floor}`;
          return (
            <g key={line.name} stroke={line.color} fill={line.color}>
              {!line.strokeDasharray && rows.length > 1 && <path d={`${path}${back}Z`} className={styles.area} />}
              <path d={path} className={styles.line} strokeDasharray={line.strokeDasharray} />
              {(rows.length < 3 ? points : at === null ? [] : [points[at]!]).map(([cx, cy]) => (
                <circle key={cx} cx={cx} cy={cy} r="4" className={styles.dot} />
              ))}
            </g>
          );
        })}
      {limit !== undefined && (
        <line x1={rtl ? 0 : SIDE} x2={rtl ? width - SIDE : width} y1={y(limit)} y2={y(limit)} className={styles.limit} />
      )}
    </svg>
  );
}

/** The figures of one row, beside the pointer, on the side where there is room. */
function Told({
  row,
  lines,
  at,
  of,
  width,
  rtl,
}: {
  row: Row & { x: string };
  lines: readonly Line[];
  at: number;
  of: number;
  width: number;
  rtl: boolean;
}) {
  const x = middle(at, of, width, rtl);
  const isRight = x > width / 2;
  return (
    <div className={styles.told} style={isRight ? { right: width - x + 12 } : { left: x + 12 }}>
      <b>{row.x}</b>
      {lines
        .filter(({ name }) => numeric(fieldOf(row, name)) !== null)
        .map(({ name, label, color }) => (
          <span key={name}>
            <Dot color={color} />
            {label}
            <b>{formatNumber(fieldOf(row, name))}</b>
          </span>
        ))}
    </div>
  );
}
