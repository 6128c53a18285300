import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { WireTable } from '../../../../core/contract/wire.ts';
import { AddressFault } from '../../data/address-fault.ts';
import { BindingProvider } from '../../data/binding-context.tsx';
import { useAddress } from '../../data/use-address.ts';
import { useDelayed } from '../../data/use-delayed.ts';
import { RowNamesNothing } from '../../data/use-source.ts';
import { Overlay } from '../../shell/overlay.tsx';
import { ActionButton } from '../action-button.tsx';
import { ActionMenu } from '../action-menu.tsx';
import { EmptyState } from '../empty.tsx';
import { MainTableContext } from '../main-table.ts';
import { Panel } from '../panel.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { PaletteEntry } from '../../shell/palette-entry.tsx';
import { addInPlace, AddUnder } from './add-under.tsx';
import { asQuery, cleared, nextSort, readState, writeState, type TableState } from './address.ts';
import { BulkBar } from './bulk-bar.tsx';
import { LeftOut } from './left-out.tsx';
import { Pager } from './pager.tsx';
import { RowOpen } from './row-open.tsx';
import { RowsCards } from './rows-cards.tsx';
import { RowsGrid } from './rows-grid.tsx';
import { nameOf, type RowsProps } from './shared.ts';
import styles from './table.module.css';
import { Toolbar } from './toolbar.tsx';
import { useBulk } from './use-bulk.ts';
import { useLayout } from './use-layout.ts';
import { keyOf, type ListAnswer, useRows } from './use-rows.ts';
import { useTexts } from '../../text/texts.ts';

/** What a list shows is there; what it said of a row before that went is no news. */
const NOBODY = (): void => undefined;

/** Actions on what a list shows are about no row. */
const NO_ROW = {};

/** What of a table's state changes; as a function where it follows from the state as it is by then, so that a second quick click counts. */
type Change = Partial<TableState> | ((now: TableState) => Partial<TableState>);

/** A list from the server: what it shows is in the address, what can be done stands beside each row. */
export function TableView({ block, at }: { block: WireTable; at: string }): ReactNode {
  const [query, setQuery] = useAddress();
  const prefix = useContext(MainTableContext) === block ? '' : `${block.address ?? at}-`;
  const state = useMemo(() => readState(query, prefix, block), [query, prefix, block]);
  const asTable = useMemo(() => asQuery(state), [state]);
  const change = useCallback(
    (patch: Change, replace = false) =>
      setQuery(
        (now) => writeState(now, prefix, typeof patch === 'function' ? patch(readState(now, prefix, block)) : patch, block.filters),
        {
          replace,
          preventScrollReset: true,
        },
      ),
    [setQuery, prefix, block],
  );
  const inPlace = addInPlace(block.add);
  const under = useMemo(() => (inPlace ? () => change({ add: true }) : null), [inPlace, change]);
  return (
    <BindingProvider table={asTable} under={under}>
      <TableBody block={block} at={at} prefix={prefix} state={state} change={change} />
    </BindingProvider>
  );
}

/** Rows that scroll within a height; whoever has no mouse must be able to scroll them too. */
const lowRows = (height: number, title: string | undefined) =>
  ({ 'data-low': true, style: { maxHeight: height }, tabIndex: 0, role: 'group', 'aria-label': title }) as const;

/** The last page of a list that was asked for one behind it; 0 where the page is one of the list's. */
const lastInsteadOf = (answer: ListAnswer | undefined): number =>
  answer && answer.data.length === 0 && answer.total > 0 && answer.current_page > answer.last_page ? answer.last_page : 0;

interface BodyProps {
  block: WireTable;
  at: string;
  /** Before the names of its state in the address. */
  prefix: string;
  state: TableState;
  change: (patch: Change, replace?: boolean) => void;
}

function TableBody({ block, at, prefix, state, change }: BodyProps): ReactNode {
  const t = useTexts();
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const { data, error, refetch, isPlaceholderData, host, fresh } = useRows(block, state);
  const beyond = isPlaceholderData ? 0 : lastInsteadOf(data);
  // The rows of this page have gone meanwhile, or its address was never right: the last page that has some is shown, and "back" skips this one.
  useEffect(() => {
    if (beyond > 0) change({ page: beyond }, true);
  }, [beyond, change]);
  const bulk = useBulk(block, state);
  const isMain = useContext(MainTableContext) === block;
  const layout = useLayout(block, state, isMain, change);
  const slow = useDelayed(isPlaceholderData);
  const onOpen = useCallback((open: string) => change({ open }), [change]);
  const [missing, setMissing] = useState<string | null>(null);
  const namesNothing = useCallback(() => setMissing(state.open), [state.open]);
  const listed = data?.data.find((row) => keyOf(block, row) === state.open);
  const open = block.row?.open;
  const where = block.row?.where ?? 'under';
  // A drawer has an address of its own: it shows its row whether the list behind it has that or not.
  const opened = listed ?? (where === 'drawer' && state.open && open && 'blocks' in open ? { [block.key]: state.open } : undefined);

  if (open && opened && where === 'page')
    return (
      <BindingProvider row={opened} host={host}>
        <div className={styles.opened}>
          <Button
            variant="subtle"
            size="compact-md"
            leftSection={<IconArrowLeft size={16} className={styles.mirror} aria-hidden />}
            onClick={() => onOpen('')}
          >
            {t('ui.row.back')}
          </Button>
          <RowOpen open={open} at={at} onClose={() => onOpen('')} />
        </div>
      </BindingProvider>
    );

  const inPlace = addInPlace(block.add);
  const adding = inPlace && state.add ? <AddUnder action={inPlace} onClose={() => change({ add: false })} /> : null;
  const narrowed = Boolean(state.search) || Object.keys(state.filters).length > 0;
  const nothing = data?.data.length === 0 && beyond === 0;
  const rows: RowsProps = {
    table: block,
    columns: layout.columns,
    compact: layout.compact,
    rows: data?.data,
    state,
    host,
    fresh,
    bulk: block.bulk?.length ? bulk : null,
    at,
    adding,
    onSort: (field) => change((now) => nextSort(now, field)),
    onOpen,
  };
  const Rows = narrow ? RowsCards : RowsGrid;
  const tools = (block.download || block.add || block.more?.length) && (
    <>
      {block.download && <ActionButton action={block.download} />}
      {block.more && <ActionMenu actions={block.more} row={NO_ROW} label={block.title ?? t('ui.table.more')} />}
      {block.add && <ActionButton action={block.add.icon ? block.add : { ...block.add, icon: 'plus' }} main />}
    </>
  );
  return (
    <Panel title={block.title} tools={block.title ? tools : undefined} flush>
      {block.add && <PaletteEntry action={block.add} />}
      {(!nothing || narrowed) && (
        <Toolbar
          table={block}
          state={state}
          layout={layout}
          narrow={narrow}
          change={change}
          views={isMain}
          tools={block.title ? undefined : tools}
        />
      )}
      {block.bulk && <BulkBar actions={block.bulk} bulk={bulk} total={data?.total ?? 0} isLeast={data?.total_is_least ?? false} />}
      <LeftOut table={block} prefix={prefix} />
      {error && (
        <AddressFault value={null}>
          <ErrorPanel error={error} retry={() => void refetch()} />
        </AddressFault>
      )}
      {(!error || data) &&
        (nothing && !adding ? (
          narrowed ? (
            <EmptyState empty={block.noMatch ?? { title: t('ui.no-match.title'), help: t('ui.no-match.help') }} search>
              <Button variant="default" size="sm" onClick={() => change({ search: '', filters: cleared(state.filters) })}>
                {t('ui.filter.clear')}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState empty={block.empty} />
          )
        ) : (
          <div data-slow={slow || undefined} className={styles.rows} {...(block.height ? lowRows(block.height, block.title) : {})}>
            <Rows {...rows} />
          </div>
        ))}
      {data && data.total > 0 && (
        <Pager
          of={isMain ? undefined : (block.title ?? block.columns[0]?.title)}
          page={data.current_page}
          per={data.per_page}
          total={data.total}
          isLeast={data.total_is_least}
          last={data.last_page}
          onPage={(page) => change({ page })}
          onPer={(per) => change({ per })}
        />
      )}
      {open && where === 'drawer' && (
        <Overlay
          as="drawer"
          opened={opened !== undefined}
          title={listed ? nameOf(block, listed) : t('ui.row.details')}
          size="min(640px, 100vw)"
          onClose={() => onOpen('')}
        >
          <BindingProvider row={opened ?? null} host={host}>
            {opened && (
              <RowNamesNothing value={listed ? NOBODY : namesNothing}>
                {missing === state.open ? (
                  <EmptyState empty={{ title: t('ui.row.missing'), help: t('ui.row.missing.help') }} search />
                ) : (
                  <RowOpen open={open} at={at} onClose={() => onOpen('')} />
                )}
              </RowNamesNothing>
            )}
          </BindingProvider>
        </Overlay>
      )}
    </Panel>
  );
}
