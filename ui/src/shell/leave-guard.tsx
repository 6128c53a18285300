import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { askToLeave } from '../data/dialog-store.ts';
import { anyDirty } from '../data/dirty.ts';

/** Asks before unsaved changes are left behind. One guard for all forms: a router knows only one blocker. */
export function LeaveGuard(): null {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) => anyDirty() && (from.pathname !== to.pathname || from.search !== to.search),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void askToLeave().then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
  useEffect(() => {
    const unload = (event: BeforeUnloadEvent): void => {
      if (anyDirty()) event.preventDefault();
    };
    addEventListener('beforeunload', unload);
    return () => removeEventListener('beforeunload', unload);
  }, []);
  return null;
}
