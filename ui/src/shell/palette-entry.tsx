import { useEffect, useRef } from 'react';
import type { WireAction } from '../../../core/contract/wire.ts';
import { useAction } from '../data/use-action.ts';
import { offer } from './palette-store.ts';

/** Offers an action of the page in the command palette while it is on screen. */
export function PaletteEntry({ action }: { action: WireAction }): null {
  const { run } = useAction();
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(
    () => offer({ id: action.id, title: action.title, icon: action.icon ?? null, run: () => void latest.current(action) }),
    [action],
  );
  return null;
}
