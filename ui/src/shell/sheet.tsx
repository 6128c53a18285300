import { useState, type ReactNode } from 'react';
import type { SheetProps } from './sheet-parts.tsx';
import { lazyPart } from './lazy-part.ts';

const SheetParts = lazyPart(() => import('./sheet-parts.tsx'));

/** A modal or a drawer; its code is fetched when the first one opens. */
export function Sheet(props: SheetProps): ReactNode {
  const [wanted, setWanted] = useState(props.opened);
  if (props.opened && !wanted) setWanted(true);
  if (!wanted) return null;
  return <SheetParts {...props} />;
}
