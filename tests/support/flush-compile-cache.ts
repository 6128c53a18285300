import { flushCompileCache } from 'node:module';

/** Loaded before the product by a process that is to be killed: what Node compiled is written down for the next one all the same. */
setInterval(flushCompileCache, 1_000).unref();
