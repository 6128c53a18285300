import type { ReactNode } from 'react';
import { useDialogs } from '../data/dialog-store.ts';
import { lazyPart } from './lazy-part.ts';

/** Fetched with the first one, or before. */
export const Dialog = lazyPart(() => import('./dialog.tsx'));

/** The dialogs that are open, each over the one before. */
export function Dialogs(): ReactNode {
  const entries = useDialogs();
  return entries.map((entry) => <Dialog key={entry.id} entry={entry} covered={entry !== entries.at(-1)} />);
}
