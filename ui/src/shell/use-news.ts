import { useEffect, useRef } from 'react';
import type { Bootstrap } from '../../../core/contract/wire.ts';
import { listen } from '../api/live.ts';
import { queryClient, refreshData, refreshDescriptions, refreshTopic } from '../api/queries.ts';
import { hear, tell } from '../api/signals.ts';
import { answerConfirmations } from '../api/confirmation.ts';
import { answerPuzzles } from '../api/puzzle.ts';
import { answerQuestions } from '../api/question.ts';
import { answerStepUps } from '../api/step-up.ts';
import { announce, ask, askConfirmation, askPassword, askPuzzle } from '../data/dialog-store.ts';
import { session } from '../session.ts';
import { useTexts } from '../text/texts.ts';

const ignore = (): undefined => undefined;
/** What is stored under these says who one is. */
const IDENTITY = new Set(['token', 'view-mode']);

/** Whether one version is newer than another of the same company. */
function isNewer(seen: string, known: string): boolean {
  const [[company, version], [ofCompany, ofVersion]] = [seen.split('.'), known.split('.')];
  return company === ofCompany && Number(version) > Number(ofVersion);
}

/** Acts on what the server tells between answers: a changed set of plugins, news about data, an ended session. */
export function useNews(bootstrap: Bootstrap | undefined): void {
  const t = useTexts();
  const known = useRef<string | null>(null);
  const reading = useRef(false);
  const ending = useRef(false);
  const signedIn = bootstrap?.actor?.id;
  useEffect(() => {
    known.current = bootstrap?.configVersion ?? null;
  }, [bootstrap?.configVersion]);

  useEffect(() => {
    const changed = (seen: string): void => {
      if (known.current === null || !isNewer(seen, known.current) || reading.current) return;
      reading.current = true;
      void refreshDescriptions()
        .catch(ignore)
        .finally(() => {
          reading.current = false;
        });
    };
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const stopConfig = hear('config', changed);
    const stopLive =
      signedIn === undefined
        ? ignore
        : listen(
            (event) => {
              if (!('version' in event)) return refreshTopic(event.topic);
              const { version, withinMs } = event;
              if (withinMs === 0) return changed(version);
              // Where many are told at once they come back one after the other.
              // oxlint-disable-next-line no-restricted-properties
              waiting = setTimeout(() => changed(version), Math.random() * withinMs);
            },
            () => void refreshData(),
          );
    return () => {
      stopConfig();
      clearTimeout(waiting);
      stopLive();
    };
  }, [signedIn]);

  // Read anew just after the session ended, the first answer is a visitor's: it is no refusal, so nobody else would tell.
  const before = useRef(signedIn);
  useEffect(() => {
    if (before.current !== undefined && signedIn === undefined && session.token) tell('ended', undefined);
    before.current = signedIn;
  }, [signedIn]);

  useEffect(
    () =>
      hear('ended', () => {
        if (ending.current) return;
        ending.current = true;
        void announce({
          title: t(session.viewing ? 'ui.view-mode.over.title' : 'ui.session.title'),
          body: t(session.viewing ? 'ui.view-mode.over.body' : 'ui.session.body'),
          button: t('ui.ok'),
        }).then(() => {
          ending.current = false;
          leave();
        });
      }),
    [t],
  );

  useEffect(() => answerStepUps(() => askPassword(t('ui.step-up.title'))), [t]);
  useEffect(() => answerQuestions(ask), []);
  useEffect(() => answerConfirmations(askConfirmation), []);
  useEffect(() => answerPuzzles((puzzle) => askPuzzle(t('ui.puzzle.title'), puzzle)), [t]);

  // Another tab signed in or out, or looks through another account: start again as whoever that is.
  useEffect(() => {
    const stored = (event: StorageEvent): void => {
      if (IDENTITY.has(event.key ?? '') && (event.oldValue === null) !== (event.newValue === null)) location.assign('/');
    };
    addEventListener('storage', stored);
    return () => removeEventListener('storage', stored);
  }, []);
}

/** Forgets the session in this browser, leaving nothing of it in memory, and goes on as another one or to the sign-in page. */
export function leave(then: { token: string; go: string } | null = null): void {
  session.become(then?.token ?? null);
  queryClient.clear();
  location.assign(then?.go ?? '/login');
}
