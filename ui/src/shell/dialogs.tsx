import type { ReactNode } from 'react';
import { useDialogs } from '../data/dialog-store.ts';
import { Dialog } from './inside-parts.tsx';

/** The dialogs that are open, each over the one before. */
export function Dialogs(): ReactNode {
  const entries = useDialogs();
  return entries.map((entry) => <Dialog key={entry.id} entry={entry} covered={entry !== entries.at(-1)} />);
}
