import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDelayed } from '../data/use-delayed.ts';
import styles from './shell.module.css';

/** The moment before the first screen; silent when it is short. */
export function Loading(): ReactNode {
  const { t } = useTranslation();
  const late = useDelayed(true, 300);
  return <div className={styles.centre}>{late && <Loader size="sm" aria-label={t('ui.loading')} />}</div>;
}
