import { CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { WireTable } from '../../../../core/contract/wire.ts';
import { cleared, type TableState } from './address.ts';
import styles from './table.module.css';
import { useTexts } from '../../text/texts.ts';
import { lazyPart } from '../../shell/lazy-part.ts';

// What opens a popover brings more code than everything else here.
const TableFilters = lazyPart(
  () => import('./filters.tsx'),
  ({ filters }) => <span className={`${styles.place} ${filters.length < 2 ? styles.filter : styles.button}`} />,
);
const Views = lazyPart(
  () => import('./views.tsx'),
  () => <span className={`${styles.place} ${styles.button}`} />,
);

interface Props {
  table: WireTable;
  state: TableState;
  narrow: boolean;
  change: (patch: Partial<TableState>, replace?: boolean) => void;
  /** Whether the address of the page is this table's, so that it can be saved as a view. */
  views: boolean;
  /** Buttons at the end of the line, where the table has no heading for them. */
  tools?: ReactNode;
}
const TYPING_MS = 300;

/** Search and filters, and what is filtered as chips. */
export function Toolbar({ table, state, narrow, change, views, tools }: Props): ReactNode {
  const t = useTexts();
  const filters = table.filters ?? [];
  const sortable = narrow ? table.columns.filter((column) => column.sort) : [];
  if (!table.search && !filters.length && !sortable.length && !tools) return null;
  const chips = filters.flatMap((filter) => {
    const option = filter.options.find((candidate) => candidate.value === state.filters[filter.name]);
    return option ? [{ filter, option }] : [];
  });
  return (
    <div className={styles.toolbar}>
      {table.search && <Search value={state.search} onSearch={(search) => change({ search }, true)} />}
      {filters.length > 0 && (
        <TableFilters filters={filters} chosen={state.filters} narrow={narrow} onChoose={(chosen) => change({ filters: chosen })} />
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
      {views && (table.search || filters.length > 0) && <Views />}
      {tools && <div className={styles.tools}>{tools}</div>}
      {chips.length > 0 && (
        <ul className={styles.chips} aria-label={t('ui.filter.active')}>
          {chips.map(({ filter, option }) => (
            <li key={filter.name}>
              <button
                type="button"
                className={styles.chip}
                onClick={() => change({ filters: { [filter.name]: '' } })}
                aria-label={t('ui.filter.remove', { title: `${filter.title}: ${option.title}` })}
              >
                {filter.title}: <b>{option.title}</b>
                <IconX size={12} aria-hidden />
              </button>
            </li>
          ))}
          <li>
            <button type="button" className={styles.clear} onClick={() => change({ filters: cleared(state.filters), search: '' })}>
              {t('ui.filter.clear')}
            </button>
          </li>
        </ul>
      )}
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
