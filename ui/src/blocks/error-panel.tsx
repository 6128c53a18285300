import { Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { problemOf } from '../api/problem.ts';
import { problemText, supportNumber } from '../shell/notify.ts';
import styles from './blocks.module.css';
import { useTexts } from '../text/texts.ts';

/** An error where it happened: what it was, another try, and the number support will ask for. */
export function ErrorPanel({ error, retry }: { error: unknown; retry?: () => void }): ReactNode {
  const t = useTexts();
  const { heading, errors } = problemOf(error);
  // What was asked for stands in the address: no form is there to say what is wrong with it.
  const said = errors?.length ? errors.map(({ message }) => message).join(' ') : problemText(error);
  const requestId = supportNumber(error);
  return (
    <div className={styles.errorPanel} role="alert">
      <IconAlertTriangle size={20} stroke={1.8} color="var(--severity-bad)" aria-hidden />
      <div>
        {typeof heading === 'string' && <Text fw={700}>{heading}</Text>}
        <Text size="md" fw={500}>
          {said}
        </Text>
        {requestId && (
          <Text size="xs" c="dimmed">
            {t('ui.error.request', { id: requestId })}
          </Text>
        )}
      </div>
      {retry && (
        <Button size="compact-md" variant="default" leftSection={<IconRefresh size={14} aria-hidden />} onClick={retry}>
          {t('ui.retry')}
        </Button>
      )}
    </div>
  );
}
