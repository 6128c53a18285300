import { Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useContext, useEffect, type ReactNode } from 'react';
import { problemOf } from '../api/problem.ts';
import { AddressFault } from '../data/address-fault.ts';
import { problemText, supportNumber } from '../shell/notify.ts';
import styles from './blocks.module.css';
import { useTexts } from '../text/texts.ts';

/** An error where it happened: what it was, another try, and the number support will ask for. */
export function ErrorPanel({ error, retry }: { error: unknown; retry?: () => void }): ReactNode {
  const t = useTexts();
  const { heading, errors } = problemOf(error);
  // What was asked for stands in the address: no form is there to say what is wrong with it.
  const fault = errors?.length ? errors.map(({ message }) => message).join(' ') : null;
  const tell = useContext(AddressFault);
  useEffect(() => {
    if (fault !== null) tell?.(fault);
  }, [fault, tell]);
  if (fault !== null && tell) return null;
  const requestId = supportNumber(error);
  return (
    <Fault
      heading={typeof heading === 'string' ? heading : null}
      text={fault ?? problemText(error)}
      note={requestId ? t('ui.error.request', { id: requestId }) : null}
    >
      {retry && fault === null && (
        <Button size="compact-md" variant="default" leftSection={<IconRefresh size={14} aria-hidden />} onClick={retry}>
          {t('ui.retry')}
        </Button>
      )}
    </Fault>
  );
}

interface FaultProps {
  heading?: string | null;
  text: string;
  note?: string | null;
  /** What to do about it. */
  children?: ReactNode;
}

export const Fault = ({ heading, text, note, children }: FaultProps): ReactNode => (
  <div className={styles.errorPanel} role="alert">
    <IconAlertTriangle size={20} stroke={1.8} color="var(--severity-bad)" aria-hidden />
    <div>
      {heading && <Text fw={700}>{heading}</Text>}
      <Text size="md" fw={500}>
        {text}
      </Text>
      {note && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </div>
    {children}
  </div>
);
