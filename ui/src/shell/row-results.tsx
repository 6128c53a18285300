import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RowResult } from '../data/dialog-store.ts';
import { useTexts } from '../text/texts.ts';
import { StateBadge } from './severity.tsx';
import styles from './dialog.module.css';

/** Several rows and what became of each; `fine` is said of those without a problem. */
export function RowResults({ results, fine }: { results: readonly RowResult[]; fine: string }): ReactNode {
  return (
    <ul className={styles.results}>
      {results.map(({ label, problem, skipped }, at) => (
        <li key={at}>
          <span>{label}</span>
          <StateBadge state={problem ? { title: problem, severity: skipped ? 'neutral' : 'bad' } : { title: fine, severity: 'good' }} />
        </li>
      ))}
    </ul>
  );
}

/** What would become of several rows, and a button that acts on those for which nothing stands in the way. */
export function RowRehearsal(props: {
  results: readonly RowResult[];
  button: string;
  danger: boolean;
  agree: () => void;
  close: () => void;
}): ReactNode {
  const t = useTexts();
  const { results, button, danger, agree, close } = props;
  const isAnyPossible = results.some(({ problem }) => problem === null);
  return (
    <>
      <RowResults results={results} fine={t('ui.bulk.possible')} />
      <Group justify="flex-end" mt={20}>
        <Button variant="default" onClick={close} data-autofocus>
          {t(isAnyPossible ? 'ui.cancel' : 'ui.close')}
        </Button>
        {isAnyPossible && (
          <Button {...(danger ? { color: 'red.9' } : {})} onClick={agree}>
            {button}
          </Button>
        )}
      </Group>
    </>
  );
}
