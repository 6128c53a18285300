import { useContext, useMemo } from 'react';
import type { Call, ListLayout, WireColumn, WirePageBody, WireTable } from '../../../../core/contract/wire.ts';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/queries.ts';
import { PageContext } from '../../data/page-context.ts';
import { useActor } from '../../shell/bootstrap.tsx';
import { notifyProblem } from '../../shell/notify.ts';
import type { TableState } from './address.ts';
import { nameColumn } from './shared.ts';

const SAVE: Call = { method: 'PUT', path: '/api/ui/pages/:id/layout' };

export interface Layout {
  /** Those that are shown, in the table's order. */
  columns: WireColumn[];
  compact: boolean;
  /** Whether it is what everybody is shown. */
  isUsual: boolean;
  /** What of it the address would say, for a saved view. */
  inAddress: Pick<TableState, 'columns' | 'compact'>;
  toggle: (field: string) => void;
  setCompact: (compact: boolean) => void;
  reset: () => void;
}

const NO_PAGE = { id: null, layout: undefined };

const alike = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((field, at) => field === b[at]);

/**
 * How a table with `lines` is drawn: as its address says, or else as the reader chose before, or else as for everybody. What they choose is kept
 * with the page; whoever looks through somebody's account leaves that person's choice as it is.
 */
export function useLayout(
  table: WireTable,
  state: TableState,
  isMain: boolean,
  change: (patch: (now: TableState) => Partial<TableState>, replace?: boolean) => void,
): Layout {
  const page = useContext(PageContext);
  const { id, layout: kept } = isMain ? page : NO_PAGE;
  const actor = useActor();
  return useMemo(() => {
    const usual = table.columns.filter((column) => !column.further).map(({ field }) => field);
    const fields = (table.lines && (state.columns ?? kept?.columns)) || usual;
    const first = nameColumn(table);
    const columns = table.columns.filter((column) => (table.lines ? column === first || fields.includes(column.field) : true));
    const compact = Boolean(table.lines && (state.compact ?? kept?.compact ?? false));
    const shown = columns.map(({ field }) => field);
    const isUsual = alike(shown, usual) && !compact;
    /** Changes what is chosen by now, so that a second quick click counts. */
    const choose = (next: (now: ListLayout) => ListLayout): void => {
      let chosen: ListLayout | undefined;
      change((now) => {
        const { columns: wanted, compact: close } = next({
          columns: now.columns ?? kept?.columns ?? usual,
          compact: now.compact ?? kept?.compact ?? false,
        });
        chosen = { columns: wanted && alike(wanted, usual) ? null : wanted, compact: close };
        return { columns: chosen.columns, compact: close || null };
      }, true);
      if (!chosen || !id || !actor || actor.viewedBy) return;
      const layout = chosen;
      queryClient.setQueriesData<WirePageBody>({ queryKey: ['page', id] }, (old) => old && { ...old, layout });
      call(SAVE, { params: { id }, body: layout }).catch(notifyProblem);
    };
    return {
      columns,
      compact,
      isUsual,
      inAddress: { columns: alike(shown, usual) ? null : shown, compact: compact || null },
      toggle: (field) =>
        choose((now) => {
          const wanted = new Set(now.columns);
          if (!wanted.delete(field)) wanted.add(field);
          return { ...now, columns: table.columns.map((column) => column.field).filter((name) => wanted.has(name)) };
        }),
      setCompact: (next) => choose((now) => ({ ...now, compact: next })),
      reset: () => choose(() => ({ columns: null, compact: false })),
    };
  }, [table, state.columns, state.compact, kept, id, actor, change]);
}
