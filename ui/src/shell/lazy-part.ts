import { createElement, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { useWaiting } from '../data/settling.ts';

/** How long a part's code may be on its way; after that the page says that something went wrong. */
export const PART_LIMIT_MS = 120_000;

/** The promise's value, or an error when it takes longer than `limit` milliseconds. */
export function within<V>(promise: Promise<V>, limit = PART_LIMIT_MS): Promise<V> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`a part of the page did not load within ${limit} ms`)), limit);
    void promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export type LazyPart<P> = ComponentType<P> & {
  /** Fetches the code before the part is drawn; resolves when it is there or will not come. */
  preload(): Promise<void>;
};

/**
 * A component whose code is fetched when it is first drawn; until it is there, `meanwhile` stands in its place. One that does not come is an
 * error like any other of the page.
 *
 * Not `React.lazy`: what waits in a `Suspense` below another one that has just been waiting is held back for 300 ms, and here layouts hold
 * pages that hold forms.
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  meanwhile: (props: P) => ReactNode = () => null,
): LazyPart<P> {
  let come: { part: ComponentType<P> } | { error: unknown } | null = null;
  let coming: Promise<void> | null = null;
  const listeners = new Set<() => void>();

  const settle = (outcome: typeof come): void => {
    come = outcome;
    for (const listener of listeners) listener();
  };
  const preload = (): Promise<void> =>
    (coming ??= within(load()).then(
      ({ default: part }) => settle({ part }),
      (error: unknown) => settle({ error }),
    ));
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    void preload();
    return () => listeners.delete(listener);
  };
  const now = (): typeof come => come;

  function Part(props: P): ReactNode {
    const outcome = useSyncExternalStore(subscribe, now, now);
    useWaiting(!outcome);
    if (!outcome) return meanwhile(props);
    if ('error' in outcome) throw outcome.error;
    return createElement(outcome.part, props);
  }
  return Object.assign(Part, { preload });
}
