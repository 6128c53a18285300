import { BLOCKS } from './blocks.ts';
import type { Entry } from './entry.ts';
import { OVERVIEWS } from './overviews.ts';
import { SCREENS } from './screens.ts';
import { WIDGETS } from './widgets.ts';

export type { Entry } from './entry.ts';
/** Everything that the catalogue shows, in its order. */
export const ENTRIES: readonly Entry[] = [...BLOCKS, ...OVERVIEWS, ...WIDGETS, ...SCREENS];
