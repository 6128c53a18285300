import { Button, Popover, Switch, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import { PERIOD_NAMES } from './period-names.ts';
import type { WirePageBody } from '../../../core/contract/wire.ts';
import { formatDate } from '../data/format.ts';
import { useAddress } from '../data/use-address.ts';
import { useTexts } from '../text/texts.ts';
import { useBootstrap } from './bootstrap.tsx';
import styles from './period-picker.module.css';

const RANGE = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/;

/** The choice of the days that the page is about; it stands in the address. */
export default function PeriodPicker({ period }: { period: NonNullable<WirePageBody['period']> }): ReactNode {
  const t = useTexts();
  const { locale } = useBootstrap();
  const [query, setQuery] = useAddress();
  const [open, setOpen] = useState(false);
  const chosen = query.get('period') ?? period.name;
  const range = RANGE.exec(chosen);
  const label = range
    ? t('ui.period.range', { from: formatDate(range[1], locale), to: formatDate(range[2], locale) })
    : t(`ui.period.${PERIOD_NAMES.some((name) => name === chosen) ? chosen : 'unknown'}`);
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
  const apply = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const days = new FormData(event.currentTarget);
    choose([days.get('from'), days.get('to')].map(String).sort().join('..'));
  };
  return (
    <div data-block="period" className={styles.place}>
      <Popover opened={open} onChange={setOpen} position="bottom-end" width={280} trapFocus returnFocus>
        <Popover.Target>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconCalendar size={16} aria-hidden />}
            aria-expanded={open}
            aria-label={`${t('ui.period')}: ${label}`}
            onClick={() => setOpen(!open)}
          >
            {label}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('ui.period')}>
          <div className={styles.names}>
            {PERIOD_NAMES.map((name) => (
              <button key={name} type="button" aria-pressed={name === chosen} onClick={() => choose(name)}>
                {t(`ui.period.${name}`)}
              </button>
            ))}
          </div>
          <form className={styles.days} onSubmit={apply}>
            <TextInput type="date" name="from" size="sm" label={t('ui.period.from')} defaultValue={range?.[1] ?? ''} required />
            <TextInput type="date" name="to" size="sm" label={t('ui.period.to')} defaultValue={range?.[2] ?? ''} required />
            <Button type="submit" size="sm">
              {t('ui.period.apply')}
            </Button>
          </form>
          {period.compares && (
            <Switch
              size="sm"
              label={t('ui.period.compare')}
              checked={query.get('compare') === '1'}
              onChange={(event) => put('compare', event.currentTarget.checked ? '1' : null)}
            />
          )}
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}
