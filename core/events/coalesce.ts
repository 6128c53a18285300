/**
 * A trigger for work that must not overlap itself: calls during a run cause exactly one more run after it.
 * The promise settles when the work that includes the call is done.
 */
export function coalesced(work: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let again: Promise<void> | null = null;
  const start = (): Promise<void> => {
    running = Promise.resolve(work()).then(() => undefined).finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (!running) return start();
    again ??= running.catch(() => undefined).then(() => {
      again = null;
      return start();
    });
    return again;
  };
}
