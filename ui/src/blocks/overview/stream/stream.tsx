import { Button, Skeleton, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowUp } from '@tabler/icons-react';
import { useRef, type CSSProperties, type ReactNode } from 'react';
import type { WireStream } from '../../../../../core/contract/wire.ts';
import { fieldOf } from '../../../data/bindings.ts';
import { useAddress } from '../../../data/use-address.ts';
import { useDelayed } from '../../../data/use-delayed.ts';
import { useTexts } from '../../../text/texts.ts';
import { EmptyState } from '../../empty.tsx';
import { ErrorPanel } from '../../error-panel.tsx';
import { Panel } from '../../panel.tsx';
import { cleared } from '../../table/address.ts';
import { FilterChips } from '../../table/chips.tsx';
import type { ListedFilter } from '../../table/filters.tsx';
import { useFresh } from '../../table/use-rows.ts';
import { TableFilters } from '../../table/filters.tsx';
import { chosenIn, withChosen } from './chosen.ts';
import { keyOf } from './known-rows.ts';
import { StreamRow } from './stream-row.tsx';
import styles from './stream.module.css';
import { useHeld } from './use-held.ts';
import { useStream } from './use-stream.ts';

const PLACEHOLDERS = [1, 2, 3, 4, 5, 6, 7, 8];

/** A list that grows at its head while one looks. Its filters are in the address. */
export function StreamView({ block, at }: { block: WireStream; at: string }): ReactNode {
  const t = useTexts();
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [query, setQuery] = useAddress();
  const listed = block.filters?.filter((filter): filter is ListedFilter => !('as' in filter)) ?? [];
  const filters = chosenIn(query, `${at}-`, listed);
  const choose = (chosen: Record<string, string>): void =>
    setQuery((now) => withChosen(now, `${at}-`, listed, chosen), { preventScrollReset: true });
  const { place, known, head: newest, isOld, error, retry, more, isReadingMore, moreError } = useStream(block, filters);
  const slow = useDelayed(isOld);
  const rows = known?.rows ?? [];
  const { mark, shown, held } = useHeld(rows, block.key);
  const fresh = useFresh(
    place,
    known && !isOld ? shown.slice(0, shown.length - known.older).map((row) => keyOf(row, block.key)) : undefined,
  );
  const head = useRef<HTMLDivElement>(null);
  const narrowed = Object.keys(filters).length > 0;
  const total = block.total === undefined ? null : fieldOf(newest, block.total);
  return (
    <Panel
      title={block.title}
      flush
      help={typeof total === 'number' && <Text c="dimmed">{t('ui.stream.total', { count: total })}</Text>}
      tools={listed.length > 0 ? <TableFilters filters={listed} chosen={filters} narrow={narrow} onChoose={choose} /> : undefined}
    >
      <div ref={head} className={styles.head}>
        <div ref={mark} />
      </div>
      {narrowed && (
        <div className={styles.chips}>
          <FilterChips filters={listed} chosen={filters} onChoose={choose} onClear={() => choose(cleared(filters))} />
        </div>
      )}
      {error && <ErrorPanel error={error} retry={retry} />}
      {held > 0 && (
        <div className={styles.news} role="status">
          <Button
            size="compact-md"
            leftSection={<IconArrowUp size={14} aria-hidden />}
            onClick={() => head.current?.scrollIntoView({ block: 'start' })}
          >
            {t('ui.stream.new', { count: held })}
          </Button>
        </div>
      )}
      {known?.rows.length === 0 ? (
        narrowed ? (
          <EmptyState empty={{ title: t('ui.no-match.title'), help: t('ui.no-match.help') }} search>
            <Button variant="default" size="sm" onClick={() => choose(cleared(filters))}>
              {t('ui.filter.clear')}
            </Button>
          </EmptyState>
        ) : (
          <EmptyState empty={block.empty} />
        )
      ) : (
        (!error || known) && (
          <ol
            className={styles.rows}
            style={{ '--facts': block.facts.length } as CSSProperties}
            aria-label={block.title}
            aria-busy={!known}
            data-slow={slow || undefined}
          >
            {known
              ? shown.map((row) => {
                  const id = keyOf(row, block.key);
                  return <StreamRow key={id} block={block} row={row} at={`${at}.${id}`} isFresh={fresh.has(id)} />;
                })
              : PLACEHOLDERS.map((n) => (
                  <li key={n} className={styles.row}>
                    <Skeleton className={styles.placeholder} height={22} radius={8} />
                  </li>
                ))}
          </ol>
        )
      )}
      {moreError && <ErrorPanel error={moreError} />}
      {more && (
        <div className={styles.more}>
          <Button variant="subtle" size="compact-md" loading={isReadingMore} onClick={more}>
            {t('ui.stream.more')}
          </Button>
        </div>
      )}
    </Panel>
  );
}
