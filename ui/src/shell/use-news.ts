import { useEffect, useRef } from 'react';
import type { Bootstrap } from '../../../core/contract/wire.ts';
import { listen } from '../api/live.ts';
import { queryClient, refreshData, refreshDescriptions, refreshTopic } from '../api/queries.ts';
import { hear } from '../api/signals.ts';
import { answerHolderChecks } from '../api/holder.ts';
import { answerPuzzles } from '../api/puzzle.ts';
import { answerQuestions } from '../api/question.ts';
import { answerStepUps } from '../api/step-up.ts';
import { announce, ask, askHolder, askPassword, askPuzzle } from '../data/dialog-store.ts';
import { session } from '../session.ts';
import { useTexts } from '../text/texts.ts';

const ignore = (): undefined => undefined;
/** What is stored under these says who one is. */
const IDENTITY = new Set(['token', 'view-mode']);

/** Acts on what the server tells between answers: a changed set of plugins, news about data, an ended session. */
export function useNews(bootstrap: Bootstrap | undefined): void {
  const t = useTexts();
  const epoch = useRef<number | null>(null);
  const reading = useRef(false);
  const ending = useRef(false);
  const signedIn = bootstrap?.actor?.id;
  useEffect(() => {
    epoch.current = bootstrap?.epoch ?? null;
  }, [bootstrap?.epoch]);

  useEffect(() => {
    const changed = (seen: number): void => {
      if (epoch.current === null || seen <= epoch.current || reading.current) return;
      reading.current = true;
      void refreshDescriptions()
        .catch(ignore)
        .finally(() => {
          reading.current = false;
        });
    };
    const stopEpoch = hear('epoch', changed);
    const stopLive =
      signedIn === undefined
        ? ignore
        : listen(
            (event) => {
              if (event.topic === 'epoch' && 'epoch' in event) changed(event.epoch);
              else refreshTopic(event.topic);
            },
            () => void refreshData(),
          );
    return () => {
      stopEpoch();
      stopLive();
    };
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
  useEffect(() => answerHolderChecks((check) => askHolder(t('ui.holder.title'), check)), [t]);
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
