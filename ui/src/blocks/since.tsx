import type { ReactNode } from 'react';
import { NOTHING, formatTime } from '../data/format.ts';
import { formatSince } from '../data/format-overview.ts';
import { useNow } from '../data/now.ts';
import { useBootstrap } from '../shell/bootstrap.tsx';
import styles from './since.module.css';

/** How long ago an instant is; goes on while one looks. */
export function Since({ value }: { value: unknown }): ReactNode {
  const { locale } = useBootstrap();
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  const now = useNow(at);
  if (Number.isNaN(at)) return NOTHING;
  return (
    <time className={styles.since} dateTime={String(value)} title={formatTime(value, locale)}>
      {formatSince(at, now, locale)}
    </time>
  );
}
