import { Button, Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import styles from './shell.module.css';

/** A whole page that says one thing and offers one way on. */
export function MessagePage({
  title,
  text,
  help,
  button,
  onClick,
  inside = false,
}: {
  title: string;
  text: string;
  help?: string | undefined;
  button: string;
  onClick: () => void;
  /** Stands within the layout, which has the page's main landmark already. */
  inside?: boolean;
}): ReactNode {
  useEffect(() => {
    document.title = title;
  }, [title]);
  const Frame = inside ? 'div' : 'main';
  return (
    <Frame className={styles.centre}>
      <div className={styles.message}>
        <Title order={1}>{title}</Title>
        <Text c="dimmed" size="lg">
          {text}
        </Text>
        {help && <Text c="dimmed">{help}</Text>}
        <Button mt={10} onClick={onClick}>
          {button}
        </Button>
      </div>
    </Frame>
  );
}
