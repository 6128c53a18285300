import { Button, Popover } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { PeriodName } from '../../../../core/contract/page.ts';
import { useBootstrap } from '../../shell/bootstrap.tsx';
import { lazyPart } from '../../shell/lazy-part.ts';
import { useTexts } from '../../text/texts.ts';
import { nameOfPeriod, titleOfPeriod } from './periods.ts';
import styles from './table.module.css';

const Choices = lazyPart(() => import('../../shell/period-choices.tsx'));

/** Those that lists are asked for most; the others are behind the calendar. */
const USUAL: readonly PeriodName[] = ['today', '7d', '30d', 'month', 'last-month'];

interface Props {
  title: string;
  value: string;
  onChoose: (value: string) => void;
}

/** Days of a list, one click each; a second click takes them away. */
export function PeriodChips({ title, value, onChoose }: Props): ReactNode {
  const t = useTexts();
  const { locale } = useBootstrap();
  const [open, setOpen] = useState(false);
  const name = nameOfPeriod(value);
  const isOwn = value !== '' && (name === undefined || !USUAL.includes(name));
  const choose = (chosen: string): void => {
    onChoose(chosen);
    setOpen(false);
  };
  return (
    <div className={styles.periods} role="group" aria-label={title}>
      {USUAL.map((one) => (
        <button
          key={one}
          type="button"
          className={styles.chip}
          aria-pressed={one === name}
          onClick={() => onChoose(one === name ? '' : one)}
        >
          {t(`ui.period.${one}`)}
        </button>
      ))}
      <Popover opened={open} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <button type="button" className={styles.chip} aria-pressed={isOwn} aria-expanded={open} onClick={() => setOpen(!open)}>
            <IconCalendar size={14} aria-hidden />
            <bdi>{isOwn ? titleOfPeriod(value, t, locale) : t('ui.period.own')}</bdi>
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('ui.period.own')}>
          <Choices chosen={name ?? value} onChoose={choose} />
          {value !== '' && (
            <Button variant="subtle" size="compact-sm" mt={8} onClick={() => choose('')}>
              {t('ui.period.any')}
            </Button>
          )}
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}
