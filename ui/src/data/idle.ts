/** How long work that can wait does so at the most, and for how long where the browser does not tell when it is idle. */
const [LATEST_MS, BLIND_MS] = [2_000, 200];

/** Resolves once the browser has nothing more urgent to do. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LATEST_MS });
    else setTimeout(resolve, BLIND_MS);
  });
