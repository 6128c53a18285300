import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** How long a part's code may be on its way; after that the page says that something went wrong. */
export const PART_LIMIT_MS = 120_000;

/** The promise's value, or an error when it takes longer than `limit` milliseconds. */
export function within<V>(promise: Promise<V>, limit = PART_LIMIT_MS): Promise<V> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`a part of the page did not load within ${limit} ms`)), limit);
    void promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A component whose code is fetched when it is first drawn. One that does not come is an error like any other of the page. */
export const lazyPart = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>): LazyExoticComponent<ComponentType<P>> =>
  lazy(() => within(load()));
