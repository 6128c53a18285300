import '../mantine-later-styles.ts';
import { Button, Group, Text } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import type { ReactNode } from 'react';
import type { Severity } from '../../../core/contract/page.ts';
import { text as textOf } from '../text/texts.ts';
import type { NoticeMore } from './notify.ts';
import styles from './notify.module.css';
import { SeverityIcon } from './severity.tsx';

const NOTICE_MS = 5_000;
/** Whoever may take something back first reads what was done. */
const UNDO_MS = 10_000;

/** Where notices stand, and for how long. */
export default function Notices(): ReactNode {
  return <Notifications position="top-right" autoClose={NOTICE_MS} className={styles.place ?? ''} />;
}

/** Shows a notice, with an offer to take the act back if there is one. */
export function show(
  severity: Severity,
  text: string,
  undo?: () => void,
  { title, timeout = undo ? UNDO_MS : NOTICE_MS }: NoticeMore = {},
): void {
  const id = notifications.show({
    className: styles.notice ?? '',
    title,
    autoClose: timeout,
    icon: <SeverityIcon severity={severity} />,
    withBorder: true,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm" data-severity={severity}>
        <Text size="sm" className={styles.text ?? ''}>
          {text}
        </Text>
        {undo && (
          <Button
            size="compact-sm"
            variant="light"
            onClick={() => {
              notifications.hide(id);
              undo();
            }}
          >
            {textOf('ui.undo')}
          </Button>
        )}
      </Group>
    ),
    closeButtonProps: { 'aria-label': textOf('ui.close') },
  });
}
