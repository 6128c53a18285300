import { Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCalendar, IconChartBar, IconCircleCheck, IconCircleX, IconCoin, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { WireStats } from '../../../core/contract/wire.ts';
import { fieldOf } from '../data/bindings.ts';
import { useSource } from '../data/use-source.ts';
import styles from './stats.module.css';
import { Panel } from './panel.tsx';
import { ErrorPanel } from './error-panel.tsx';
import { Value } from './value.tsx';

const BY_TONE = { neutral: IconChartBar, info: IconInfoCircle, good: IconCircleCheck, warn: IconAlertTriangle, bad: IconCircleX };

/** Figures side by side. */
export function StatsView({ block }: { block: WireStats }): ReactNode {
  const { data, error, isPending, refetch } = useSource(block.source);
  if (error && !data) return <ErrorPanel error={error} retry={() => void refetch()} />;
  const cards = (
    <dl className={styles.grid}>
      {block.items
        .filter((item) => !item.optional || (data && (fieldOf(data, item.field) ?? '') !== ''))
        .map((item) => {
          const IconOf = item.severity
            ? BY_TONE[item.severity]
            : item.as === 'money'
              ? IconCoin
              : item.as === 'date' || item.as === 'time'
                ? IconCalendar
                : IconChartBar;
          return (
            <div key={item.field} className={styles.card} data-severity={item.severity ?? 'primary'}>
              <dt className={styles.label}>
                <span className={styles.icon}>
                  <IconOf size={16} stroke={1.8} aria-hidden />
                </span>
                {item.title}
              </dt>
              <dd className={styles.value}>
                {isPending || !data ? <Skeleton height={24} width={90} my={4} /> : <Value column={item} row={data} />}
              </dd>
              {item.help && <dd className={styles.help}>{item.help}</dd>}
            </div>
          );
        })}
    </dl>
  );
  return block.title ? <Panel title={block.title}>{cards}</Panel> : cards;
}
