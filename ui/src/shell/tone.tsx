import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { State, Tone } from '../../../core/contract/page.ts';
import styles from './tone.module.css';

const ICONS = { neutral: IconInfoCircle, info: IconInfoCircle, good: IconCircleCheck, warn: IconAlertTriangle, bad: IconCircleX };

export const ToneIcon = ({ tone, size = 20 }: { tone: Tone; size?: number }): ReactNode => {
  const Icon = ICONS[tone];
  return <Icon size={size} stroke={1.8} color={`var(--tone-${tone})`} aria-hidden />;
};

/** A state as text and colour, never colour alone. */
export function StateBadge({ state }: { state: State }): ReactNode {
  return (
    <span className={styles.badge} data-tone={state.tone} title={state.help}>
      <span className={styles.dot} />
      {state.title}
    </span>
  );
}
