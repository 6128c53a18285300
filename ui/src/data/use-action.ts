import { useCallback, useRef, useState } from 'react';
import type { WireAction } from '../../../core/contract/wire.ts';
import { call, download } from '../api/call.ts';
import { notify, notifyProblem } from '../shell/notify.ts';
import { useAnswer } from './answer.ts';
import { bodyFrom, filled, values, type Row } from './bindings.ts';
import { ask, openDialog, type ActionBindings } from './dialog-store.ts';
import { isUnsaved } from './dirty.ts';
import { useGoTo } from './navigate.ts';
import { useBindings } from './binding-context.tsx';

/** Makes the call of an action in a context; answers its JSON. */
export const callOf = (act: Extract<WireAction['do'], { call: unknown }>, context: ActionBindings): Promise<unknown> =>
  call(act.call, { params: values(act.params, context), body: bodyFrom(act.body, context) });

/** A confirmation is asked unless the act can simply be taken back. */
export async function agreed(action: WireAction, row: unknown): Promise<boolean> {
  const { confirm } = action;
  if (!confirm || (action.undoAction && !confirm.final)) return true;
  return consents(confirm, row, action.emphasis === 'danger' || confirm.final === true);
}

/** Asks a question about a row; its texts are filled from the row. */
export const consents = (question: NonNullable<WireAction['confirm']>, row: unknown, danger: boolean): Promise<boolean> =>
  ask({
    title: filled(question.title, row),
    body: filled(question.body, row),
    button: filled(question.button, row),
    final: question.final ?? false,
    danger,
  });

/** Makes an action's call: shows its effect at once, takes that back when refused, offers undo when done. */
async function make(
  action: WireAction,
  act: Extract<WireAction['do'], { call: unknown }>,
  context: ActionBindings,
  answer: ReturnType<typeof useAnswer>,
): Promise<void> {
  const rollBack = action.optimistic && context.row ? context.host?.patch(context.row, action.optimistic) : undefined;
  try {
    const said = await callOf(act, context);
    const { undoAction } = action;
    const back = undoAction && 'call' in undoAction.do ? undoAction.do : null;
    const later: ActionBindings = { ...context, row: { ...context.row, ...(said as Row | null) } };
    const undo = undoAction && back ? () => void make(undoAction, back, later, answer) : undefined;
    await answer(said, { context, after: action.after, done: action.done, undo });
  } catch (error) {
    rollBack?.();
    notifyProblem(error, action.failed);
  }
}

/** Runs actions: opens what they open, asks what they ask, calls what they call. A second click while one runs does nothing. */
export function useAction(): { run: (action: WireAction, at?: Partial<ActionBindings>) => Promise<void>; busy: string | null } {
  const here = useBindings();
  const answer = useAnswer();
  const goTo = useGoTo();
  const running = useRef(false);
  const [busy, setBusy] = useState<string | null>(null);

  const run = useCallback(
    async (action: WireAction, at: Partial<ActionBindings> = {}): Promise<void> => {
      const context = { ...here, ...at };
      const act = action.do;
      if (action.disabled !== undefined) return;
      if (action.unsaved && isUnsaved(action.unsaved.form)) return notify('warn', action.unsaved.lacking);
      if ('page' in act) return goTo(act.page, act.params, context);
      if ('form' in act && act.as === 'under' && context.under) return context.under();
      if ('form' in act)
        return openDialog({
          as: act.as === 'under' ? 'drawer' : act.as,
          title: filled(act.title ?? action.title, context.row),
          context,
          content: {
            kind: 'form',
            form: act.form,
            prefill: act.prefill,
            fixed: act.fixed,
            after: action.after,
            done: action.done,
            failed: action.failed,
          },
        });
      if ('open' in act)
        return openDialog({ as: act.as, title: filled(action.title, context.row), context, content: { kind: 'blocks', blocks: act.open } });
      if (running.current) return;
      running.current = true;
      try {
        if (!(await agreed(action, context.row))) return;
        setBusy(action.id);
        if ('download' in act)
          await download(act.download, { params: values(act.params, context), query: values(act.query, context) }).catch(notifyProblem);
        else await make(action, act, context, answer);
      } finally {
        running.current = false;
        setBusy(null);
      }
    },
    [here, goTo, answer],
  );
  return { run, busy };
}
