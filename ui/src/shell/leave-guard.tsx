import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { ask } from '../data/dialog-store.ts';
import { anyDirty } from '../data/dirty.ts';
import { useTexts } from '../text/texts.ts';

/** Asks before unsaved changes are left behind. One guard for all forms: a router knows only one blocker. */
export function LeaveGuard(): null {
  const t = useTexts();
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) => anyDirty() && (from.pathname !== to.pathname || from.search !== to.search),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void ask({ title: t('ui.unsaved.title'), body: t('ui.unsaved.body'), button: t('ui.unsaved.leave'), danger: true }).then((leave) =>
      leave ? blocker.proceed() : blocker.reset(),
    );
  }, [blocker, t]);
  useEffect(() => {
    const unload = (event: BeforeUnloadEvent): void => {
      if (anyDirty()) event.preventDefault();
    };
    addEventListener('beforeunload', unload);
    return () => removeEventListener('beforeunload', unload);
  }, []);
  return null;
}
