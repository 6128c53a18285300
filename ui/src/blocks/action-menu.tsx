import styles from './blocks.module.css';
import { lazyPart } from '../shell/lazy-part.ts';

/** A row's actions behind one button; the menu's code follows the rows, which are worth reading before it is there. */
export const ActionMenu = lazyPart(
  () => import('./action-menu-parts.tsx'),
  () => <span className={styles.menuPlace} />,
);
