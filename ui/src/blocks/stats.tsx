import { Skeleton, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconCalendar, IconChartBar, IconCircleCheck, IconCircleX, IconCoin, IconHelp, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { WireColumn, WireStats } from '../../../core/contract/wire.ts';
import { useSource } from '../data/use-source.ts';
import styles from './stats.module.css';
import { Panel } from './panel.tsx';
import { Trouble } from './trouble.tsx';
import { Value } from './value.tsx';

const BY_TONE = { neutral: IconChartBar, info: IconInfoCircle, good: IconCircleCheck, warn: IconAlertTriangle, bad: IconCircleX };

/** Figures side by side. */
export function StatsView({ block }: { block: WireStats }): ReactNode {
  const { data, error, isPending, refetch } = useSource(block.source);
  if (error && !data) return <Trouble error={error} retry={() => void refetch()} />;
  const cards = (
    <dl className={styles.grid}>
      {block.items.map((item) => {
        const IconOf = item.tone ? BY_TONE[item.tone] : item.as === 'money' ? IconCoin : item.as === 'date' || item.as === 'time' ? IconCalendar : IconChartBar;
        return (
          <div key={item.field} className={styles.card} data-tone={item.tone ?? 'primary'}>
            <dt className={styles.label}>
              <span className={styles.icon}>
                <IconOf size={16} stroke={1.8} aria-hidden />
              </span>
              {item.title}
              {item.help && (
                <Tooltip label={item.help} multiline maw={260} events={{ hover: true, focus: true, touch: true }}>
                  <button type="button" className={styles.help} aria-label={item.help}>
                    <IconHelp size={14} aria-hidden />
                  </button>
                </Tooltip>
              )}
            </dt>
            <dd className={styles.value}>{isPending || !data ? <Skeleton height={24} width={90} my={4} /> : <Value column={item as WireColumn} row={data} />}</dd>
          </div>
        );
      })}
    </dl>
  );
  return block.title ? (
    <Panel title={block.title} flush>
      {cards}
    </Panel>
  ) : (
    cards
  );
}
