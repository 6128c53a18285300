import type { ReactNode } from 'react';
import { percentOf } from '../../data/format.ts';
import styles from './bar.module.css';

/** A part of a whole as a bar; its figure stands beside it. */
export function Bar({ percent, severity = 'primary' }: { percent: number; severity?: string }): ReactNode {
  return (
    <svg className={styles.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
      <rect width="100" height="6" className={styles.ground} />
      <rect width={percentOf(percent)} height="6" fill={`var(--severity-${severity})`} />
    </svg>
  );
}
