import { Suspense, type ReactNode } from 'react';
import type { ActionMenuProps } from './action-menu-parts.tsx';
import styles from './blocks.module.css';
import { lazyPart } from '../shell/lazy-part.ts';

const Parts = lazyPart(() => import('./action-menu-parts.tsx'));

/** A row's actions behind one button; the menu's code follows the rows, which are worth reading before it is there. */
export const ActionMenu = (props: ActionMenuProps): ReactNode => (
  <Suspense fallback={<span className={styles.menuPlace} />}>
    <Parts {...props} />
  </Suspense>
);
