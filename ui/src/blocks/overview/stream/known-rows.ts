import { fieldOf, type Row } from '../../../data/bindings.ts';

/** One answer of a stream: rows newest first, and where the older ones begin. */
export interface StreamAnswer {
  data: Row[];
  next: string | null;
}

/** What is known of a stream: an unbroken run of rows from the newest on, and where it goes on; `older` of them were asked for. */
export interface KnownRows {
  rows: Row[];
  next: string | null;
  older: number;
}

/** More of them are not kept: whoever wants to look further back asks again. */
export const MOST_KEPT = 1_000;

export const keyOf = (row: Row, key: string): string => String(fieldOf(row, key) ?? '');

/**
 * The rows after the head was read anew. Older ones stay behind it where it reaches down to them; where more came in than it holds there would
 * be a gap, so it stands alone. A row that the head passed over is no more.
 */
export function withHead(known: KnownRows | null, head: StreamAnswer, key: string): KnownRows {
  const alone = { rows: head.data, next: head.next, older: 0 };
  const last = head.data.at(-1);
  if (!known || !last || head.next === null) return alone;
  const at = known.rows.findIndex((row) => keyOf(row, key) === keyOf(last, key));
  const behind = known.rows.slice(at + 1);
  if (at < 0 || behind.length === 0 || head.data.length + behind.length > MOST_KEPT) return alone;
  return { rows: [...head.data, ...behind], next: known.next, older: behind.length };
}

/** The rows with further ones behind them. What is known already, because rows came in meanwhile, is not repeated. */
export function withOlder(known: KnownRows, { data, next }: StreamAnswer, key: string): KnownRows {
  const keys = new Set(known.rows.map((row) => keyOf(row, key)));
  const further = data.filter((row) => !keys.has(keyOf(row, key)));
  return { rows: [...known.rows, ...further], next, older: known.older + further.length };
}
