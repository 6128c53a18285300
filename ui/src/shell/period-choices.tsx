import '../mantine-later-styles.ts';
import { Switch } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { useState, type ReactNode } from 'react';
import { formatDate, languageOf } from '../data/format.ts';
import { useTexts } from '../text/texts.ts';
import { useBootstrap } from './bootstrap.tsx';
import styles from './period-picker.module.css';
import { PERIOD_NAMES, daysFrom, daysIn } from './periods.ts';

interface Props {
  chosen: string;
  onChoose: (period: string) => void;
  /** Whether the period before is compared; left out where nothing of the page is. */
  compares?: boolean;
  onCompare?: (on: boolean) => void;
}

/** The periods by name, and a calendar to choose the days oneself: the first and then the last. */
export default function PeriodChoices({ chosen, onChoose, compares, onCompare }: Props): ReactNode {
  const t = useTexts();
  const { locale } = useBootstrap();
  const days = daysIn(chosen);
  const written =
    (form: Intl.DateTimeFormatOptions) =>
    (day: string): string =>
      new Intl.DateTimeFormat(languageOf(locale), { ...form, timeZone: 'UTC' }).format(new Date(`${day.slice(0, 10)}T00:00:00Z`));
  const [range, setRange] = useState<[string | null, string | null]>([days?.from ?? null, days?.to ?? null]);
  return (
    <div className={styles.choices}>
      <div className={styles.names}>
        {PERIOD_NAMES.map((name) => (
          <button key={name} type="button" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
            {t(`ui.period.${name}`)}
          </button>
        ))}
      </div>
      <DatePicker
        type="range"
        allowSingleDateInRange
        size="xs"
        maxLevel="month"
        firstDayOfWeek={0}
        weekendDays={[]}
        classNames={{ day: styles.day ?? '', calendarHeaderControl: styles.turn ?? '' }}
        hideOutsideDates
        monthLabelFormat={written({ month: 'long', year: 'numeric' })}
        weekdayFormat={written({ weekday: 'narrow' })}
        getDayAriaLabel={(day) => formatDate(day, locale)}
        value={range}
        onChange={(next) => {
          setRange(next);
          const [from, to] = next;
          if (from && to) onChoose(daysFrom(from, to));
        }}
        {...(days ? { defaultDate: days.to } : {})}
        ariaLabels={{ previousMonth: t('ui.period.month-before'), nextMonth: t('ui.period.month-after') }}
      />
      {onCompare && (
        <Switch
          size="sm"
          className={styles.compare ?? ''}
          label={t('ui.period.compare')}
          checked={compares ?? false}
          onChange={(event) => onCompare(event.currentTarget.checked)}
        />
      )}
    </div>
  );
}
