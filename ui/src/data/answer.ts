import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { WireAction } from '../../../core/contract/wire.ts';
import { queryClient, refreshData, refreshDescriptions } from '../api/queries.ts';
import { session } from '../session.ts';
import { notify } from '../shell/notify.ts';
import { fieldOf, filled, type Row } from './bindings.ts';
import { insidePath, useGoTo } from './navigate.ts';
import type { PlaceScope } from './dialog-store.ts';

/** The first of these members that is a text: any answer to a form or an action may hold `message`, `notice`, `go` and `access_token`. */
const textAt = (answer: unknown, ...fields: string[]): string | null => {
  for (const field of fields) {
    const value = fieldOf(answer, field);
    if (typeof value === 'string' && value) return value;
  }
  return null;
};

/** Obeys an answer: signs in with its token, says its words, goes where it says, and reads again what changed. */
export function useAnswer(): (
  answer: unknown,
  then: { scope: PlaceScope; after?: WireAction['after']; done?: string | undefined; undo?: (() => void) | undefined },
) => Promise<void> {
  const navigate = useNavigate();
  const goTo = useGoTo();
  return useCallback(
    async (answer, { scope, after, done, undo }) => {
      const token = textAt(answer, 'access_token', 'rows.access_token');
      const text = textAt(answer, 'notice') ?? (done ? filled(done, answer, scope.row) : textAt(answer, 'message'));
      const go = insidePath(textAt(answer, 'go'));
      if (text) notify('good', text, undo);
      if (token) {
        session.token = token;
        queryClient.removeQueries({ queryKey: ['source'] });
        const { home } = await refreshDescriptions();
        await navigate(go ?? home, { replace: true });
        return;
      }
      if (after === 'remove-row' && scope.row) scope.host?.remove(scope.row);
      void refreshData();
      if (go) await navigate(go);
      else if (after && typeof after === 'object')
        goTo(after.page, undefined, { ...scope, row: { ...scope.row, ...(answer as Row | null) } });
    },
    [navigate, goTo],
  );
}
