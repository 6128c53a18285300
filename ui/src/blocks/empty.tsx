import { Text } from '@mantine/core';
import { IconInbox, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { WireEmpty } from '../../../core/contract/wire.ts';
import { ActionButton } from './action-button.tsx';
import styles from './value.module.css';

/** What to do when there is nothing yet, or nothing that matches. */
export function EmptyState({
  empty,
  search = false,
  children,
}: {
  empty: Pick<WireEmpty, 'title' | 'help' | 'action'>;
  search?: boolean;
  children?: ReactNode;
}): ReactNode {
  // Without anything to tell or to do, a line is enough.
  if (!search && !empty.help && !empty.action && !children) return <p className={styles.emptyLine}>{empty.title}</p>;
  const Picture = search ? IconSearchOff : IconInbox;
  return (
    <div className={styles.empty}>
      <span className={styles.emptyPicture}>
        <Picture size={24} stroke={1.5} aria-hidden />
      </span>
      <Text fw={600} size="lg">
        {empty.title}
      </Text>
      {empty.help && (
        <Text c="dimmed" maw={420}>
          {empty.help}
        </Text>
      )}
      {empty.action && <ActionButton action={empty.action} main />}
      {children}
    </div>
  );
}
