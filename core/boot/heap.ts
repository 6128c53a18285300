import { setFlagsFromString } from 'node:v8';

/** The old generation may grow by so much of what was alive in it before it is collected again. */
const GROWTH_PERCENT = 30;

/**
 * Keeps a process about as large as what is alive in it: what it reads are rows that nobody needs a moment later. V8 by itself may take them for
 * lasting, and lets the heap grow to several times of what is alive before it looks ([measured](../../docs/adr/0078-rows-do-not-grow-old.md)).
 */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  // What often outlives a collection would be allocated as old from then on, and whatever it holds would grow old with it.
  setFlagsFromString('--no-allocation-site-pretenuring');
}
