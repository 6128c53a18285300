import { lazyPart } from './lazy-part.ts';

/** An icon for what visitors see too: most of them see none, and so do without the pictures. */
export const LazyIcon = lazyPart(async () => ({ default: (await import('./icon.tsx')).Icon }));
