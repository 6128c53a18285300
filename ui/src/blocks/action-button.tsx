import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WireAction } from '../../../core/contract/wire.ts';
import { filled } from '../data/bindings.ts';
import { useOffered } from '../data/offered.ts';
import { useUnsaved } from '../data/dirty.ts';
import { useBindings } from '../data/binding-context.tsx';
import { useAction } from '../data/use-action.ts';
import { useDelayed } from '../data/use-delayed.ts';
import { LazyIcon } from '../shell/lazy-icon.ts';
import { lazyPart } from '../shell/lazy-part.ts';

const Lacking = lazyPart(
  () => import('./lacking.tsx'),
  ({ children }) => children,
);

/** One action as a button; not shown while its condition does not hold. */
export function ActionButton({
  action,
  main = false,
  quiet = false,
  size = 'sm',
}: {
  action: WireAction;
  main?: boolean;
  /** Looks like a link in a line of text. */
  quiet?: boolean;
  size?: string;
}): ReactNode {
  const context = useBindings();
  const offered = useOffered();
  const { run, busy } = useAction();
  const loading = useDelayed(busy !== null);
  const unsaved = useUnsaved(action.unsaved?.form);
  if (!offered(action, context.row)) return null;
  const primary = main || action.emphasis === 'primary';
  const why = action.disabled ?? (unsaved ? action.unsaved?.lacking : undefined);
  const button = (
    <Button
      size={size}
      variant={quiet ? 'transparent' : primary ? 'filled' : action.emphasis === 'danger' ? 'light' : 'default'}
      {...(action.emphasis === 'danger' ? { color: 'red' } : {})}
      leftSection={action.icon ? <LazyIcon name={action.icon} size={16} /> : undefined}
      loading={loading}
      disabled={why !== undefined}
      {...(main ? { 'data-add': true } : {})}
      onClick={() => void run(action)}
    >
      {filled(action.title, context.row)}
    </Button>
  );
  return why === undefined ? button : <Lacking why={why}>{button}</Lacking>;
}
