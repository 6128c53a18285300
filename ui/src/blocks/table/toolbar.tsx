import { CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { WireTable } from '../../../../core/contract/wire.ts';
import { cleared, type TableState } from './address.ts';
import { FilterChips } from './chips.tsx';
import { ColumnMenu } from './column-menu.tsx';
import { type ListedFilter, TableFilters } from './filters.tsx';
import { PeriodChips } from './period-chips.tsx';
import { Views } from './views.tsx';
import type { Layout } from './use-layout.ts';
import styles from './table.module.css';
import { useTexts } from '../../text/texts.ts';

interface Props {
  table: WireTable;
  state: TableState;
  layout: Layout;
  narrow: boolean;
  change: (patch: Partial<TableState>, replace?: boolean) => void;
  /** Whether the address of the page is this table's, so that it can be saved as a view. */
  views: boolean;
  /** Buttons at the end of the line, where the table has no heading for them. */
  tools?: ReactNode;
}
const TYPING_MS = 300;

/** Search and filters, and what is filtered as chips. */
export function Toolbar({ table, state, layout, narrow, change, views, tools }: Props): ReactNode {
  const t = useTexts();
  const filters = table.filters ?? [];
  const listed = filters.filter((filter): filter is ListedFilter => !('as' in filter));
  const days = filters.find((filter) => 'as' in filter);
  const sortable = narrow ? table.columns.filter((column) => column.sort) : [];
  if (!table.search && !filters.length && !sortable.length && !tools) return null;
  return (
    <div className={styles.toolbar}>
      {table.search && <Search value={state.search} onSearch={(search) => change({ search }, true)} />}
      {listed.length > 0 && (
        <TableFilters filters={listed} chosen={state.filters} narrow={narrow} onChoose={(chosen) => change({ filters: chosen })} />
      )}
      {sortable.length > 0 && (
        <NativeSelect
          size="sm"
          className={styles.filter ?? ''}
          aria-label={t('ui.sort.by')}
          value={state.sort ? `${state.order} ${state.sort}` : ''}
          data={[
            { value: '', label: t('ui.sort.none') },
            ...sortable.flatMap((column) => [
              { value: `asc ${column.field}`, label: `${column.title} ↑` },
              { value: `desc ${column.field}`, label: `${column.title} ↓` },
            ]),
          ]}
          onChange={(event) => {
            const [order, sort = ''] = event.currentTarget.value.split(' ');
            change({ sort, order: order === 'desc' ? 'desc' : 'asc' });
          }}
        />
      )}
      {views && (table.search || filters.length > 0) && <Views layout={layout.inAddress} />}
      {table.lines && <ColumnMenu table={table} layout={layout} />}
      {tools && <div className={styles.tools}>{tools}</div>}
      {days && (
        <PeriodChips
          title={days.title}
          value={state.filters[days.name] ?? ''}
          onChoose={(value) => change({ filters: { [days.name]: value } })}
        />
      )}
      <FilterChips
        filters={filters}
        chosen={state.filters}
        onChoose={(chosen) => change({ filters: chosen })}
        onClear={() => change({ filters: cleared(state.filters), search: '' })}
      />
    </div>
  );
}

function Search({ value, onSearch }: { value: string; onSearch: (value: string) => void }): ReactNode {
  const t = useTexts();
  const [text, setText] = useState(value);
  const said = useRef(value);
  useEffect(() => {
    // A change that did not come from typing here, such as Back or "clear filters".
    if (value !== said.current) setText(value);
    said.current = value;
  }, [value]);
  useEffect(() => {
    if (text.trim() === said.current) return;
    const timer = setTimeout(() => {
      said.current = text.trim();
      onSearch(said.current);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, onSearch]);
  return (
    <TextInput
      size="sm"
      type="search"
      maxLength={100}
      data-search
      className={styles.search ?? ''}
      aria-label={t('ui.search')}
      placeholder={t('ui.search')}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text ? <CloseButton size="sm" aria-label={t('ui.search.clear')} onClick={() => setText('')} /> : <kbd className={styles.key}>/</kbd>
      }
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}
