import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { State, Severity } from '../../../core/contract/page.ts';
import styles from './severity.module.css';

const ICONS = { neutral: IconInfoCircle, info: IconInfoCircle, good: IconCircleCheck, warn: IconAlertTriangle, bad: IconCircleX };

export const SeverityIcon = ({ severity, size = 20 }: { severity: Severity; size?: number }): ReactNode => {
  const Icon = ICONS[severity];
  return <Icon size={size} stroke={1.8} color={`var(--severity-${severity})`} aria-hidden />;
};

/** A state as text and colour, never colour alone. */
export function StateBadge({ state }: { state: State }): ReactNode {
  return (
    <span className={styles.badge} data-severity={state.severity} title={state.help}>
      <span className={styles.dot} />
      {state.title}
    </span>
  );
}
