import type { ReactNode } from 'react';
import { fieldOf } from '../data/bindings.ts';
import { formatNumber } from '../data/format.ts';
import { useTexts } from '../text/texts.ts';
import { Bar } from './overview/bar.tsx';
import { Sparkline } from './overview/sparkline.tsx';
import { Since } from './since.tsx';
import styles from './value-more.module.css';

/** Values that are drawn rather than written: how long ago, how much of a cap, a small line. */
export default function ValueMore({ as, value }: { as: 'since' | 'cap' | 'line'; value: unknown }): ReactNode {
  switch (as) {
    case 'since':
      return <Since value={value} />;
    case 'cap':
      return <Cap value={value} />;
    case 'line':
      return (
        <span className={styles.line}>
          <Sparkline values={value} />
        </span>
      );
  }
}

/** How much of a cap is used up. */
function Cap({ value }: { value: unknown }): ReactNode {
  const t = useTexts();
  const used = Number(fieldOf(value, 'used') ?? 0);
  const most = fieldOf(value, 'most');
  if (most === null || most === undefined) return <bdi className={styles.figures}>{formatNumber(used)}</bdi>;
  return (
    <span className={styles.cap}>
      <Bar percent={Number(most) > 0 ? (100 * used) / Number(most) : 0} severity={used >= Number(most) ? 'warn' : 'primary'} />
      <bdi className={styles.figures}>{t('ui.cap.of', { used: formatNumber(used), most: formatNumber(most) })}</bdi>
    </span>
  );
}
