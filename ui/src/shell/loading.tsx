import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { useDelayed } from '../data/use-delayed.ts';
import styles from './shell.module.css';
import { useTexts } from '../text/texts.ts';

/** The moment before the first screen; silent when it is short. */
export function Loading(): ReactNode {
  const t = useTexts();
  const late = useDelayed(true, 300);
  return <div className={styles.centre}>{late && <Loader size="sm" aria-label={t('ui.loading')} />}</div>;
}
