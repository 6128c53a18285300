import '../mantine-later-styles.ts';
import { AreaChart, BarChart, CompositeChart, DonutChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import type { ReactNode } from 'react';
import { fieldOf } from '../data/bindings.ts';
import { formatNumber } from '../data/format.ts';
import { type ChartPicture, CHART_HEIGHT, RING_SIZE } from './chart-picture.ts';
import { colorAt } from './chart-colors.ts';

/** Short enough for the room beside the axis, however much is counted: 2.6K. */
const TICKS = new Intl.NumberFormat('en-US', { notation: 'compact' });

/** The picture of a chart as the library draws it. */
export default function LibraryPicture({ block, lines, rows, rtl, limit }: ChartPicture): ReactNode {
  if (block.shape === 'share')
    return (
      <DonutChart
        size={RING_SIZE}
        thickness={24}
        paddingAngle={2}
        data={rows.map((row, at) => ({ name: row.x, value: Number(fieldOf(row, lines[0]!.name)) || 0, color: colorAt(at) }))}
      />
    );
  const stacked = block.stacked ? ({ type: 'stacked' } as const) : {};
  const series = lines.map(({ kind: _kind, ...line }) => line);
  const axes = {
    h: CHART_HEIGHT,
    data: rows,
    dataKey: 'x',
    series,
    withLegend: series.length > 1,
    valueFormatter: formatNumber,
    // The figures stand in a table for whoever uses a keyboard or a reader, so the picture takes no focus.
    accessibilityLayer: false,
    referenceLines:
      limit === undefined
        ? []
        : [
            {
              y: limit,
              color: 'var(--severity-neutral)',
              strokeDasharray: '6 4',
              ifOverflow: 'extendDomain' as const,
            },
          ],
    gridAxis: 'x' as const,
    tickLine: 'none' as const,
    strokeDasharray: '3 5',
    xAxisProps: { reversed: rtl, minTickGap: 24 },
    yAxisProps: {
      orientation: rtl ? ('right' as const) : ('left' as const),
      width: 60,
      // As the library has it, away from the lines on either side.
      tick: { transform: `translate(${rtl ? 10 : -10}, 0)`, fontSize: 12, fill: 'currentColor' },
      tickFormatter: (n: number) => TICKS.format(n),
    },
  };
  if (new Set(lines.map(({ kind }) => kind)).size > 1)
    return (
      <CompositeChart
        {...axes}
        series={lines.map(({ kind, ...line }) => ({ ...line, type: kind }))}
        curveType="monotone"
        withDots={rows.length < 3}
        maxBarWidth={36}
        barProps={{ ...(block.stacked && { stackId: 'all' }) }}
      />
    );
  if (block.shape === 'bar') return <BarChart {...axes} {...stacked} maxBarWidth={36} barProps={{ radius: [4, 4, 0, 0] }} />;
  return (
    <AreaChart
      {...axes}
      {...stacked}
      curveType="monotone"
      withDots={rows.length < 3}
      strokeWidth={2}
      fillOpacity={0.12}
      areaProps={({ strokeDasharray }) => (strokeDasharray ? { fillOpacity: 0 } : {})}
    />
  );
}
