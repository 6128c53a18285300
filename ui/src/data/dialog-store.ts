import { useSyncExternalStore } from 'react';
import type { Confirmation, WireAction, WireBlock, WireSource } from '../../../core/contract/wire.ts';
import type { Puzzle } from '../api/puzzle.ts';
import type { Binding } from '../../../core/contract/page.ts';
import { text } from '../text/texts.ts';
import type { Row } from './bindings.ts';
import type { useBindings } from './binding-context.tsx';

export type ActionBindings = ReturnType<typeof useBindings>;
/**
 * Sends what was filled in once for each of several rows, and tells what became of them; `trial` says of a row whether that would be refused.
 * Throws when the form changed, or somebody would rather not: it is to be sent again.
 */
export type SendEach = (send: (row: Row) => Promise<unknown>, trial?: (row: Row) => Promise<unknown>) => Promise<void>;
/** A form, what it begins with and what follows it. */
export interface FormTask {
  form: string;
  prefill?: WireSource | undefined;
  fixed?: Record<string, Binding> | undefined;
  after?: WireAction['after'];
  done?: string | undefined;
  /** Said when it could not be sent and the server had no reason to tell. */
  failed?: string | undefined;
  /** The form is about several rows: it is sent once for each. */
  each?: SendEach | undefined;
}
export type DialogContent =
  | ({ kind: 'form' } & FormTask)
  | { kind: 'blocks'; blocks: WireBlock[] }
  | { kind: 'confirm'; body: string; button: string; stay: string; final: boolean; danger: boolean; answer: (yes: boolean) => void }
  | { kind: 'notice'; body: string; button: string; answer: () => void }
  | { kind: 'password'; answer: (given: boolean) => void }
  | { kind: 'puzzle'; puzzle: Puzzle; answer: (token: string | null) => void }
  | { kind: 'confirmation'; asked: Confirmation; answer: (confirmed: boolean | Promise<boolean>) => void }
  | { kind: 'one-time-secret'; text: string; values: { label: string; value: string }[] }
  | { kind: 'results'; results: RowResult[] }
  | { kind: 'rehearsal'; results: RowResult[]; button: string; danger: boolean; answer: (go: boolean) => void };

/** What became of a row, or would; null: it was done, or can be. */
export interface RowResult {
  label: string;
  problem: string | null;
  /** It is not done to this row at all: nothing is wrong with it. */
  skipped?: true;
}

export interface DialogEntry {
  id: number;
  as: 'modal' | 'drawer';
  title: string;
  content: DialogContent;
  /** What had the focus before: it has it again afterwards. */
  opener: HTMLElement | null;
  /** The place the dialog was opened from: its bindings stay those of the row or page below. */
  context: ActionBindings | null;
}

let entries: DialogEntry[] = [];
let next = 1;
const listeners = new Set<() => void>();
const publish = (changed: DialogEntry[]): void => {
  entries = changed;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The focused element; an entry of a menu, which closes, stands for the menu's button. */
function openerNow(): HTMLElement | null {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return button ? document.getElementById(button) : focused;
}

function add(entry: Omit<DialogEntry, 'id' | 'opener'>): number {
  const id = next++;
  publish([...entries, { ...entry, id, opener: openerNow() }]);
  return id;
}

/** Opens a dialog over whatever is open. */
export const openDialog = (entry: Omit<DialogEntry, 'id' | 'opener'>): void => void add(entry);

/** Closes a dialog; a question that was not answered counts as no. */
export function closeDialog(id: number): void {
  const entry = entries.find((candidate) => candidate.id === id);
  if (!entry) return;
  publish(entries.filter((candidate) => candidate.id !== id));
  // Once the dialog has left the page, and with it the trap that holds the focus.
  setTimeout(() => entry.opener?.isConnected && entry.opener.focus());
  if (['confirm', 'password', 'confirmation', 'rehearsal'].includes(entry.content.kind))
    (entry.content as { answer: (yes: boolean) => void }).answer(false);
  if (entry.content.kind === 'puzzle') entry.content.answer(null);
  if (entry.content.kind === 'notice') entry.content.answer();
}

export const useDialogs = (): DialogEntry[] => useSyncExternalStore(subscribe, () => entries);

/** Asks a question; answers whether the person agreed. */
export const ask = (question: {
  title: string;
  body: string;
  button: string;
  stay?: string;
  final?: boolean;
  danger?: boolean;
}): Promise<boolean> =>
  new Promise((resolve) => {
    const { title, body, button, stay = text('ui.cancel'), final = false, danger = false } = question;
    openDialog({ as: 'modal', title, context: null, content: { kind: 'confirm', body, button, stay, final, danger, answer: resolve } });
  });

/** Shows what would become of several rows; answers whether to act on those for which nothing stands in the way. */
export const askAboutRows = (title: string, rehearsal: { results: RowResult[]; button: string; danger: boolean }): Promise<boolean> =>
  new Promise((resolve) => {
    openDialog({ as: 'modal', title, context: null, content: { kind: 'rehearsal', ...rehearsal, answer: resolve } });
  });

/** Asks before unsaved changes are left behind; answers whether to leave. */
export const askToLeave = (): Promise<boolean> =>
  ask({
    title: text('ui.unsaved.title'),
    body: text('ui.unsaved.body'),
    button: text('ui.unsaved.leave'),
    stay: text('ui.unsaved.keep'),
    danger: true,
  });

/** Tells something that needs an OK before going on, or that goes by itself after some seconds. */
export const announce = (notice: { title: string; body: string; button: string }, seconds?: number): Promise<void> =>
  new Promise((resolve) => {
    const id = add({
      as: 'modal',
      title: notice.title,
      context: null,
      content: { kind: 'notice', body: notice.body, button: notice.button, answer: resolve },
    });
    if (seconds !== undefined) setTimeout(() => closeDialog(id), seconds * 1000);
  });

/** Asks for the password again; answers whether the server accepted one. */
export const askPassword = (title: string): Promise<boolean> =>
  new Promise((resolve) => {
    openDialog({ as: 'modal', title, context: null, content: { kind: 'password', answer: resolve } });
  });

/** Opens the dialog of a plugin that wants something confirmed; answers whether it was. Closing counts as no. */
export const askConfirmation = (asked: Confirmation): Promise<boolean> =>
  new Promise((resolve) => {
    openDialog({ as: 'modal', title: asked.title, context: null, content: { kind: 'confirmation', asked, answer: resolve } });
  });

/** Shows a captcha service's puzzle until it is solved; answers its token, or null when the person gave up. */
export const askPuzzle = (title: string, puzzle: Puzzle): Promise<string | null> =>
  new Promise((resolve) => {
    const id = add({
      as: 'modal',
      title,
      context: null,
      content: {
        kind: 'puzzle',
        puzzle,
        answer: (token) => {
          resolve(token);
          closeDialog(id);
        },
      },
    });
  });
