import { Button, NativeSelect, Popover } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { WireFilter } from '../../../../core/contract/wire.ts';
import { Overlay } from '../../shell/overlay.tsx';
import { useTexts } from '../../text/texts.ts';
import { lazyPart } from '../../shell/lazy-part.ts';
import { cleared, type TableState } from './address.ts';
import styles from './table.module.css';

// A list that the server searches brings more code than the others.
const ChoiceSelect = lazyPart(() => import('./choice-select.tsx'));

export type ListedFilter = Exclude<WireFilter, { as: 'period' }>;
type Filters = ListedFilter[];
interface Props {
  filters: Filters;
  chosen: TableState['filters'];
  narrow: boolean;
  /** Takes the filters that change; an empty value takes one away. */
  onChoose: (filters: TableState['filters']) => void;
}

/** A table's filters: one stands beside the search, several behind a button, in a popover or on narrow screens in a drawer. */
export function TableFilters({ filters, chosen, narrow, onChoose }: Props): ReactNode {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const field = (filter: Filters[number], labelled: boolean): ReactNode =>
    'source' in filter ? (
      <ChoiceSelect
        key={filter.name}
        filter={filter}
        value={chosen[filter.name] ?? ''}
        onChoose={(value) => onChoose({ [filter.name]: value })}
      />
    ) : (
      <NativeSelect
        key={filter.name}
        size="sm"
        {...(labelled ? { label: filter.title } : { className: styles.filter ?? '', 'aria-label': filter.title })}
        value={chosen[filter.name] ?? ''}
        data={[
          { value: '', label: t('ui.filter.any', { title: filter.title }) },
          ...filter.options.map((option) => ({ value: option.value, label: option.title })),
        ]}
        onChange={(event) => onChoose({ [filter.name]: event.currentTarget.value })}
      />
    );
  if (filters.length < 2 && filters.every((filter) => 'options' in filter)) return filters.map((filter) => field(filter, false));

  const count = filters.filter((filter) => chosen[filter.name]).length;
  const button = (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconFilter size={16} aria-hidden />}
      aria-expanded={open}
      onClick={() => setOpen(!open)}
    >
      {count ? t('ui.filter.count', { count }) : t('ui.filter')}
    </Button>
  );
  const fields = (
    <div className={styles.filterFields}>
      {filters.map((filter) => field(filter, true))}
      {count > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => onChoose(cleared(Object.fromEntries(filters.map(({ name }) => [name, '']))))}
        >
          {t('ui.filter.clear')}
        </Button>
      )}
    </div>
  );
  if (narrow)
    return (
      <>
        {button}
        <Overlay as="drawer" opened={open} title={t('ui.filter')} onClose={() => setOpen(false)}>
          {fields}
        </Overlay>
      </>
    );
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" width={280} trapFocus returnFocus>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label={t('ui.filter')}>{fields}</Popover.Dropdown>
    </Popover>
  );
}
