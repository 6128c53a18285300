import { Button, Popover } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { WirePageBody } from '../../../core/contract/wire.ts';
import { formatDate } from '../data/format.ts';
import { useAddress } from '../data/use-address.ts';
import { useTexts } from '../text/texts.ts';
import { useBootstrap } from './bootstrap.tsx';
import { lazyPart } from './lazy-part.ts';
import styles from './period-picker.module.css';
import { daysIn, isPeriodName } from './periods.ts';

// The calendar is as much code as all the rest of the page's head.
const Choices = lazyPart(
  () => import('./period-choices.tsx'),
  () => <div className={styles.meanwhile} />,
);

/** The choice of the days that the page is about; it stands in the address. */
export function PeriodPicker({ period }: { period: NonNullable<WirePageBody['period']> }): ReactNode {
  const t = useTexts();
  const { locale } = useBootstrap();
  const [query, setQuery] = useAddress();
  const [open, setOpen] = useState(false);
  const chosen = query.get('period') ?? period.name;
  const days = daysIn(chosen);
  const label = days
    ? days.from === days.to
      ? formatDate(days.from, locale)
      : t('ui.period.range', { from: formatDate(days.from, locale), to: formatDate(days.to, locale) })
    : t(isPeriodName(chosen) ? `ui.period.${chosen}` : 'ui.period.unknown');
  const put = (name: string, value: string | null): void =>
    setQuery(
      (now) => {
        if (value === null) now.delete(name);
        else now.set(name, value);
        return now;
      },
      { preventScrollReset: true },
    );
  const choose = (value: string): void => {
    put('period', value === period.name ? null : value);
    setOpen(false);
  };
  const compares = query.get('compare') === '1';
  return (
    <div data-block="period" className={styles.place}>
      <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
        <Popover.Target>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconCalendar size={16} aria-hidden />}
            aria-expanded={open}
            aria-label={`${t('ui.period')}: ${label}`}
            onClick={() => setOpen(!open)}
          >
            <bdi>{label}</bdi>
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('ui.period')} className={styles.dropdown ?? ''}>
          <Choices
            chosen={chosen}
            onChoose={choose}
            {...(period.compares ? { compares, onCompare: (on: boolean) => put('compare', on ? '1' : null) } : {})}
          />
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}
