import type { WireChart } from '../../../core/contract/wire.ts';
import type { Row } from '../data/bindings.ts';
import type { Line } from './chart-lines.ts';

/** What the picture of a chart is drawn from. */
export interface ChartPicture {
  block: WireChart;
  lines: readonly Line[];
  rows: (Row & { x: string })[];
  rtl: boolean;
  /** The height of the line across; undefined where there is none. */
  limit: number | undefined;
}

/** Both pictures have it, the first one and that of the library, so that nothing moves when one follows the other. */
export const CHART_HEIGHT = 260;
export const RING_SIZE = 190;
