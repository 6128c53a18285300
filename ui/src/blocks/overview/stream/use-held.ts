import { useCallback, useEffect, useRef, useState, type RefCallback } from 'react';
import type { Row } from '../../../data/bindings.ts';
import { keyOf } from './known-rows.ts';

/**
 * Rows that came in while their reader looks further down wait, so that nothing moves below their eyes. `mark` stands at the head of the rows;
 * when it is in sight again they come in.
 */
export function useHeld(rows: Row[], key: string): { mark: RefCallback<Element>; shown: Row[]; held: number } {
  /** The newest row that was there when the reader went on; null while they see the head. */
  const [newest, setNewest] = useState<string | null>(null);
  const first = useRef<string | null>(null);
  useEffect(() => {
    first.current = rows[0] ? keyOf(rows[0], key) : null;
  }, [rows, key]);
  const mark = useCallback((element: Element | null) => {
    if (!element) return;
    const watching = new IntersectionObserver(([seen]) => {
      if (seen) setNewest(!seen.isIntersecting && seen.boundingClientRect.top < 0 ? first.current : null);
    });
    watching.observe(element);
    return () => watching.disconnect();
  }, []);
  const held =
    newest === null
      ? 0
      : Math.max(
          0,
          rows.findIndex((row) => keyOf(row, key) === newest),
        );
  return { mark, shown: held > 0 ? rows.slice(held) : rows, held };
}
