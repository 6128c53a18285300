import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Severity } from '../../../core/contract/page.ts';
import type { WireAction } from '../../../core/contract/wire.ts';
import { download } from '../api/call.ts';
import { tell } from '../api/signals.ts';
import { queryClient, refreshData, refreshDescriptions } from '../api/queries.ts';
import { session } from '../session.ts';
import { notify, notifyProblem, type NoticeMore } from '../shell/notify.ts';
import { fieldOf, filled, type Row } from './bindings.ts';
import { insidePath, outsideAddress, useGoTo } from './navigate.ts';
import { announce, openDialog, type ActionBindings } from './dialog-store.ts';
import { useTexts } from '../text/texts.ts';

/** The first of these members that is a text: any answer to a form or an action may hold `message`, `notice`, `go`, `leave`, `download` and `access_token`. */
const textAt = (answer: unknown, ...fields: string[]): string | null => {
  for (const field of fields) {
    const value = fieldOf(answer, field);
    if (typeof value === 'string' && value) return value;
  }
  return null;
};

/** A notice as the specification has it; its icon follows from the type. */
interface Notice {
  message: string;
  title?: string;
  type?: string;
  timeout?: number;
}
const SEVERITIES: Record<string, Severity> = { info: 'info', primary: 'neutral', danger: 'bad', warning: 'warn', success: 'good' };

/** The notice of an answer: a text, or with its title, type and time. */
function noticeOf(answer: unknown): { text: string; severity: Severity; more?: NoticeMore } | null {
  const notice = fieldOf(answer, 'notice');
  if (typeof notice === 'string') return notice ? { text: notice, severity: 'good' } : null;
  if (typeof notice !== 'object' || notice === null) return null;
  const { message, type = 'success', title, timeout } = notice as Notice;
  return {
    text: message,
    severity: SEVERITIES[type] ?? 'info',
    more: { ...(title === undefined ? {} : { title }), ...(timeout === undefined ? {} : { timeout }) },
  };
}

/** What is shown this once, such as a new key: `keep` of an answer. */
interface OneTimeSecret {
  title: string;
  text: string;
  values: { label: string; value: string }[];
}

/** Obeys an answer: signs in with its token, says its words, goes where it says, and reads again what changed. */
export function useAnswer(): (
  answer: unknown,
  then: { context: ActionBindings; after?: WireAction['after']; done?: string | undefined; undo?: (() => void) | undefined },
) => Promise<void> {
  const navigate = useNavigate();
  const goTo = useGoTo();
  const t = useTexts();
  return useCallback(
    async (answer, { context, after, done, undo }) => {
      const token = textAt(answer, 'access_token', 'rows.access_token');
      const notice = noticeOf(answer);
      const text = notice?.text ?? (done ? filled(done, answer, context.row) : textAt(answer, 'message'));
      const go = insidePath(textAt(answer, 'go'));
      const dialog = dialogOf(answer);
      if (text && dialog) void announce({ title: dialog.title, body: text, button: t('ui.ok') }, dialog.seconds);
      else if (text) notify(notice?.severity ?? 'good', text, undo, notice?.more);
      if (token) {
        session.become(token, fieldOf(answer, 'isViewMode') === true);
        queryClient.removeQueries({ queryKey: ['source'] });
        const { home } = await refreshDescriptions();
        await navigate(go ?? home, { replace: true });
        return;
      }
      if (after === 'remove-row' && context.row) context.host?.remove(context.row);
      void refreshData();
      tell('acted', undefined);
      const file = insidePath(textAt(answer, 'download'));
      if (file) await download({ method: 'GET', path: file }).catch(notifyProblem);
      const oneTimeSecret = fieldOf(answer, 'oneTimeSecret') as OneTimeSecret | undefined;
      if (oneTimeSecret)
        openDialog({
          as: 'modal',
          title: oneTimeSecret.title,
          context: null,
          content: { kind: 'one-time-secret', text: oneTimeSecret.text, values: oneTimeSecret.values },
        });
      const outside = outsideAddress(textAt(answer, 'leave'));
      if (outside) return location.assign(outside);
      if (go) {
        // What was done may be what kept them from where they are sent now.
        await refreshDescriptions().catch(() => undefined);
        await navigate(go);
      } else if (after && typeof after === 'object')
        goTo(after.page, after.params, { ...context, row: { ...context.row, ...(answer as Row | null) } });
    },
    [navigate, goTo, t],
  );
}

/** An answer may ask for its words to be said in a dialog of a title, for so many seconds. */
function dialogOf(answer: unknown): { title: string; seconds: number } | null {
  const title = textAt(answer, 'dialog.title');
  const seconds = Number(fieldOf(answer, 'dialog.seconds'));
  return title && seconds > 0 ? { title, seconds } : null;
}
