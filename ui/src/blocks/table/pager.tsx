import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../../data/format.ts';
import { pageWindow } from './address.ts';
import styles from './table.module.css';
import { useTexts } from '../../text/texts.ts';

interface Props {
  /** What is paged, where the page has more than one list. */
  of?: string | undefined;
  page: number;
  per: number;
  total: number;
  /** There may be more than `total`. */
  isLeast?: boolean | undefined;
  last: number;
  onPage: (page: number) => void;
  onPer: (per: number) => void;
}

/** Where the shown rows stand in the whole, and the way to the others. */
export function Pager({ of, page, per, total, isLeast, last, onPage, onPer }: Props): ReactNode {
  const t = useTexts();
  const from = (page - 1) * per + 1;
  const to = Math.min(total, page * per);
  return (
    <nav className={styles.pager} aria-label={of ? `${t('ui.pages')}: ${of}` : t('ui.pages')}>
      <span className={styles.range}>
        {t(isLeast ? 'ui.pages.range.least' : 'ui.pages.range', {
          from: formatNumber(from),
          to: formatNumber(to),
          total: formatNumber(total),
        })}
      </span>
      {total > 10 && (
        <NativeSelect
          size="xs"
          w={72}
          value={String(per)}
          data={['10', '25', '50', '100']}
          onChange={(event) => onPer(Number(event.currentTarget.value))}
          aria-label={t('ui.pages.size')}
        />
      )}
      {last > 1 && (
        <div className={styles.pages}>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
            aria-label={t('ui.pages.previous')}
          >
            <IconChevronLeft size={16} className={styles.mirror} aria-hidden />
          </ActionIcon>
          {pageWindow(page, last).map((number) => (
            <button
              key={number}
              type="button"
              className={styles.page}
              aria-current={number === page ? 'page' : undefined}
              aria-label={t('ui.pages.go', { page: number })}
              onClick={() => onPage(number)}
            >
              {formatNumber(number)}
            </button>
          ))}
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={page >= last}
            onClick={() => onPage(page + 1)}
            aria-label={t('ui.pages.next')}
          >
            <IconChevronRight size={16} className={styles.mirror} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </nav>
  );
}
