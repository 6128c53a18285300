import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import type { Tone } from '../../../core/contract/page.ts';
import { problemOf } from '../api/problem.ts';
import { ToneIcon } from './tone.tsx';
import styles from './notify.module.css';

/** Shows a notice at the top right for five seconds, with an offer to take the act back if there is one. */
export function notify(tone: Tone, text: string, undo?: () => void): void {
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
            {i18next.t('ui.undo')}
          </Button>
        )}
      </Group>
    ),
    closeButtonProps: { 'aria-label': i18next.t('ui.close') },
  });
}

/** What a refusal says to a person: its own words, or ours where there are none. */
export function problemText(error: unknown): string {
  const problem = problemOf(error);
  if (problem.detail) return problem.detail;
  const own = problem.code.startsWith('ui.') && i18next.exists(problem.code);
  return i18next.t(own ? problem.code : 'ui.error');
}

export function notifyProblem(error: unknown): void {
  const { requestId } = problemOf(error);
  notify('bad', requestId ? `${problemText(error)} ${i18next.t('ui.error.request', { id: requestId })}` : problemText(error));
}
