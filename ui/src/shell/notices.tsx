import { Button, Group, Text } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';
import type { ReactNode } from 'react';
import type { Tone } from '../../../core/contract/page.ts';
import { text as textOf } from '../text/texts.ts';
import styles from './notify.module.css';
import { ToneIcon } from './tone.tsx';

/** Where notices stand: top right, for five seconds. */
export default function Notices(): ReactNode {
  return <Notifications position="top-right" autoClose={5000} />;
}

/** Shows a notice, with an offer to take the act back if there is one. */
export function show(tone: Tone, text: string, undo?: () => void): void {
  const id = notifications.show({
    className: styles.notice ?? '',
    icon: <ToneIcon tone={tone} />,
    withBorder: true,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
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
