import { useSyncExternalStore } from 'react';

const SECOND = 1_000;
const MINUTE = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for everything that goes on while one looks; it stands still while nobody does. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((tell) => tell()), SECOND);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Milliseconds by now, for what shows how long `at` is ago: to the second in its first minute, then to the minute. */
export function useNow(at: number): number {
  const step = (): number => {
    const now = Date.now();
    const size = Math.abs(now - at) < MINUTE ? SECOND : MINUTE;
    // Counted from the instant itself, so that a minute is over when it is.
    return at + Math.floor((now - at) / size) * size;
  };
  const isTime = Number.isFinite(at);
  return useSyncExternalStore(subscribe, isTime ? step : () => 0);
}
