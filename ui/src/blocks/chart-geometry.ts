import { nice, ticks as ticksOf } from 'd3-array';
import { curveMonotoneX, line as pathOf } from 'd3-shape';
import { fieldOf, type Row } from '../data/bindings.ts';
import type { Line } from './chart-lines.ts';

const LINES_ACROSS = 4;
/** What a day under the axis needs, with air between. */
const LABEL_WIDTH = 64;

/** The lines across from nothing up to the largest figure, and the height of the picture in figures. */
export function axisOf(values: readonly number[]): { ticks: number[]; top: number } {
  const [, top] = nice(0, Math.max(1, ...values), LINES_ACROSS);
  // Half a lead is none.
  return { ticks: ticksOf(0, top, LINES_ACROSS).filter(Number.isInteger), top };
}

/** A series with where each of its figures begins and ends: at nothing, or upon those that stand before it. */
export interface Heap {
  line: Line;
  starts: number[];
  ends: number[];
}

/** What is dashed is of another time and stands on its own. */
export function heapsOf(lines: readonly Line[], rows: readonly Row[], stacked: boolean): Heap[] {
  const heights = rows.map(() => 0);
  return lines.map((line) => {
    const stands = stacked && !line.strokeDasharray;
    const figures = rows.map((row) => Math.max(0, Number(fieldOf(row, line.name)) || 0));
    const starts = stands ? [...heights] : rows.map(() => 0);
    const ends = figures.map((figure, n) => starts[n]! + figure);
    if (stands) heights.splice(0, heights.length, ...ends);
    return { line, starts, ends };
  });
}

/** The rows whose names stand under the axis: as many as there is room for, evenly, from the first one on. */
export function labelled(rows: readonly unknown[], width: number): number[] {
  const every = Math.max(1, Math.ceil((rows.length * LABEL_WIDTH) / width));
  return rows.flatMap((_, n) => (n % every === 0 ? [n] : []));
}

const smooth = pathOf<readonly [number, number]>().curve(curveMonotoneX).digits(2);
/** A line through points that rises and falls only where they do. */
export const smoothPath = (points: readonly (readonly [number, number])[]): string => smooth(points) ?? '';
