import { Suspense, lazy, useRef, type ReactNode } from 'react';
import type { SheetProps } from './sheet-parts.tsx';

const SheetParts = lazy(() => import('./sheet-parts.tsx'));

/** A modal or a drawer; its code is fetched when the first one opens. */
export function Sheet(props: SheetProps): ReactNode {
  const opened = useRef(false);
  opened.current ||= props.opened;
  if (!opened.current) return null;
  return (
    <Suspense fallback={null}>
      <SheetParts {...props} />
    </Suspense>
  );
}
