import { Button, CloseButton, Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WireAction } from '../../../../core/contract/wire.ts';
import { formatNumber } from '../../data/format.ts';
import { Icon } from '../../shell/icon.tsx';
import styles from './table.module.css';
import type { useBulk } from './use-bulk.ts';
import { useTexts } from '../../text/texts.ts';

interface Props {
  actions: WireAction[];
  bulk: ReturnType<typeof useBulk>;
  total: number;
  /** There may be more than `total`. */
  isLeast: boolean;
}
/** What can be done with the selected rows together. */
export function BulkBar({ actions, bulk, total, isLeast }: Props): ReactNode {
  const t = useTexts();
  const count = bulk.selected.size;
  if (!count && !bulk.progress) return null;
  return (
    <div className={styles.bulk} role="region" aria-label={t('ui.bulk.title')}>
      {bulk.progress ? (
        <>
          <span aria-live="polite">{t('ui.bulk.running', { done: bulk.progress.done, of: bulk.progress.of })}</span>
          <Progress
            className={styles.bulkProgress ?? ''}
            value={(100 * bulk.progress.done) / bulk.progress.of}
            aria-label={t('ui.job.progress')}
          />
        </>
      ) : (
        <>
          <b aria-live="polite">{t('ui.bulk.selected', { count: formatNumber(count) })}</b>
          {total > count && (
            <button type="button" className={styles.clear} onClick={() => void bulk.selectMatching()}>
              {t('ui.bulk.all', { count: `${formatNumber(total)}${isLeast ? '+' : ''}` })}
            </button>
          )}
          <div className={styles.bulkActions}>
            {actions.map((action) => (
              <Button
                key={action.id}
                size="compact-md"
                variant={action.emphasis === 'danger' ? 'light' : 'default'}
                {...(action.emphasis === 'danger' ? { color: 'red' } : {})}
                leftSection={action.icon ? <Icon name={action.icon} size={15} /> : undefined}
                onClick={() => void bulk.run(action)}
              >
                {action.title}
              </Button>
            ))}
          </div>
          <CloseButton className={styles.bulkClear ?? ''} size="sm" aria-label={t('ui.bulk.clear')} onClick={bulk.clear} />
        </>
      )}
    </div>
  );
}
