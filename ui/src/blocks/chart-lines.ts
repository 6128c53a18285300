import type { WireChart } from '../../../core/contract/wire.ts';
import { fieldOf, type Row } from '../data/bindings.ts';
import { colorAt } from './chart-colors.ts';
import type { useTexts } from '../text/texts.ts';

/** One thing that a chart draws, and its entry in the legend. */
export interface Line {
  /** The field of each row. */
  name: string;
  label: string;
  color: string;
  kind: 'line' | 'bar';
  strokeDasharray?: string;
}
const DASHED = { kind: 'line', strokeDasharray: '5 4' } as const;

/** The series of a chart, each followed by that of the period before. What no row holds, such as the period before while nobody compares, is left out. */
export function linesOf({ series, shape, before }: WireChart, rows: readonly Row[], t: ReturnType<typeof useTexts>): Line[] {
  const every = series.flatMap(({ field, title, kind, before: earlier }, at): Line[] => {
    const line: Line = { name: field, label: title, color: colorAt(at), kind: kind ?? (shape === 'bar' ? 'bar' : 'line') };
    if (!earlier) return [line];
    // The legend has no dashes: there the paler colour tells them apart.
    const pale = `color-mix(in srgb, ${line.color} 55%, transparent)`;
    return [line, { ...line, ...DASHED, color: pale, name: earlier, label: t('ui.chart.before', { figure: title }) }];
  });
  if (before) every.push({ ...DASHED, name: before, label: t('ui.chart.before.all'), color: 'var(--severity-neutral)' });
  const known = every.filter(({ name }) => rows.some((row) => fieldOf(row, name) !== undefined));
  return known.length > 0 ? known : every.slice(0, 1);
}
