import { useCallback, useState } from 'react';
import type { WireAction, WireTable } from '../../../../core/contract/wire.ts';
import { call } from '../../api/call.ts';
import { CANCELLED, formChanged, plainProblem, ProblemError } from '../../api/problem.ts';
import { refreshData } from '../../api/queries.ts';
import { useAnswer } from '../../data/answer.ts';
import { bodyFrom, fieldOf, filled, values, type Row } from '../../data/bindings.ts';
import { askAboutRows, openDialog, type RowResult, type SendEach } from '../../data/dialog-store.ts';
import { formatNumber } from '../../data/format.ts';
import { useOffered } from '../../data/offered.ts';
import { useBindings } from '../../data/binding-context.tsx';
import { agreed, callOf } from '../../data/use-action.ts';
import { asked } from '../../data/use-source.ts';
import { notify, notifyProblem, problemText } from '../../shell/notify.ts';
import { asQuery, type TableState } from './address.ts';
import { keyOf, type ListAnswer } from './use-rows.ts';
import { useTexts } from '../../text/texts.ts';

const AT_ONCE = 4;
const PAGE = 100;
const MOST_PAGES = 50;

type Act = Extract<WireAction['do'], { call: unknown }>;
type Keys = NonNullable<Act['keys']>;

/** Why some work was refused, as a person reads it; null when it was done. */
const problemOf = (work: () => Promise<unknown>, action: WireAction, refused?: (error: unknown) => void): Promise<string | null> =>
  work().then(
    () => null,
    (error: unknown) => {
      refused?.(error);
      return problemText(error, action.failed);
    },
  );

/** Runs `work` over all items, a few at a time, in order of their start. */
export async function inTurns<A, B>(items: readonly A[], atOnce: number, work: (item: A) => Promise<B>): Promise<B[]> {
  const results: B[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(items[at] as A);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}

/** The selected rows, over all pages, and what may be done with them together. */
export function useBulk(table: WireTable, state: TableState) {
  const t = useTexts();
  const context = useBindings();
  const offered = useOffered();
  const obey = useAnswer();
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);

  const toggle = useCallback(
    (rows: Row[], on: boolean) =>
      setSelected((old) => {
        const next = new Map(old);
        for (const row of rows) {
          if (on) next.set(keyOf(table, row), row);
          else next.delete(keyOf(table, row));
        }
        return next;
      }),
    [table],
  );
  const clear = useCallback(() => setSelected(new Map()), []);

  const selectMatching = async (): Promise<void> => {
    try {
      for (let page = 1; page <= MOST_PAGES; page++) {
        const at = { ...state, page, per: PAGE };
        const answer = await call<ListAnswer>(table.source.call, asked(table.source, { ...context, table: asQuery(at) }, asQuery(at)));
        toggle(answer.data, true);
        if (page >= answer.last_page) return;
      }
      notify('warn', t('ui.bulk.first', { most: formatNumber(MOST_PAGES * PAGE) }));
    } catch (error) {
      notifyProblem(error);
    }
  };

  const label = table.columns.find((column) => column.narrow === 'first') ?? table.columns[0];
  const labelOf = (row: Row): string => String(fieldOf(row, label?.field ?? table.key) ?? '');

  /**
   * Does something to each row, a few at a time, and tells row by row what became of it. Done rows leave `open`. A form that changed
   * meanwhile ends it with that refusal: the form stays, with what was typed, for the rows that are left.
   */
  const forEach = async (
    action: WireAction,
    open: Set<Row>,
    work: (row: Row) => Promise<unknown>,
    skipped: readonly RowResult[] = [],
  ): Promise<void> => {
    const rows = [...open];
    let changed: unknown = null;
    setProgress({ done: 0, of: rows.length });
    const results = await inTurns(rows, AT_ONCE, async (row) => {
      if (changed) return { label: '', problem: '' };
      const problem = await problemOf(
        () => work(row),
        action,
        (error) => {
          if (formChanged(error)) changed = error;
        },
      );
      setProgress((old) => old && { ...old, done: old.done + 1 });
      if (problem === null) {
        open.delete(row);
        toggle([row], false);
      }
      return { label: labelOf(row), problem };
    });
    setProgress(null);
    void refreshData();
    if (changed) throw changed;
    const failed = results.filter((result) => result.problem !== null).length;
    if (failed || skipped.length > 0)
      openDialog({
        as: 'modal',
        title: t('ui.bulk.results', { done: results.length - failed, failed: failed + skipped.length }),
        context: null,
        content: { kind: 'results', results: [...results, ...skipped] },
      });
    else
      notify('good', action.done ? filled(action.done, { count: results.length }, rows[0]) : t('ui.bulk.done', { count: results.length }));
  };

  /** Selected rows that the action is not for. */
  const leftOut = (rows: readonly Row[]): RowResult[] =>
    [...selected.values()]
      .filter((row) => !rows.includes(row))
      .map((row) => ({ label: labelOf(row), problem: t('ui.bulk.skipped'), skipped: true }));

  /** Finds out what would become of each row and shows it; answers those to act on: none where the reader would rather not. */
  const rehearsed = async (action: WireAction, rows: readonly Row[], trial: (row: Row) => Promise<unknown>): Promise<Row[]> => {
    setProgress({ done: 0, of: rows.length });
    const results: RowResult[] = await inTurns(rows, AT_ONCE, async (row) => {
      const problem = await problemOf(() => trial(row), action);
      setProgress((old) => old && { ...old, done: old.done + 1 });
      return { label: labelOf(row), problem };
    });
    setProgress(null);
    const possible = rows.filter((_row, at) => results[at]!.problem === null);
    results.push(...leftOut(rows));
    const title = t('ui.bulk.rehearsed', { possible: possible.length, count: results.length });
    const button = t('ui.bulk.act', { action: action.title, count: possible.length });
    return (await askAboutRows(title, { results, button, danger: action.emphasis === 'danger' })) ? possible : [];
  };

  /** One call for all the rows. */
  const together = async (action: WireAction, act: Act, rows: readonly Row[], { field, most }: Keys): Promise<void> => {
    if (rows.length > most) return notify('warn', t('ui.bulk.too-many', { most: formatNumber(most) }));
    try {
      const body = { ...bodyFrom(act.body, context), [field]: rows.map((row) => keyOf(table, row)) };
      await obey(await call(act.call, { params: values(act.params, context), body }), {
        context,
        after: action.after,
        done: action.done,
      });
    } catch (error) {
      notifyProblem(error, action.failed);
    }
  };

  /** What was filled in is sent for each row; where the route can be rehearsed, after the reader saw what would become of them. */
  const sendEach =
    (action: WireAction, open: Set<Row>): SendEach =>
    async (send, trial) => {
      const rows = [...open];
      if (!trial) return forEach(action, open, send, leftOut(rows));
      const possible = await rehearsed(action, rows, trial);
      if (possible.length === 0) throw new ProblemError(plainProblem(0, CANCELLED, ''));
      await forEach(action, new Set(possible), send);
    };

  const run = async (action: WireAction): Promise<void> => {
    const { do: act } = action;
    const rows = [...selected.values()].filter((row) => offered(action, row));
    const [first] = rows;
    if (progress) return;
    if (!first) return notify('warn', t('ui.bulk.none', { action: action.title }));
    const open = new Set(rows);
    if ('form' in act)
      return openDialog({
        as: act.as === 'drawer' ? 'drawer' : 'modal',
        title: filled(action.title, { count: rows.length }),
        context: { ...context, row: first },
        content: { kind: 'form', form: act.form, fixed: act.fixed, each: sendEach(action, open) },
      });
    if (!('call' in act)) return;
    if (act.keys) return together(action, act, rows, act.keys);
    const { rehearsal } = act.call;
    if (rehearsal) {
      const trial: Act = { ...act, call: { method: 'POST', path: rehearsal } };
      const possible = await rehearsed(action, rows, (row) => callOf(trial, { ...context, row }));
      if (possible.length > 0) await forEach(action, new Set(possible), (row) => callOf(act, { ...context, row }));
    } else if (await agreed(action, { ...first, count: rows.length }))
      await forEach(action, open, (row) => callOf(act, { ...context, row }), leftOut(rows));
  };
  return { selected, toggle, clear, progress, run, selectMatching };
}
