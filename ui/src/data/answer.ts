import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Tone } from '../../../core/contract/page.ts';
import type { WireAction } from '../../../core/contract/wire.ts';
import { download } from '../api/call.ts';
import { tell } from '../api/signals.ts';
import { queryClient, refreshData, refreshDescriptions } from '../api/queries.ts';
import { session } from '../session.ts';
import { notify, notifyProblem, type NoticeMore } from '../shell/notify.ts';
import { fieldOf, filled, type Row } from './bindings.ts';
import { insidePath, useGoTo } from './navigate.ts';
import { announce, openDialog, type PlaceScope } from './dialog-store.ts';
import { useTexts } from '../text/texts.ts';

/** The first of these members that is a text: any answer to a form or an action may hold `message`, `notice`, `go`, `download` and `access_token`. */
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
const TONES: Record<string, Tone> = { info: 'info', primary: 'neutral', danger: 'bad', warning: 'warn', success: 'good' };

/** The notice of an answer: a text, or with its title, type and time. */
function noticeOf(answer: unknown): { text: string; tone: Tone; more?: NoticeMore } | null {
  const notice = fieldOf(answer, 'notice');
  if (typeof notice === 'string') return notice ? { text: notice, tone: 'good' } : null;
  if (typeof notice !== 'object' || notice === null) return null;
  const { message, type = 'success', title, timeout } = notice as Notice;
  return {
    text: message,
    tone: TONES[type] ?? 'info',
    more: { ...(title === undefined ? {} : { title }), ...(timeout === undefined ? {} : { timeout }) },
  };
}

/** What is shown this once, such as a new key: `keep` of an answer. */
interface Keep {
  title: string;
  text: string;
  values: { label: string; value: string }[];
}

/** Obeys an answer: signs in with its token, says its words, goes where it says, and reads again what changed. */
export function useAnswer(): (
  answer: unknown,
  then: { scope: PlaceScope; after?: WireAction['after']; done?: string | undefined; undo?: (() => void) | undefined },
) => Promise<void> {
  const navigate = useNavigate();
  const goTo = useGoTo();
  const t = useTexts();
  return useCallback(
    async (answer, { scope, after, done, undo }) => {
      const token = textAt(answer, 'access_token', 'rows.access_token');
      const notice = noticeOf(answer);
      const text = notice?.text ?? (done ? filled(done, answer, scope.row) : textAt(answer, 'message'));
      const go = insidePath(textAt(answer, 'go'));
      const dialog = dialogOf(answer);
      if (text && dialog) void announce({ title: dialog.title, body: text, button: t('ui.ok') }, dialog.seconds);
      else if (text) notify(notice?.tone ?? 'good', text, undo, notice?.more);
      if (token) {
        session.become(token, fieldOf(answer, 'isViewMode') === true);
        queryClient.removeQueries({ queryKey: ['source'] });
        const { home } = await refreshDescriptions();
        await navigate(go ?? home, { replace: true });
        return;
      }
      if (after === 'remove-row' && scope.row) scope.host?.remove(scope.row);
      void refreshData();
      tell('acted', undefined);
      const file = insidePath(textAt(answer, 'download'));
      if (file) await download({ method: 'GET', path: file }).catch(notifyProblem);
      const keep = fieldOf(answer, 'keep') as Keep | undefined;
      if (keep)
        openDialog({ as: 'modal', title: keep.title, scope: null, content: { kind: 'keep', text: keep.text, values: keep.values } });
      if (go) {
        // What was done may be what kept him from where he is sent now.
        await refreshDescriptions().catch(() => undefined);
        await navigate(go);
      } else if (after && typeof after === 'object')
        goTo(after.page, undefined, { ...scope, row: { ...scope.row, ...(answer as Row | null) } });
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
