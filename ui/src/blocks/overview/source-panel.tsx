import type { ReactNode } from 'react';
import type { WireEmpty, WireSource } from '../../../../core/contract/wire.ts';
import { useDelayed } from '../../data/use-delayed.ts';
import { useSource } from '../../data/use-source.ts';
import styles from '../value.module.css';
import { EmptyState } from '../empty.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { Panel } from '../panel.tsx';

interface Props<T> {
  title?: string | undefined;
  source: WireSource;
  /** Said where `isEmpty` holds for the answer. */
  empty?: WireEmpty;
  isEmpty?: (answer: T) => boolean;
  tools?: ReactNode;
  flush?: boolean;
  /** Draws the answer, or while it is undefined what stands in its place. */
  children: (answer: T | undefined) => ReactNode;
}

/** The box of a block that shows one answer: what is wrong with it stands under the block's own title, and an older answer stays in sight. */
export function SourcePanel<T>({ title, source, empty, isEmpty, tools, flush = false, children }: Props<T>): ReactNode {
  const { data, error, refetch, isPlaceholderData } = useSource<T>(source);
  const slow = useDelayed(isPlaceholderData);
  return (
    <Panel title={title} tools={tools} flush={flush}>
      {error && <ErrorPanel error={error} retry={() => void refetch()} />}
      {data !== undefined && empty && isEmpty?.(data) ? (
        <EmptyState empty={empty} />
      ) : (
        (!error || data !== undefined) && (
          <div className={styles.answer} data-slow={slow || undefined}>
            {children(data)}
          </div>
        )
      )}
    </Panel>
  );
}
