export interface Coalesced {
  (): Promise<void>;
  /** Resolves when no run is under way or asked for; starts none. */
  idle(): Promise<void>;
}

/**
 * A trigger for work that must not overlap itself: calls during a run cause exactly one more run after it.
 * The promise settles when the work that includes the call is done.
 */
export function coalesced(work: () => Promise<unknown>): Coalesced {
  let running: Promise<void> | null = null;
  let again: Promise<void> | null = null;
  const start = (): Promise<void> => {
    running = Promise.resolve(work())
      .then(() => undefined)
      .finally(() => {
        running = null;
      });
    return running;
  };
  const trigger = (): Promise<void> => {
    if (!running) return start();
    again ??= running
      .catch(() => undefined)
      .then(() => {
        again = null;
        return start();
      });
    return again;
  };
  return Object.assign(trigger, { idle: () => (again ?? running ?? Promise.resolve()).catch(() => undefined) });
}
