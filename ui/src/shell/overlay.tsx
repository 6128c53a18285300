import { useState, type ReactNode } from 'react';
import type { OverlayProps } from './overlay-parts.tsx';
import { lazyPart } from './lazy-part.ts';

const OverlayParts = lazyPart(() => import('./overlay-parts.tsx'));

/** A modal or a drawer; its code is fetched when the first one opens. */
export function Overlay(props: OverlayProps): ReactNode {
  const [wanted, setWanted] = useState(props.opened);
  if (props.opened && !wanted) setWanted(true);
  if (!wanted) return null;
  return <OverlayParts {...props} />;
}
